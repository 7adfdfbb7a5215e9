import { describe, expect, it } from "vitest";
import type { BoardInfo, Piece } from "../lib/api";
import { HexGeometry } from "../lib/geometry";
import { boxesOf, counterSide, detailOf, fanScale, keysOf, markerPoint, placed } from "./layout";

const BOARD: BoardInfo = {
  hexes: [
    { id: "1", x: 0, y: 0, terrain: "clear", near: ["2"] },
    { id: "2", x: 60, y: 0, terrain: "clear", near: ["1"] },
  ],
  corners: [
    [-30, -17],
    [0, -34],
    [30, -17],
    [30, 17],
    [0, 34],
    [-30, 17],
  ],
  page: [-40, -40, 100, 40],
  map: [0, 0, 0, 0],
  places: [],
  version: "1",
};
const geometry = new HexGeometry(BOARD);
const piece = (id: string, hex: string, more: Partial<Piece> = {}): Piece => ({
  id,
  hex,
  seat: "red",
  ...more,
});

describe("how much is drawn", () => {
  it("grows with the counter on the screen", () => {
    expect([8, 14.9, 15, 26, 27, 90].map(detailOf)).toEqual(["far", "far", "mid", "mid", "near", "near"]);
  });

  it("lets a counter stay within its hex", () => {
    expect(counterSide(geometry)).toBeLessThan(geometry.width);
    expect(counterSide(geometry, 1.4)).toBeLessThan(geometry.width);
  });

  it("makes a fanned counter as large as a finger, and never smaller than in its stack", () => {
    expect(fanScale(40, 0.25) * 40 * 0.25).toBeCloseTo(46);
    expect(fanScale(40, 3)).toBe(1);
  });
});

describe("keys of counters", () => {
  it("are ids, and places for those that nobody knows", () => {
    const unknown = { seat: "blue", hex: "2" };
    expect(keysOf([piece("a", "1"), unknown, { ...unknown }, { seat: "blue", box: "pool" }])).toEqual([
      "a",
      "blue 2 0",
      "blue 2 1",
      "blue pool 0",
    ]);
  });
});

describe("stacks", () => {
  it("show the first of the view on top, with the height", () => {
    const found = placed([piece("top", "1"), piece("low", "1"), piece("alone", "2")], geometry, 40);
    const by = new Map(found.map((one) => [one.key, one]));
    expect(by.get("top")).toMatchObject({ top: true, height: 2 });
    expect(by.get("low")).toMatchObject({ top: false, height: 2 });
    expect(by.get("top")!.z).toBeGreaterThan(by.get("low")!.z);
    expect(by.get("alone")).toMatchObject({ x: 60, y: 0, height: 1, top: true });
  });

  it("leave out what is in a box or on no hex of this map", () => {
    expect(placed([piece("a", "", { box: "pool" }), piece("b", "77")], geometry, 40)).toEqual([]);
  });

  it("spread when fanned, side by side, above the others", () => {
    const found = placed([piece("a", "1"), piece("b", "1"), piece("c", "2")], geometry, 40, {
      hex: "1",
      scale: 1,
    });
    const [a, b] = ["a", "b"].map((key) => found.find((one) => one.key === key)!);
    expect(Math.abs(a!.x - b!.x)).toBeGreaterThanOrEqual(40);
    expect(Math.min(a!.z, b!.z)).toBeGreaterThan(50);
    expect(found.find((one) => one.key === "c")!.fanned).toBe(false);
  });
});

it("lays a marker on a hex, or on the side between two", () => {
  expect(markerPoint({ kind: "bridge", hex: "1/2" }, geometry)).toEqual({ x: 30, y: 0 });
  expect(markerPoint({ kind: "control", hex: "2" }, geometry)).toEqual({ x: 60, y: 0 });
  expect(markerPoint({ kind: "control", hex: "99" }, geometry)).toBeUndefined();
});

it("keeps boxes apart by side and name", () => {
  const boxes = boxesOf([
    piece("a", "", { box: "pool" }),
    piece("b", "1"),
    piece("c", "", { box: "pool" }),
    { id: "d", seat: "blue", box: "pool" },
    { id: "e", seat: "blue" },
  ]);
  expect(boxes.map(({ name, seat, pieces }) => [name, seat, pieces.length])).toEqual([
    ["pool", "red", 2],
    ["pool", "blue", 1],
    ["off the map", "blue", 1],
  ]);
});
