/** Hexes as points and paths over the drawing of the map. Any orientation: only centres and corners count. */
import type { BoardInfo, HexInfo } from "./api";

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Direction = "left" | "right" | "up" | "down";

const VECTORS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** A hex beside another counts as lying in a direction when it is within this cosine of it. */
const ROUGHLY = 0.4;

const round = (value: number) => Math.round(value * 10) / 10;

/** The shapes of one board, with quick answers to "which hex is here?" and "what lies across this side?". */
export class HexGeometry {
  readonly hexes: ReadonlyMap<string, HexInfo>;
  /** Width and height of a hex. */
  readonly width: number;
  readonly height: number;
  readonly page: Box;
  readonly #corners: readonly Point[];
  readonly #buckets = new Map<string, HexInfo[]>();
  readonly #across = new Map<string, string[]>();

  constructor(board: BoardInfo) {
    this.hexes = new Map(board.hexes.map((hex) => [hex.id, hex]));
    this.#corners = board.corners.map(([x, y]) => ({ x, y }) as Point);
    const xs = this.#corners.map((corner) => corner.x);
    const ys = this.#corners.map((corner) => corner.y);
    this.width = Math.max(...xs) - Math.min(...xs);
    this.height = Math.max(...ys) - Math.min(...ys);
    const [left, top, right, bottom] = board.page as [number, number, number, number];
    this.page = { left, top, right, bottom };
    for (const hex of board.hexes) {
      const key = this.#bucket(hex.x, hex.y);
      const held = this.#buckets.get(key);
      if (held) held.push(hex);
      else this.#buckets.set(key, [hex]);
    }
  }

  #bucket(x: number, y: number, dx = 0, dy = 0): string {
    return `${Math.floor(x / this.width) + dx},${Math.floor(y / this.height) + dy}`;
  }

  /** The hex that a point of the map lies in. */
  at(x: number, y: number): HexInfo | undefined {
    let best: HexInfo | undefined;
    let least = (Math.max(this.width, this.height) / 2) ** 2;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const hex of this.#buckets.get(this.#bucket(x, y, dx, dy)) ?? []) {
          const distance = (hex.x - x) ** 2 + (hex.y - y) ** 2;
          if (distance < least) [best, least] = [hex, distance];
        }
    return best;
  }

  /** The hexes across the six sides, in the order of the corners; empty where the board ends. */
  across(id: string): readonly string[] {
    const known = this.#across.get(id);
    if (known) return known;
    const hex = this.hexes.get(id);
    if (!hex) return [];
    const near = (hex.near ?? []).flatMap((label) => this.hexes.get(label) ?? []);
    const found = this.#corners.map((corner, side) => {
      const next = this.#corners[(side + 1) % this.#corners.length]!;
      const x = hex.x + corner.x + next.x;
      const y = hex.y + corner.y + next.y;
      return near.find((one) => Math.hypot(one.x - x, one.y - y) < this.width / 4)?.id ?? "";
    });
    this.#across.set(id, found);
    return found;
  }

  /** The adjacent hex in a direction, alternating where two are as near. */
  toward(id: string, direction: Direction): string | undefined {
    const hex = this.hexes.get(id);
    if (!hex) return undefined;
    const { x, y } = VECTORS[direction];
    let best: { id: string; weight: number } | undefined;
    for (const label of hex.near ?? []) {
      const other = this.hexes.get(label)!;
      const reach = Math.hypot(other.x - hex.x, other.y - hex.y);
      const along = ((other.x - hex.x) * x + (other.y - hex.y) * y) / reach;
      // A ribbon of hexes stays in its column or row: prefer the side that leads back to it.
      const drift = (other.x - hex.x) * Math.abs(y) + (other.y - hex.y) * Math.abs(x);
      const odd =
        Math.round((hex.x * Math.abs(y)) / (this.width / 2) + (hex.y * Math.abs(x)) / (this.height / 2)) % 2;
      const weight = along + (Math.sign(drift) === (odd ? 1 : -1) ? 0.01 : 0);
      if (along > ROUGHLY && weight > (best?.weight ?? -1)) best = { id: label, weight };
    }
    return best?.id;
  }

  #corner(hex: HexInfo, index: number, inset: number): string {
    const corner = this.#corners[index % this.#corners.length]!;
    const shrink = 1 - inset / (this.height / 2);
    return `${round(hex.x + corner.x * shrink)} ${round(hex.y + corner.y * shrink)}`;
  }

  /** The outline of a hex as an SVG path, drawn in by some units. */
  outline(id: string, inset = 0): string {
    const hex = this.hexes.get(id);
    if (!hex) return "";
    return `M${this.#corners.map((_, index) => this.#corner(hex, index, inset)).join("L")}z`;
  }

  /** Several hexes as one path to be filled. */
  fill(ids: Iterable<string>, inset = 0): string {
    return Array.from(ids, (id) => this.outline(id, inset)).join("");
  }

  /** The sides where a set of hexes ends, as one path to be stroked, drawn in by some units. */
  border(ids: Iterable<string>, inset = 0): string {
    const set = new Set(ids);
    const parts: string[] = [];
    for (const id of set) {
      const hex = this.hexes.get(id);
      if (!hex) continue;
      this.across(id).forEach((other, side) => {
        if (!set.has(other))
          parts.push(`M${this.#corner(hex, side, inset)}L${this.#corner(hex, side + 1, inset)}`);
      });
    }
    return parts.join("");
  }

  /** A line through the centres of hexes, as a path; each centre only once in a row. */
  line(ids: readonly string[]): string {
    const stops = ids.filter((id, index) => id !== ids[index - 1]).flatMap((id) => this.hexes.get(id) ?? []);
    if (stops.length < 2) return "";
    return `M${stops.map((hex) => `${round(hex.x)} ${round(hex.y)}`).join("L")}`;
  }

  /** The box around some hexes. */
  around(ids: Iterable<string>): Box | undefined {
    const found = Array.from(ids, (id) => this.hexes.get(id)).filter((hex) => hex !== undefined);
    if (!found.length) return undefined;
    const xs = found.map((hex) => hex.x);
    const ys = found.map((hex) => hex.y);
    return {
      left: Math.min(...xs) - this.width / 2,
      top: Math.min(...ys) - this.height / 2,
      right: Math.max(...xs) + this.width / 2,
      bottom: Math.max(...ys) + this.height / 2,
    };
  }

  /** Everything but some hexes, as a path to be filled by the even-odd rule. */
  allBut(ids: Iterable<string>): string {
    const { left, top, right, bottom } = this.page;
    return `M${left} ${top}H${right}V${bottom}H${left}z${this.fill(ids, -0.5)}`;
  }
}

/** Where the counters of one stack lie around its centre, bottom first: up and to the right, as on a table. */
export function stackOffsets(count: number, step: number, shown = 4): Point[] {
  const steps = Math.min(count, shown) - 1;
  return Array.from({ length: count }, (_, index) => {
    const place = Math.max(0, index - (count - 1 - steps));
    return { x: (place - steps / 2) * step, y: (steps / 2 - place) * step };
  });
}

/** Where the counters of a fanned stack lie around its centre: rows of at most five, the top counter last. */
export function fanOffsets(count: number, side: number, columns = 5): Point[] {
  const rows = Math.ceil(count / columns);
  const wide = Math.ceil(count / rows);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / wide);
    const inRow = Math.min(wide, count - row * wide);
    return {
      x: ((index % wide) - (inRow - 1) / 2) * side,
      y: (row - (rows - 1) / 2) * side,
    };
  });
}
