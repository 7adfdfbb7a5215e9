/** What an order would do before it is given: the path, the cost and the words of a unit that is carried about. */
import type { Choice, RefusalInfo, TableApi } from "./api";
import { dragChoice, pickUp } from "./choices";
import { fraction } from "./words";

/** What a drag or a hovered hex would order, looked at before it is given. */
export interface Plan {
  unit: string;
  hex: string;
  orders: string[];
  path: string[];
  text: string;
  refusal: RefusalInfo | null;
}

/** What plans need to know of the table. */
interface Table {
  readonly api: TableApi;
  readonly seat: string;
  readonly moment: unknown;
  readonly state: { state_id: string; choices?: Choice[] } | null;
  readonly myTurn: boolean;
  readonly game: { overlays: readonly { id: string }[] } | null;
  named(text: string): string;
}

export class Plans {
  /** Hexes of a line to draw: a previewed path, an event of the story. */
  path = $state.raw<readonly string[]>([]);
  /** What the previewed order would bring, in words. */
  hint = $state("");
  /** For the unit in hand: a word on each hex that it could go to, such as its cost. */
  reach = $state.raw<Readonly<Record<string, string>>>({});
  /** The unit that is dragged, and what it could do once picked up. */
  carried = $state.raw<{ unit: string; choices: readonly Choice[] } | null>(null);
  #table: Table;
  #plans = new Map<string, Promise<Plan | null>>();
  #picked = new Map<string, Promise<readonly Choice[]>>();
  #planned = 0;
  #reachOf = "";

  constructor(table: Table) {
    this.#table = table;
  }

  /** The table has moved on: what was planned no longer holds. */
  forget() {
    this.#plans.clear();
    this.#picked.clear();
    this.carried = null;
    this.clear();
  }

  clear() {
    this.#planned += 1;
    this.path = [];
    this.hint = "";
  }

  /** Take a unit up to carry it about: what it could reach comes to light. */
  async carry(unit: string) {
    if (this.carried?.unit === unit) return;
    this.carried = { unit, choices: [] };
    this.reachFor(unit);
    const choices = await this.#afterPickUp(unit).catch(() => []);
    if (this.carried?.unit === unit) this.carried = { unit, choices };
  }

  putDown(inHand: string) {
    this.carried = null;
    this.reachFor(inHand);
  }

  /** What dragging a unit to a hex would order; shows its path and words. Only the last call shows. */
  async look(unit: string, hex: string): Promise<Plan | null> {
    const mine = ++this.#planned;
    if (!this.#table.state || !this.#table.myTurn) return null;
    const key = `${unit} ${hex}`;
    let found = this.#plans.get(key);
    if (!found) this.#plans.set(key, (found = this.#plan(unit, hex).catch(() => null)));
    const plan = await found;
    if (mine !== this.#planned) return plan;
    this.path = plan?.path ?? [];
    this.hint = plan ? this.#words(plan) : "";
    return plan;
  }

  #words({ hex, text, refusal }: Plan): string {
    if (refusal) return `${this.#table.named(refusal.why)}${refusal.rule ? ` [${refusal.rule}]` : ""}`;
    return this.reach[hex] ? `${text} · costs ${fraction(this.reach[hex])}` : text;
  }

  async #plan(unit: string, hex: string): Promise<Plan | null> {
    const all = this.#table.state?.choices ?? [];
    const first = dragChoice(all, unit, hex) ? undefined : pickUp(all, unit);
    const choice = dragChoice(first ? await this.#afterPickUp(unit) : all, unit, hex);
    if (!choice) return null;
    const orders = [...(first ? [first.text] : []), choice.text];
    const preview = await this.#table.api.preview(this.#table.seat, orders);
    const path = (preview.events ?? []).flatMap((event) => event.hexes ?? []);
    const words = (preview.events ?? []).map((event) => event.text).join("; ");
    return { unit, hex, orders, path, text: this.#table.named(words), refusal: preview.refusal ?? null };
  }

  /** The choices there are with the unit in hand. */
  #afterPickUp(unit: string): Promise<readonly Choice[]> {
    const all = this.#table.state?.choices ?? [];
    const first = pickUp(all, unit);
    if (!first) return Promise.resolve(all);
    let found = this.#picked.get(unit);
    if (!found) {
      found = this.#table.api.preview(this.#table.seat, [first.text]).then(({ choices }) => choices ?? []);
      this.#picked.set(unit, found);
    }
    return found;
  }

  /** Fetch the word on each hex that a unit could go to. */
  reachFor(unit: string) {
    const { state, myTurn, game, api, seat } = this.#table;
    const key = `${state?.state_id} ${unit}`;
    if (key === this.#reachOf) return;
    this.#reachOf = key;
    this.reach = {};
    if (!unit || !myTurn || !game?.overlays.some((kind) => kind.id === "reach")) return;
    api.overlay(seat, "reach", unit).then(
      ({ layers }) => {
        if (this.#reachOf === key)
          this.reach = Object.assign({}, ...layers.map((layer) => layer.words ?? {}));
      },
      () => undefined,
    );
  }
}
