/** One table as it is shown here: what is seen, what is pointed at, and what clicks mean. It knows no rules. */
import {
  type ApiProblem,
  asProblem,
  house,
  type BoardInfo,
  type Choice,
  type CountersInfo,
  type Forecast,
  type GameInfo,
  type Layer,
  type Moment,
  type Piece,
  type RefusalInfo,
  type StoryEntry,
  TableApi,
  type TableInfo,
  type TableState,
  type View,
} from "./api";
import { hexClick, inHand, lit, type Lit, type Meaning, pickUp, unitClick, unitsOf } from "./choices";
import { LiveLine, type LiveMessage, type Line } from "./live";
import { type Plan, Plans } from "./plans.svelte";
import { crier } from "./say.svelte";
import { settings } from "./settings.svelte";
import { Story } from "./story.svelte";

export interface ShownOverlay {
  kind: string;
  title: string;
  subject: string;
  layers: readonly Layer[];
}

/** Several choices under one click, to pick from. */
export interface Menu {
  hex: string;
  unit: string;
  choices: Choice[];
}

/** Where the board should go: it flies there when `n` changes. */
export interface Flight {
  n: number;
  hexes: string[];
}

/** A unit that was only picked up: its place can be taken back when another one is meant. */
interface PickedUp {
  state_id: string;
  before: readonly Choice[];
}

const NO_LIGHT: Lit = { hexes: new Set(), units: new Set() };
const NO_CHOICES: readonly Choice[] = [];

export class TableStore {
  readonly api: TableApi;
  readonly story: Story;
  readonly plans = new Plans(this);
  game = $state.raw<GameInfo | null>(null);
  info = $state.raw<TableInfo | null>(null);
  board = $state.raw<BoardInfo | null>(null);
  counters = $state.raw<CountersInfo | null>(null);
  /** The table now, as the shown seat sees it. */
  state = $state.raw<TableState | null>(null);
  /** An earlier moment that is being looked at instead. */
  moment = $state.raw<Moment | null>(null);
  /** The own seat whose view is shown; empty for a spectator. */
  seat = $state("");
  /** The own seat that the screen is to be handed to, behind a curtain. */
  handOver = $state("");

  selectedUnit = $state("");
  selectedHex = $state("");
  hoveredHex = $state("");
  /** Units to make stand out for a moment: those of an event. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());
  flight = $state.raw<Flight>({ n: 0, hexes: [] });
  menu = $state.raw<Menu | null>(null);
  refusal = $state.raw<RefusalInfo | null>(null);
  overlays = $state.raw<readonly ShownOverlay[]>([]);

  line = $state<Line>("waiting");
  busy = $state(false);
  problem = $state.raw<ApiProblem | null>(null);
  present = $state.raw<readonly string[]>([]);
  paused = $state(false);
  thinking = $state.raw<{ seat: string; progress: number; note: string } | null>(null);
  /** Entries that came in last, for dice and sounds. */
  news = $state.raw<readonly StoryEntry[]>([]);
  /** Counts lines of chat that came in, so that panels fetch them. */
  chatted = $state(0);
  view = $derived<View | null>(this.moment?.view ?? this.state?.view ?? null);
  replaying = $derived(this.moment !== null);
  choices = $derived<readonly Choice[]>(this.moment ? NO_CHOICES : (this.state?.choices ?? NO_CHOICES));
  forecast = $derived<Forecast | null>(this.moment ? null : (this.state?.forecast ?? null));
  /** The unit that orders are about: the selected one, or the only one there is. */
  unitInHand = $derived(inHand(this.choices, this.selectedUnit));
  lit = $derived.by<Lit>(() => {
    const { carried } = this.plans;
    if (carried) return lit(carried.choices, carried.unit);
    return this.choices.length ? lit(this.choices, this.selectedUnit) : NO_LIGHT;
  });
  layers = $derived<readonly Layer[]>(this.overlays.flatMap((overlay) => overlay.layers));
  season = $derived(settings.palette(this.game?.seasons ?? []));
  pieceOf = $derived(
    new Map<string, Piece>(
      (this.view?.pieces ?? []).flatMap((piece) => (piece.id ? [[piece.id, piece]] : [])),
    ),
  );
  unitsIn = $derived.by(() => {
    const found = new Map<string, Piece[]>();
    for (const piece of this.view?.pieces ?? []) {
      if (!piece.hex) continue;
      const here = found.get(piece.hex);
      if (here) here.push(piece);
      else found.set(piece.hex, [piece]);
    }
    return found;
  });
  hexOf = $derived(new Map((this.board?.hexes ?? []).map((hex) => [hex.id, hex])));
  /** Is it for the shown seat to decide now? */
  myTurn = $derived(!!this.seat && this.view?.ask?.seat === this.seat && !this.moment);

  #live: LiveLine;
  #picked: PickedUp | null = null;
  #refreshing: Promise<void> | null = null;
  #again = false;
  #answered = 0;
  #hello = "";
  /** For each own seat, or "" for a spectator: the state that the live wire told of last. */
  #heard: Record<string, string> = {};

  constructor(token: string, api: TableApi = new TableApi(token)) {
    this.api = api;
    this.story = new Story(this.api);
    this.#live = new LiveLine(token, {
      onMessage: (message) => this.hear(message),
      onLine: (line) => (this.line = line),
    });
  }

  // --- coming and going ---------------------------------------------------------------------------

  /** Fetch all that the page needs, and listen for changes. */
  async open() {
    try {
      const [info, games] = await Promise.all([this.api.info(), house.games()]);
      this.game = games.find((game) => game.id === info.game) ?? null;
      this.#know(info);
      this.seat = info.mine[0] ?? "";
      // Each is shown as soon as it is there: the map takes longest to draw.
      await Promise.all([
        house.board(info.game, info.pack).then((board) => (this.board = board)),
        house.counters(info.game, info.pack).then((counters) => (this.counters = counters)),
        this.refresh(),
      ]);
      this.#live.open();
    } catch (error) {
      this.problem = asProblem(error);
    }
  }

  close() {
    this.#live.close();
  }

  #know(info: TableInfo) {
    this.info = info;
    this.paused = info.paused;
    this.present = info.seats.filter((seat) => seat.present).map((seat) => seat.id);
  }

  /** What came over the live wire. */
  hear(message: LiveMessage) {
    if (message.type === "presence") this.present = message.present as string[];
    if (message.type === "chat") this.chatted += 1;
    if (message.type === "paused") {
      this.paused = message.paused === true;
      if (this.paused) this.thinking = null;
    }
    if (message.type === "bot") crier.notice(String(message.note));
    if (message.type === "thinking") {
      const { seat, progress, note } = message as unknown as { seat: string; progress: number; note: string };
      this.thinking = { seat, progress, note };
    }
    if (message.type === "hello") {
      if (this.#hello && this.#hello !== message.run) this.#stateMayDiffer();
      this.#hello = String(message.run);
    }
    if (message.type === "state") this.#heard = message.states as Record<string, string>;
    this.#catchUp();
  }

  /** Fetch the state when the table has moved on meanwhile; while an order is under way its answer comes first. */
  #catchUp() {
    const heard = this.#heard[this.seat];
    if (heard && heard !== this.state?.state_id && !this.busy) this.#stateMayDiffer();
  }

  #stateMayDiffer() {
    void this.refresh().catch((error: unknown) => this.#tell(error));
  }

  /** Fetch the state once more; calls that come meanwhile are answered by one further fetch. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#again = true;
      return this.#refreshing;
    }
    this.#refreshing = (async () => {
      try {
        do {
          this.#again = false;
          const seat = this.seat;
          const answered = this.#answered;
          const state = await this.api.state(seat);
          if (answered !== this.#answered)
            this.#again = true; // the answer to an order may be newer
          else if (seat === this.seat) await this.#adopt(state);
        } while (this.#again);
      } finally {
        this.#refreshing = null;
      }
    })();
    return this.#refreshing;
  }

  async #adopt(state: TableState) {
    const before = this.state;
    const changed = before?.state_id !== state.state_id || before.seat !== state.seat;
    const shorter = !!before && before.seat === state.seat && state.total <= before.total && changed;
    this.state = state;
    this.thinking = state.thinking ?? (this.#botDecides(state) ? this.thinking : null);
    if (!changed) return;
    this.plans.forget();
    this.clearPath();
    this.menu = null;
    this.refusal = null;
    const all = state.choices ?? [];
    if (!all.some((choice) => unitsOf(choice).includes(this.selectedUnit))) this.selectedUnit = "";
    const ask = state.view.ask;
    if (ask && ask.seat === state.seat && ask.prompt !== before?.view.ask?.prompt) crier.say(ask.prompt);
    this.plans.reachFor(this.unitInHand);
    void this.#redraw();
    const added = await this.story.sync(state.seat, state.total, shorter && state.total === before?.total);
    if (added.length) this.#tellNews(added);
    this.#followTurn(state);
  }

  #botDecides(state: TableState): boolean {
    const seat = this.info?.seats.find((one) => one.id === state.view.ask?.seat);
    return seat?.kind === "bot";
  }

  #tellNews(entries: readonly StoryEntry[]) {
    this.news = entries;
    for (const entry of entries.slice(-8)) for (const event of entry.events ?? []) crier.say(event.text);
  }

  /** When another own seat is to decide, show it; behind a curtain when there is something to hide. */
  #followTurn(state: TableState) {
    const next = state.view.ask?.seat ?? "";
    const mine = this.info?.mine ?? [];
    if (!next || next === state.seat || !mine.includes(next)) {
      this.handOver = "";
      return;
    }
    const curtain = settings.curtain === "always" || (settings.curtain === "hidden" && state.secrets);
    if (curtain) this.handOver = next;
    else void this.showSeat(next);
  }

  /** Show the table as another own seat sees it. */
  async showSeat(seat: string) {
    this.handOver = "";
    if (seat === this.seat) return;
    this.seat = seat;
    this.#forgetPointing();
    this.overlays = this.overlays.filter((overlay) => overlay.kind !== "reach");
    await this.refresh().catch((error: unknown) => this.#tell(error));
  }

  #forgetPointing() {
    this.selectedUnit = this.selectedHex = "";
    this.#picked = null;
    this.clearPath();
  }

  // --- clicks -------------------------------------------------------------------------------------

  /** A click, tap or Enter on a unit. */
  async clickUnit(unit: string) {
    const where = this.pieceOf.get(unit)?.hex ?? "";
    this.selectedHex = where || this.selectedHex;
    if (this.replaying || !this.myTurn) {
      this.selectedUnit = unit;
      return;
    }
    await this.#mean(unitClick(this.choices, unit, where, this.selectedUnit), unit, where);
  }

  /** A click, tap or Enter on a hex. */
  async clickHex(hex: string) {
    this.selectedHex = hex;
    if (this.replaying || !this.myTurn) return;
    const here = (this.unitsIn.get(hex) ?? []).map((piece) => piece.id ?? "");
    await this.#mean(hexClick(this.choices, hex, this.selectedUnit, here), "", hex);
  }

  async #mean(meaning: Meaning, unit: string, hex: string) {
    this.menu = null;
    this.refusal = null;
    switch (meaning.kind) {
      case "give":
        if (pickUp(this.choices, unitsOf(meaning.choice)[0] ?? "") === meaning.choice)
          this.selectedUnit = unitsOf(meaning.choice)[0]!;
        return this.give(meaning.choice);
      case "menu":
        this.menu = { hex, unit, choices: meaning.choices };
        return;
      case "select":
        this.select(meaning.unit);
        return;
      case "nothing":
        return this.#otherUnit(unit, hex);
    }
  }

  /** Nothing is meant now; but another unit may be, if the one in hand is put down again. */
  async #otherUnit(unit: string, hex: string) {
    const wanted = unit || this.#onlyPicked(hex);
    if (wanted && this.#canPutDown() && pickUp(this.#picked!.before, wanted)) {
      await this.undo();
      const choice = pickUp(this.choices, wanted);
      if (choice) await this.give(choice);
      return;
    }
    await this.why(unit, hex);
    // It cannot act, but it can be looked at: its reach, its line of supply.
    if (unit && !this.unitInHand) this.selectedUnit = unit;
  }

  #onlyPicked(hex: string): string {
    if (!this.#canPutDown()) return "";
    const units = (this.unitsIn.get(hex) ?? []).filter((piece) =>
      pickUp(this.#picked!.before, piece.id ?? ""),
    );
    return units.length === 1 ? (units[0]!.id ?? "") : "";
  }

  #canPutDown(): boolean {
    return !!this.#picked && this.#picked.state_id === this.state?.state_id && !!this.state?.undo?.free;
  }

  /** Take a unit in hand without ordering anything. */
  select(unit: string) {
    this.selectedUnit = unit;
    this.selectedHex = this.pieceOf.get(unit)?.hex ?? this.selectedHex;
    this.menu = null;
    this.clearPath();
    this.plans.reachFor(this.unitInHand || unit);
  }

  /** Ask why a click does nothing, and show the rule that forbids it. */
  async why(unit: string, hex: string) {
    const selected = this.unitInHand || this.selectedUnit;
    try {
      const answer = await this.api.why(this.seat, {
        unit,
        hex,
        selected: selected === unit ? "" : selected,
      });
      // Who looks at a hex with nothing in hand has not been refused anything.
      if (!unit && !selected && !answer.refusal?.rule) return;
      this.refusal = answer.refusal;
      if (answer.refusal) crier.say(`${answer.refusal.why}${said(answer.refusal.rule)}`);
    } catch (error) {
      this.#tell(error);
    }
  }

  // --- orders -------------------------------------------------------------------------------------

  /** Give a choice or the text of an order. True when it was carried out. */
  async give(order: Choice | string): Promise<boolean> {
    if (!this.state || this.busy || this.replaying) return false;
    const text = typeof order === "string" ? order : order.text;
    const { seat, choices: before = [] } = this.state;
    this.busy = true;
    this.menu = null;
    this.refusal = null;
    try {
      const state = await this.api.order(seat, this.state.state_id, text);
      const picked = !!pickUp(before, this.#soleUnitOf(order)) && !state.events?.length;
      this.#picked = picked ? { state_id: state.state_id, before } : null;
      this.busy = false;
      this.#answered += 1;
      await this.#adopt(state);
      return true;
    } catch (error) {
      this.busy = false;
      await this.#refused(error, text);
      return false;
    } finally {
      this.busy = false;
      this.#catchUp();
    }
  }

  #soleUnitOf(order: Choice | string): string {
    const choice = typeof order === "string" ? this.choices.find((one) => one.text === order) : order;
    return choice ? (unitsOf(choice)[0] ?? "") : "";
  }

  async #refused(error: unknown, text: string) {
    const problem = asProblem(error);
    if (problem.status === 409 && problem.rule) {
      this.refusal = { order: text, why: problem.detail, rule: problem.rule };
      crier.say(`${problem.detail}${said(problem.rule)}`);
      return;
    }
    this.#tell(problem);
    if (problem.status === 412) await this.refresh().catch((again: unknown) => this.#tell(again));
  }

  /** Take back the last order, or ask for it; `consent` grants what the other side asks for. */
  async undo(consent = false): Promise<void> {
    if (!this.state || this.busy || !this.seat || (!consent && !this.state.undo?.next)) return;
    this.busy = true;
    this.#picked = null;
    try {
      const asked = this.state.total;
      const state = await this.api.undo(this.seat, this.state.state_id, consent);
      this.busy = false;
      this.#answered += 1;
      await this.#adopt(state);
      if (state.total === asked && state.asks_consent === this.seat)
        crier.notice("The other side has been asked for its consent.");
    } catch (error) {
      this.busy = false;
      await this.#refused(error, "undo");
    } finally {
      this.busy = false;
      this.#catchUp();
    }
  }

  /** Say no to whoever wants to take something back, or ask no longer. */
  async decline(): Promise<void> {
    if (!this.state || this.busy || !this.seat) return;
    try {
      await this.#adopt(await this.api.undo(this.seat, this.state.state_id, false, true));
    } catch (error) {
      await this.#refused(error, "undo");
    }
  }

  /** One step back, as Esc does: close what is open, let go of what is in hand, put down what was picked up. */
  async back(): Promise<void> {
    if (this.menu || this.refusal) {
      this.menu = null;
      this.refusal = null;
    } else if (this.path.length || this.hint) this.clearPath();
    else if (this.replaying) await this.lookAt(null);
    else if (this.#canPutDown()) {
      this.selectedUnit = "";
      await this.undo();
    } else if (this.selectedUnit || this.selectedHex) this.#forgetPointing();
  }

  async interrupt() {
    await this.api.interrupt().catch((error: unknown) => this.#tell(error));
  }

  async resume() {
    await this.api.resume().catch((error: unknown) => this.#tell(error));
  }

  // --- previews -----------------------------------------------------------------------------------

  get path(): readonly string[] {
    return this.plans.path;
  }
  set path(hexes: readonly string[]) {
    this.plans.path = hexes;
  }
  get hint(): string {
    return this.plans.hint;
  }
  get reach(): Readonly<Record<string, string>> {
    return this.plans.reach;
  }

  /** What dragging a unit to a hex would order; shows its path and words. Only the last call shows. */
  dragTo(unit: string, hex: string): Promise<Plan | null> {
    return this.plans.look(unit, hex);
  }

  /** Give what a drag has planned, or tell why not. True when it was carried out. */
  async drop(unit: string, hex: string): Promise<boolean> {
    const plan = await this.dragTo(unit, hex);
    this.clearPath();
    if (!plan || plan.refusal || !plan.orders.length) {
      if (plan?.refusal) this.refusal = plan.refusal;
      else await this.why(unit, hex);
      return false;
    }
    for (const order of plan.orders) if (!(await this.give(order))) return false;
    return true;
  }

  clearPath() {
    this.plans.clear();
    this.pointed = new Set();
  }

  // --- overlays -----------------------------------------------------------------------------------

  isShown(kind: string, subject = ""): boolean {
    return this.overlays.some((overlay) => overlay.kind === kind && overlay.subject === subject);
  }

  /** Switch an overlay on or off; `subject` is a unit or a seat where the kind wants one. */
  async toggleOverlay(kind: string, subject = "") {
    if (this.isShown(kind, subject)) {
      this.overlays = this.overlays.filter((one) => one.kind !== kind || one.subject !== subject);
      return;
    }
    const title = this.game?.overlays.find((one) => one.id === kind)?.title ?? kind;
    try {
      const overlay = await this.api.overlay(this.seat, kind, subject);
      this.overlays = [...this.overlays, { kind, title, subject, layers: overlay.layers }];
      crier.say(`${title} shown`);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Draw the overlays again for the new moment. */
  async #redraw() {
    if (!this.overlays.length || !this.seat) return;
    const wanted = this.overlays;
    const drawn = await Promise.all(
      wanted.map(async (one) => {
        const found = await this.api.overlay(this.seat, one.kind, one.subject).catch(() => null);
        return found ? { ...one, layers: found.layers } : one;
      }),
    );
    if (this.overlays === wanted) this.overlays = drawn;
  }

  // --- looking back -------------------------------------------------------------------------------

  /** Look at the table after so many orders; null for now. */
  async lookAt(n: number | null) {
    this.clearPath();
    if (n === null || !this.state) {
      this.moment = null;
      return;
    }
    try {
      this.moment = await this.api.at(n, this.seat);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Show hexes and units on the map: draw the line, make the units stand out, and fly there. */
  showOnMap(hexes: readonly string[], units: readonly string[] = []) {
    const where = units.map((unit) => this.pieceOf.get(unit)?.hex ?? "").filter(Boolean);
    const goal = hexes.length ? [...hexes] : where;
    this.path = hexes;
    this.pointed = new Set(units);
    if (goal.length) this.flight = { n: this.flight.n + 1, hexes: goal };
  }

  seatTitle(seat: string): string {
    return this.info?.seats.find((one) => one.id === seat)?.title ?? seat;
  }

  /** A text of the server with the names of units in place of their ids. */
  named(text: string): string {
    const counters = this.counters?.counters ?? {};
    return text.replaceAll(/[\p{L}\d]+(?:\.[\p{L}\d]+)*/gu, (word) => counters[word]?.title ?? word);
  }

  unitTitle(unit: string): string {
    return this.counters?.counters[unit]?.title ?? unit;
  }

  #tell(error: unknown) {
    const problem = asProblem(error);
    crier.notice(problem.detail ? `${problem.title}: ${problem.detail}` : problem.title, "bad");
  }
}

const said = (rule: string | undefined) => (rule ? ` [${rule}]` : "");
