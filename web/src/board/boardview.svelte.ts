/** What the eyes and hands on the board are doing: where one looks, points and drags. The store knows what it means. */
import type { Choice, Piece } from "../lib/api";
import { Camera } from "../lib/camera.svelte";
import { goal, hexesOf, unitsOf } from "../lib/choices";
import { type Direction, HexGeometry, type Point } from "../lib/geometry";
import { crier } from "../lib/say.svelte";
import { settings } from "../lib/settings.svelte";
import type { TableStore } from "../lib/table.svelte";
import { spoken } from "./face";
import { counterSide, fanScale, placed } from "./layout";

/** How long the mouse rests on a place before its plan is asked for. */
const LINGER = 70;

/** How near the rim a drag pulls the map along, and how fast, in pixels for each frame. */
const RIM = 44;
const SPEED = 11;

/** How far the map moves along one axis while something is held near its rim. */
function pull(at: number, room: number): number {
  const near = Math.min(at, room - at);
  if (near >= RIM || room < 4 * RIM) return 0;
  const strength = SPEED * Math.min(1, (RIM - near) / RIM);
  return at < room / 2 ? strength : -strength;
}

export interface Dragged {
  piece: Piece;
  at: Point;
  hex: string;
}

export class BoardView {
  readonly camera = new Camera();
  /** The hex that the keyboard is at. */
  cursor = $state("");
  /** The hex whose stack is spread out. */
  fanned = $state("");
  fanScale = $state(1);
  dragged = $state.raw<Dragged | null>(null);
  /** The map is being made ready for the printer. */
  printing = $state(false);
  /** A plan is shown for what the mouse hovers over. */
  planned = false;
  geometry = $derived.by(() => (this.store.board ? new HexGeometry(this.store.board) : null));
  side = $derived(this.geometry ? counterSide(this.geometry, settings.counters) : 1);
  counters = $derived.by(() => {
    const { view } = this.store;
    const fan = this.fanned ? { hex: this.fanned, scale: this.fanScale } : null;
    return this.geometry && view ? placed(view.pieces, this.geometry, this.side, fan) : [];
  });
  /** The hex that the close-up tells of. */
  looked = $derived.by(() => this.store.hoveredHex || this.cursor || this.store.selectedHex);
  #lingering = 0;
  #pull = 0;

  constructor(readonly store: TableStore) {}

  // --- stacks -------------------------------------------------------------------------------------

  fan(hex: string) {
    this.fanScale = fanScale(this.side, this.camera.pose.scale);
    this.fanned = hex;
  }

  close() {
    this.fanned = "";
  }

  #stack(hex: string): readonly Piece[] {
    return this.store.unitsIn.get(hex) ?? [];
  }

  #litIn(hex: string): Piece[] {
    return this.#stack(hex).filter((piece) => this.store.lit.units.has(piece.id ?? ""));
  }

  // --- clicks -------------------------------------------------------------------------------------

  /** A click on a counter of the map or of the tray. */
  async clickCounter(piece: Piece) {
    const { store } = this;
    const hex = piece.hex ?? "";
    this.cursor = hex || this.cursor;
    if (!hex || this.fanned === hex || this.#stack(hex).length < 2) {
      if (!piece.id) return this.clickHex(hex);
      await store.clickUnit(piece.id);
      if (store.unitInHand === piece.id) this.close();
      return;
    }
    const lit = this.#litIn(hex);
    if (store.lit.hexes.has(hex) && !lit.length) return this.clickHex(hex);
    store.selectedHex = hex;
    this.fan(hex);
    if (lit.length === 1 && store.myTurn && !store.replaying) await store.clickUnit(lit[0]!.id!);
  }

  async clickHex(hex: string) {
    if (!hex) return;
    if (this.fanned !== hex) this.close();
    this.cursor = hex;
    await this.store.clickHex(hex);
  }

  /** Esc: break off a drag, close a fan, then let go of what is in hand. */
  async back() {
    if (this.dragged) this.breakOff();
    else if (this.fanned) this.close();
    else await this.store.back();
  }

  // --- hovering and dragging ----------------------------------------------------------------------

  hexAt(at: Point): string {
    const { x, y, scale } = this.camera.pose;
    return this.geometry?.at((at.x - x) / scale, (at.y - y) / scale)?.id ?? "";
  }

  hover(hex: string) {
    const { store } = this;
    if (hex === store.hoveredHex) return;
    store.hoveredHex = hex;
    clearTimeout(this.#lingering);
    if (this.planned) {
      store.clearPath();
      this.planned = false;
    }
    const unit = store.unitInHand;
    if (!hex || !unit || !store.lit.hexes.has(hex) || store.busy) return;
    this.#lingering = setTimeout(() => {
      this.planned = true;
      void store.dragTo(unit, hex);
    }, LINGER) as unknown as number;
  }

  /** The piece that a press may drag: the one pressed, or the one of its stack that may move. */
  draggable(piece: Piece, touch: boolean): Piece | null {
    const { store } = this;
    if (!store.myTurn || store.replaying || store.busy) return null;
    const may = (one: Piece) => !!one.id && store.choices.some((choice) => unitsOf(choice)[0] === one.id);
    const lit = piece.hex && this.fanned !== piece.hex ? this.#stack(piece.hex).find(may) : undefined;
    const found = may(piece) ? piece : (lit ?? null);
    // With a finger the map is moved more often than a counter: only the one in hand is dragged.
    return touch && found?.id !== store.unitInHand ? null : found;
  }

  drag(piece: Piece, at: Point) {
    const hex = this.hexAt(at);
    if (!this.dragged) void this.store.plans.carry(piece.id!);
    if (hex !== this.dragged?.hex) {
      this.store.hoveredHex = hex;
      if (hex && hex !== piece.hex) void this.store.dragTo(piece.id!, hex);
      else this.store.clearPath();
    }
    this.dragged = { piece, at, hex };
    this.#pull ||= requestAnimationFrame(() => this.#pullOn());
  }

  /** At the rim of the window the map comes along below what is dragged. */
  #pullOn() {
    this.#pull = 0;
    const { dragged, camera } = this;
    if (!dragged) return;
    const { at, piece } = dragged;
    const [dx, dy] = [pull(at.x, camera.size.width), pull(at.y, camera.size.height)];
    if (!dx && !dy) return;
    camera.panBy(dx, dy);
    this.drag(piece, at);
  }

  async drop() {
    const dragged = this.dragged;
    this.dragged = null;
    if (!dragged) return;
    this.close();
    const { piece, hex } = dragged;
    if (!hex || hex === piece.hex) {
      this.breakOff();
      return;
    }
    await this.store.drop(piece.id!, hex);
    this.store.plans.putDown(this.store.unitInHand);
    this.cursor = hex;
  }

  breakOff() {
    this.dragged = null;
    this.store.plans.putDown(this.store.unitInHand);
    this.store.clearPath();
  }

  // --- by keyboard --------------------------------------------------------------------------------

  /** Where the keyboard starts: what is selected, what is lit, or the middle of the window. */
  #start(): string {
    const { store } = this;
    const { pose, size } = this.camera;
    const middle = { x: (size.width / 2 - pose.x) / pose.scale, y: (size.height / 2 - pose.y) / pose.scale };
    const seen = this.geometry?.at(middle.x, middle.y)?.id;
    return store.selectedHex || seen || store.board?.hexes[0]?.id || "";
  }

  walk(direction: Direction) {
    const from = this.cursor;
    this.moveTo((from && this.geometry?.toward(from, direction)) || from || this.#start());
  }

  /** Bring the keyboard's hex in sight and tell what is there. */
  moveTo(hex: string) {
    if (!hex || !this.geometry) return;
    if (this.fanned && this.fanned !== hex) this.close();
    this.cursor = hex;
    const box = this.geometry.around([hex]);
    if (box) this.camera.reveal(box);
    crier.say(this.tell(hex));
    const { store } = this;
    if (store.unitInHand && store.lit.hexes.has(hex)) {
      this.planned = true;
      void store.dragTo(store.unitInHand, hex).then((plan) => {
        if (plan?.text && this.cursor === hex) crier.say(plan.text);
      });
    } else if (this.planned) {
      this.planned = false;
      store.clearPath();
    }
  }

  /** Places that a legal choice leads to, from top to bottom; those of the unit in hand first of all. */
  targets(): string[] {
    const { store } = this;
    const hand = store.unitInHand;
    const units = hand ? [hand] : [...store.lit.units];
    const goals = store.lit.hexes.size ? [...store.lit.hexes] : [];
    const from = units.map((unit) => store.pieceOf.get(unit)?.hex ?? "");
    const all = hand && goals.length ? goals : [...goals, ...from];
    const at = (hex: string) => this.geometry?.hexes.get(hex);
    return [...new Set(all)]
      .filter((hex) => at(hex))
      .sort((one, two) => at(one)!.y - at(two)!.y || at(one)!.x - at(two)!.x);
  }

  /** Go to the next legal place; false when there is none that way, so that the focus may leave. */
  tab(backward: boolean): boolean {
    const targets = this.targets();
    if (!targets.length) return false;
    const here = targets.indexOf(this.cursor);
    const next = here < 0 ? (backward ? targets.length - 1 : 0) : here + (backward ? -1 : 1);
    if (next < 0 || next >= targets.length) return false;
    this.moveTo(targets[next]!);
    return true;
  }

  /** Enter: what a click on this hex would mean; a stack of several that may act is spread out. */
  async act() {
    const hex = this.cursor || this.#start();
    const { store } = this;
    this.cursor = hex;
    const lit = this.#litIn(hex);
    if (!store.lit.hexes.has(hex) && lit.length === 1) return store.clickUnit(lit[0]!.id!);
    if (!store.lit.hexes.has(hex) && lit.length > 1) {
      this.fan(hex);
      return;
    }
    await this.clickHex(hex);
  }

  // --- words --------------------------------------------------------------------------------------

  /** A hex in words: number, place, terrain, who holds it, who is there, and what can be done. */
  tell(hex: string): string {
    const { store } = this;
    const info = store.hexOf.get(hex);
    if (!info) return "";
    const units = this.#stack(hex).map((piece) =>
      spoken({ ...piece, hex: "" }, undefined, store.counters, store.game),
    );
    const words = [
      `Hex ${hex}`,
      info.place ?? "",
      info.terrain,
      ...this.markersIn(hex),
      units.length ? `${units.length} ${units.length === 1 ? "unit" : "units"}: ${units.join("; ")}` : "",
      store.lit.hexes.has(hex) ? `can be chosen${store.reach[hex] ? `, cost ${store.reach[hex]}` : ""}` : "",
    ];
    return words.filter(Boolean).join(". ");
  }

  markersIn(hex: string): string[] {
    return (this.store.view?.markers ?? [])
      .filter((marker) => marker.hex.split("/").includes(hex))
      .map((marker) =>
        [
          marker.seat ? this.store.seatTitle(marker.seat) : "",
          marker.kind,
          marker.kind === "control" ? "" : marker.text,
        ]
          .filter(Boolean)
          .join(" "),
      );
  }

  /** The choices that name a hex or a unit in it, for a reader's list. */
  choicesAt(hex: string): Choice[] {
    const here = new Set(this.#stack(hex).map((piece) => piece.id));
    return this.store.choices.filter(
      (choice) =>
        goal(choice) === hex ||
        hexesOf(choice).includes(hex) ||
        unitsOf(choice).some((unit) => here.has(unit)),
    );
  }
}
