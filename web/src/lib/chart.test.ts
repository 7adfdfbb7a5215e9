import { describe, expect, it } from "vitest";
import { measured, stepped, ticks } from "./chart";

const sample = (n: number, measures: Record<string, Record<string, number>>) => ({
  n,
  heading: `Turn ${n}`,
  measures,
});

describe("charts", () => {
  it("has a curve for each seat of a measure", () => {
    const found = measured({
      gauges: [],
      samples: [sample(0, { losses: { axis: 0, soviet: 0 } }), sample(9, { losses: { axis: 2, soviet: 5 } })],
    });
    expect(found).toHaveLength(1);
    expect(found[0]!.curves.map((curve) => curve.points.map((point) => point.value))).toEqual([
      [0, 2],
      [0, 5],
    ]);
    expect(found[0]!.most).toBe(5);
  });
  it("keeps a measure that only one seat has, and one that falls below zero", () => {
    const [points] = measured({ gauges: [], samples: [sample(0, { points: { axis: -3 } })] });
    expect([points!.least, points!.most]).toEqual([-3, 1]);
  });
  it("ticks in round steps", () => {
    expect(ticks(0, 87)).toEqual([0, 20, 40, 60, 80]);
    expect(ticks(0, 4)).toEqual([0, 1, 2, 3, 4]);
    expect(ticks(-3, 6)).toEqual([-2, 0, 2, 4, 6]);
  });
  it("holds a value until the next", () => {
    expect(
      stepped([
        { x: 0, y: 10 },
        { x: 5, y: 4.04 },
      ]),
    ).toBe("M0 10H5V4");
  });
});
