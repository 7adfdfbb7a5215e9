/** Keys to tables, kept in this browser: there are no accounts; who has the link has the seat. */

export interface KeptTable {
  token: string;
  /** Links that the host may hand to friends, by seat. */
  seats?: Record<string, string>;
  spectator?: string;
  /** The step of the guided tour that this table is at; none when it is not guided, -1 when the guide has left. */
  tour?: number;
}

const KEPT = "grognard.tables";
const MOST = 200;

/** All kept keys, the newest first. */
export function keptTables(storage: Storage = localStorage): KeptTable[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.token === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a key; what is known of it already stays. */
export function keepTable(table: KeptTable, storage: Storage = localStorage): void {
  const others = keptTables(storage).filter((one) => one.token !== table.token);
  const before = keptTables(storage).find((one) => one.token === table.token);
  write([{ ...before, ...table }, ...others].slice(0, MOST), storage);
}

/** Forget a key. */
export function forgetTable(token: string, storage: Storage = localStorage): void {
  write(
    keptTables(storage).filter((one) => one.token !== token),
    storage,
  );
}

export const keptTable = (token: string, storage: Storage = localStorage): KeptTable | undefined =>
  keptTables(storage).find((one) => one.token === token);

export const linkOf = (token: string): string => `${location.origin}/t/${token}`;

function write(tables: KeptTable[], storage: Storage) {
  try {
    storage.setItem(KEPT, JSON.stringify(tables));
  } catch {
    // a full or forbidden storage: the link in the address bar still works
  }
}
