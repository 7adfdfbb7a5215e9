/** The guided tour of a table: which step it is at, and what ends it. It knows no game. */
import { house, type StoryEntry, type Tour, type TourStep } from "./api";
import { desk } from "./desk.svelte";
import { keepTable, keptTable } from "./keys";
import type { TableStore } from "./table.svelte";

/** What the screen can see of what the newcomer does. */
export interface Scene {
  /** Orders of the own seat since the step began. */
  orders: readonly string[];
  unit: string;
  hex: string;
  ask: string;
  /** Turns and phases since the step began. */
  headings: readonly string[];
  outcome: string;
  parts: ReadonlySet<string>;
}

/** Has the newcomer done what the step waits for? */
export function isDone(step: TourStep, scene: Scene): boolean {
  const { when = "read", what = [] } = step.until ?? {};
  switch (when) {
    case "order":
      return scene.orders.some((order) => what.some((start) => `${order} `.startsWith(`${start} `)));
    case "unit":
      return what.includes(scene.unit);
    case "hex":
      return what.includes(scene.hex);
    case "ask":
      return what.includes(scene.ask);
    case "part":
      return what.some((part) => scene.parts.has(part));
    case "heading":
      return what.some((part) => scene.headings.some((heading) => heading.includes(part)));
    case "outcome":
      return scene.outcome !== "";
    default:
      return false;
  }
}

/**
 * The step to go on with when something was done: the next one, or the one behind a turn or phase that has come
 * meanwhile. The same step when there is nothing to go on for.
 */
export function following(steps: readonly TourStep[], at: number, scene: Scene): number {
  const past = steps.findLastIndex(
    (step, n) => n >= at && step.until?.when === "heading" && isDone(step, scene),
  );
  if (past >= 0) return past + 1;
  const step = steps[at];
  return step && isDone(step, scene) ? at + 1 : at;
}

/** The single orders of a seat among entries from one on. */
export function ordersOf(entries: readonly StoryEntry[], seat: string, from: number): string[] {
  return entries
    .filter((entry) => entry.n >= from && entry.seat === seat && entry.order)
    .flatMap((entry) => entry.order!.split("; "));
}

export class Guide {
  tour = $state.raw<Tour | null>(null);
  at = $state(0);
  /** The length of the story when the step began. */
  #from = $state(0);
  step = $derived<TourStep | null>(this.tour?.step[this.at] ?? null);
  /** Does the step wait for something to be done? */
  waits = $derived((this.step?.until?.when ?? "read") !== "read");

  constructor(readonly store: TableStore) {}

  /** Take up the tour of this table, if it has one that is not over. */
  async open() {
    const kept = keptTable(this.store.api.token)?.tour;
    const info = this.store.info;
    if (this.tour || kept === undefined || kept < 0 || !info || !info.mine.length) return;
    this.tour = await house.tour(info.game, info.scenario).catch(() => null);
    this.#begin(kept);
  }

  /** The step that what was done leads to; the same one while it waits. */
  get ahead(): number {
    const { store, tour } = this;
    if (!tour || !this.waits) return this.at;
    const { entries } = store.story;
    return following(tour.step, this.at, {
      orders: ordersOf(entries, tour.seat, this.#from),
      unit: store.selectedUnit,
      hex: store.selectedHex,
      ask: store.myTurn ? (store.view?.ask?.kind ?? "") : "",
      headings: [
        ...new Set(entries.slice(this.#from).map((entry) => entry.heading)),
        store.state?.view.heading ?? "",
      ],
      outcome: store.view?.outcome ?? "",
      parts: desk.opened,
    });
  }

  next() {
    this.#begin(Math.max(this.at + 1, this.ahead));
  }

  back() {
    this.#begin(Math.max(0, this.at - 1));
  }

  /** Leave the tour for good. */
  leave() {
    keepTable({ token: this.store.api.token, tour: -1 });
    this.tour = null;
  }

  #begin(at: number) {
    if (!this.tour) return;
    if (at >= this.tour.step.length) return this.leave();
    this.at = at;
    this.#from = this.store.state?.total ?? 0;
    keepTable({ token: this.store.api.token, tour: at });
  }
}
