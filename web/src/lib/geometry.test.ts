import { describe, expect, it } from "vitest";
import type { BoardInfo } from "./api";
import { fanOffsets, HexGeometry, stackOffsets } from "./geometry";

/** Three rows of pointed hexes, 60 wide; every second row is shifted by half a hex. */
function board(columns = 3, rows = 3): BoardInfo {
  const spots = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return { id: `${column}${row}`, x: column * 60 + (row % 2) * 30, y: row * 52 };
  });
  const hexes = spots.map((spot) => ({
    ...spot,
    terrain: "clear",
    near: spots
      .filter((other) => other !== spot && Math.hypot(other.x - spot.x, other.y - spot.y) < 65)
      .map((other) => other.id),
  }));
  const corners: [number, number][] = [
    [-30, -17.3],
    [0, -34.6],
    [30, -17.3],
    [30, 17.3],
    [0, 34.6],
    [-30, 17.3],
  ];
  return { hexes, corners, page: [-40, -50, 240, 200], map: [0, 0, 0, 0], places: [], version: "1" };
}

describe("the shapes of a board", () => {
  const geometry = new HexGeometry(board());

  it("finds the hex of a point, and none beside the board", () => {
    expect(geometry.at(62, 3)?.id).toBe("10");
    expect(geometry.at(31, 52)?.id).toBe("01");
    expect(geometry.at(-200, -200)).toBeUndefined();
  });

  it("knows what lies across each side, and where the board ends", () => {
    expect(new Set(geometry.across("11"))).toEqual(new Set(["01", "21", "10", "20", "12", "22"]));
    expect(geometry.across("00").filter((id) => !id)).toHaveLength(4);
    expect(geometry.across("nowhere")).toEqual([]);
  });

  it("walks left and right along a row, and back again", () => {
    expect(geometry.toward("11", "left")).toBe("01");
    expect(geometry.toward("11", "right")).toBe("21");
    expect(geometry.toward("00", "left")).toBeUndefined();
    const below = geometry.toward("10", "down")!;
    expect(geometry.toward(below, "up")).toBe("10");
  });

  it("draws the border of a set only where the set ends", () => {
    const sides = (path: string) => path.match(/M/g)?.length ?? 0;
    expect(sides(geometry.border(["11"]))).toBe(6);
    expect(sides(geometry.border(["11", "21"]))).toBe(10);
    expect(geometry.border([])).toBe("");
  });

  it("draws no line to a hex that it has just been at", () => {
    expect(geometry.line(["00", "00", "10"])).toBe("M0 0L60 0");
    expect(geometry.line(["00"])).toBe("");
  });

  it("puts a box around hexes with room for their sides", () => {
    expect(geometry.around(["00", "20"])).toEqual({ left: -30, top: -34.6, right: 150, bottom: 34.6 });
    expect(geometry.around([])).toBeUndefined();
  });
});

describe("stacks and fans", () => {
  it("lays the top counter up and to the right, and hides what is deep below", () => {
    const offsets = stackOffsets(6, 4);
    expect(offsets).toHaveLength(6);
    expect(offsets.at(-1)!.x).toBeGreaterThan(offsets[0]!.x);
    expect(offsets.at(-1)!.y).toBeLessThan(offsets[0]!.y);
    expect(offsets[0]).toEqual(offsets[2]);
    expect(stackOffsets(1, 4)).toEqual([{ x: 0, y: 0 }]);
  });

  it("spreads a fan into rows of about the same length, none upon another", () => {
    const fan = fanOffsets(7, 50);
    expect(new Set(fan.map(({ x, y }) => `${x},${y}`)).size).toBe(7);
    expect(new Set(fan.map(({ y }) => y)).size).toBe(2);
    expect(fan.reduce((sum, { y }) => sum + Math.sign(y), 0)).toBe(-1);
  });
});
