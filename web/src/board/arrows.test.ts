import { describe, expect, it } from "vitest";
import type { BoardInfo, Forecast } from "../lib/api";
import { HexGeometry } from "../lib/geometry";
import { arrow, clash } from "./arrows";

const BOARD = {
  hexes: [0, 1, 2, 3].map((n) => ({ id: String(n), x: n * 60, y: 0, terrain: "clear", near: [] })),
  corners: [
    [-30, -17],
    [0, -34],
    [30, -17],
    [30, 17],
    [0, 34],
    [-30, 17],
  ],
  page: [0, 0, 1, 1],
} as unknown as BoardInfo;
const geometry = new HexGeometry(BOARD);
const force = (seat: string, hexes: string[]) => ({ seat, title: seat, strength: "1", hexes });
const affair = (...forces: ReturnType<typeof force>[]) => ({ forces }) as unknown as Forecast;

describe("an arrow", () => {
  it("leaves both counters free and points at the goal", () => {
    const xs = [...arrow({ x: 0, y: 0 }, { x: 120, y: 0 }, 60).matchAll(/(-?[\d.]+) -?[\d.]+/g)].map((at) =>
      Number(at[1]),
    );
    expect(Math.min(...xs)).toBeCloseTo(21.6);
    expect(Math.max(...xs)).toBeCloseTo(98.4);
  });

  it("is still there between neighbours, and nowhere without a way to go", () => {
    expect(arrow({ x: 0, y: 0 }, { x: 60, y: 0 }, 68)).not.toBe("");
    expect(arrow({ x: 5, y: 5 }, { x: 5, y: 5 }, 68)).toBe("");
  });
});

describe("an affair", () => {
  it("draws an arrow from each place of the first side to the nearest of the last", () => {
    const drawn = clash(affair(force("red", ["0", "1"]), force("blue", ["2", "3"])), geometry)!;
    expect(drawn).toMatchObject({ seat: "red", goals: ["2", "3"] });
    expect(drawn.arrows).toHaveLength(2);
  });

  it("draws nothing without two sides", () => {
    expect(clash(null, geometry)).toBeNull();
    expect(clash(affair(force("red", ["0"])), geometry)).toBeNull();
  });
});
