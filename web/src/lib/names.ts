/** The names of what is on a table. */
import type { TableStore } from "./table.svelte";
import type { Names } from "./wording";

/** Units by their titles, hexes by number and place; nothing for what is neither. */
export function namesOf(store: TableStore): Names {
  return {
    unit: (id) => store.counters?.counters[id]?.title ?? "",
    hex: (id) => {
      const hex = store.hexOf.get(id);
      return hex ? (hex.place ? `${hex.id} ${hex.place}` : hex.id) : "";
    },
  };
}

/** `3 orders`, `1 order`. */
export const orders = (count: number): string => `${count} order${count === 1 ? "" : "s"}`;
