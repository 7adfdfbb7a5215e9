/** Where the counters lie: stacks, fans, and how much of them is drawn at which size. Pure functions. */
import type { Marker, Piece } from "../lib/api";
import { fanOffsets, type HexGeometry, type Point, stackOffsets } from "../lib/geometry";

/** How much of a counter is drawn: a block of colour, its symbol, or all of it. */
export type Detail = "far" | "mid" | "near";

/** A counter of so many pixels shows so much. */
export function detailOf(pixels: number): Detail {
  return pixels < 15 ? "far" : pixels < 27 ? "mid" : "near";
}

export interface Placed {
  key: string;
  piece: Piece;
  /** The middle of the counter on the map. */
  x: number;
  y: number;
  z: number;
  /** How many lie in the hex, told on the top one. */
  height: number;
  top: boolean;
  fanned: boolean;
}

/** A share of the smaller side of a hex. */
const SIDE = 0.7;
const STEP = 0.07;
/** A fanned counter is at least this wide on the screen. */
const FINGER = 46;
const GAP = 1.15;

/** The side of a counter on the map. */
export const counterSide = (geometry: HexGeometry, size = 1): number =>
  Math.min(geometry.width, geometry.height) * SIDE * Math.min(size, 1.45);

/** How much larger a fanned counter is drawn than one that lies in its stack. */
export const fanScale = (side: number, scale: number): number => Math.max(1, FINGER / (side * scale));

/** Keys that stay with a counter: its id, or its place in the stack for one that is not known. */
export function keysOf(pieces: readonly Piece[]): string[] {
  const seen = new Map<string, number>();
  return pieces.map((piece) => {
    if (piece.id) return piece.id;
    const place = `${piece.seat} ${piece.hex || piece.box}`;
    const count = seen.get(place) ?? 0;
    seen.set(place, count + 1);
    return `${place} ${count}`;
  });
}

/** Place every counter that lies on the map; the stack of one hex may be fanned. */
export function placed(
  pieces: readonly Piece[],
  geometry: HexGeometry,
  side: number,
  fan: { hex: string; scale: number } | null = null,
): Placed[] {
  const keys = keysOf(pieces);
  const stacks = new Map<string, number[]>();
  pieces.forEach((piece, index) => {
    if (!piece.hex) return;
    const stack = stacks.get(piece.hex);
    if (stack) stack.push(index);
    else stacks.set(piece.hex, [index]);
  });
  const found: Placed[] = [];
  for (const [hex, stack] of stacks) {
    const info = geometry.hexes.get(hex);
    if (!info) continue;
    const fanned = fan?.hex === hex && stack.length > 1;
    // The view lists a stack from the top; the bottom one is drawn first.
    const order = [...stack].reverse();
    const offsets: Point[] = fanned
      ? fanOffsets(order.length, side * fan.scale * GAP)
      : stackOffsets(order.length, side * STEP);
    order.forEach((index, level) => {
      const { x, y } = offsets[level]!;
      found.push({
        key: keys[index]!,
        piece: pieces[index]!,
        x: info.x + x,
        y: info.y + y,
        z: level + (fanned ? 100 : 0),
        height: order.length,
        top: level === order.length - 1,
        fanned,
      });
    });
  }
  return found;
}

/** Where a marker lies: in a hex, or on the side between two (`3333/3334`). */
export function markerPoint(marker: Marker, geometry: HexGeometry): Point | undefined {
  const hexes = marker.hex.split("/").flatMap((id) => geometry.hexes.get(id) ?? []);
  if (!hexes.length) return undefined;
  return {
    x: hexes.reduce((sum, hex) => sum + hex.x, 0) / hexes.length,
    y: hexes.reduce((sum, hex) => sum + hex.y, 0) / hexes.length,
  };
}

export interface Box {
  name: string;
  seat: string;
  pieces: Piece[];
}

/** What lies off the map, by box and side, in the order in which it is first met. */
export function boxesOf(pieces: readonly Piece[]): Box[] {
  const boxes = new Map<string, Box>();
  for (const piece of pieces) {
    if (piece.hex) continue;
    const name = piece.box || "off the map";
    const key = `${piece.seat} ${name}`;
    const box = boxes.get(key);
    if (box) box.pieces.push(piece);
    else boxes.set(key, { name, seat: piece.seat, pieces: [piece] });
  }
  return [...boxes.values()];
}
