/** Lines over time as SVG geometry: the samples of a game by measure and seat. */
import type { Series } from "./api";

export interface Curve {
  seat: string;
  points: { n: number; heading: string; value: number }[];
}

export interface Measured {
  id: string;
  curves: Curve[];
  least: number;
  most: number;
}

/** The measures of a game with a curve for each seat that has values. */
export function measured(series: Series): Measured[] {
  const found = new Map<string, Map<string, Curve>>();
  for (const { n, heading, measures } of series.samples)
    for (const [id, values] of Object.entries(measures))
      for (const [seat, value] of Object.entries(values)) {
        const curves = found.get(id) ?? new Map<string, Curve>();
        found.set(id, curves);
        const curve = curves.get(seat) ?? { seat, points: [] };
        curves.set(seat, curve);
        curve.points.push({ n, heading, value });
      }
  return [...found].map(([id, curves]) => {
    const values = [...curves.values()].flatMap((curve) => curve.points.map((point) => point.value));
    return {
      id,
      curves: [...curves.values()],
      least: Math.min(0, ...values),
      most: Math.max(1, ...values),
    };
  });
}

/** Round steps for an axis: at most `count` of them from `least` to `most`. */
export function ticks(least: number, most: number, count = 6): number[] {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let at = Math.ceil(least / step) * step || 0; at <= most; at += step) found.push(at);
  return found;
}

/** A path of steps: a value holds until the next sample. */
export function stepped(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, n) => (n ? `H${round(x)}V${round(y)}` : `M${round(x)} ${round(y)}`)).join("");
}

const round = (value: number) => Math.round(value * 10) / 10;
