/** Which hexes each side can supply, as far as a seat knows; asked for when somebody looks, once for each moment. */
import type { TableStore } from "../lib/table.svelte";

/** The overlay that tells it, by the name that games give it. */
const KIND = "supply";

export class Supply {
  #moment = "";
  #areas = $state.raw<Readonly<Record<string, ReadonlySet<string>>>>({});
  #asked = new Set<string>();

  constructor(readonly store: TableStore) {}

  /** Ask where a side is in supply, unless it is known for this moment. */
  ask(seat: string) {
    const { store } = this;
    const offered = store.game?.overlays.some((kind) => kind.id === KIND && kind.subject === "seat");
    if (!offered || !store.seat || !store.state || store.replaying) return;
    const moment = `${store.seat} ${store.state.state_id}`;
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.#areas = {};
      this.#asked.clear();
    }
    if (this.#asked.has(seat)) return;
    this.#asked.add(seat);
    store.api.overlay(store.seat, KIND, seat).then(
      ({ layers }) => {
        if (moment === this.#moment)
          this.#areas = { ...this.#areas, [seat]: new Set(layers.flatMap((layer) => layer.hexes ?? [])) };
      },
      () => undefined,
    );
  }

  /** Is a hex in the supply of a side? Undefined while nobody knows. */
  has(seat: string, hex: string): boolean | undefined {
    const known =
      this.#moment === `${this.store.seat} ${this.store.state?.state_id}` && !this.store.replaying;
    return known ? this.#areas[seat]?.has(hex) : undefined;
  }
}
