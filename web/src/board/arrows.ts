/** Arrows of an attack, from where it comes to where it goes. */
import type { Forecast } from "../lib/api";
import type { HexGeometry, Point } from "../lib/geometry";

/** How far from the middles of the hexes an arrow begins and ends, and how wide it is, as shares of a hex. */
const CLEAR = 0.36;
const SHAFT = 0.075;
const HEAD = 0.18;
const BARB = 0.24;

const round = (value: number) => Math.round(value * 10) / 10;

/** An arrow between two points as a path to be filled. */
export function arrow(from: Point, to: Point, size: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (!length) return "";
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  // Neighbours have hardly room between their counters: there the arrow is short, but never gone.
  const clear = Math.min(CLEAR * size, length * 0.3);
  const at = (forward: number, aside: number) =>
    `${round(from.x + along.x * forward - along.y * aside)} ${round(from.y + along.y * forward + along.x * aside)}`;
  const tip = length - clear;
  const neck = Math.max(clear, tip - BARB * size);
  const [shaft, head] = [SHAFT * size, HEAD * size];
  const points = [
    at(clear, -shaft),
    at(neck, -shaft),
    at(neck, -head),
    at(tip, 0),
    at(neck, head),
    at(neck, shaft),
    at(clear, shaft),
  ];
  return `M${points.join("L")}z`;
}

/** What an affair draws on the map: its first side comes at its last one. */
export function clash(forecast: Forecast | null, geometry: HexGeometry) {
  const [first, ...others] = forecast?.forces ?? [];
  const last = others.at(-1);
  if (!first || !last) return null;
  const spots = (hexes: readonly string[] | undefined) =>
    (hexes ?? []).flatMap((id) => geometry.hexes.get(id) ?? []);
  const goals = spots(last.hexes);
  const arrows = spots(first.hexes).flatMap((from) => {
    const far = (to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
    const to = [...goals].sort((one, two) => far(one) - far(two))[0];
    return to && to.id !== from.id ? arrow(from, to, geometry.height) : [];
  });
  return { seat: first.seat, arrows, goals: last.hexes ?? [] };
}
