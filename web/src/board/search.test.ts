import { expect, it } from "vitest";
import type { BoardInfo, CountersInfo } from "../lib/api";
import { find } from "./search";

const BOARD = {
  hexes: [{ id: "3333", x: 0, y: 0, terrain: "clear", place: "Volokolamsk" }],
  places: [
    { id: "v", name: "Volokolamsk", kind: "town", hexes: ["3333"] },
    { id: "s", name: "Vysokovsk", kind: "town", hexes: ["2222"] },
    { id: "t", name: "Tübingen", kind: "town", hexes: ["1"] },
  ],
} as unknown as BoardInfo;
const COUNTERS = {
  counters: {
    "2Pz.3": { id: "2Pz.3", title: "3rd Panzer Regiment, 2nd Panzer Division", name: "3", parent: "2" },
  },
} as unknown as CountersInfo;
const PIECES = [
  { id: "2Pz.3", seat: "axis", hex: "3333" },
  { seat: "axis", hex: "3333" },
];
const ids = (words: string) => find(words, BOARD, PIECES, COUNTERS).map((one) => one.id);

it("finds hexes by number, places and units by their words, without regard to accents and case", () => {
  expect(ids("3333")).toEqual(["3333"]);
  expect(ids("volo")).toEqual(["v"]);
  expect(ids("TUBINGEN")).toEqual(["t"]);
  expect(ids("panzer 2nd")).toEqual(["2Pz.3"]);
  expect(ids("2pz.3")).toEqual(["2Pz.3"]);
});

it("puts what begins with the words first, and finds nothing for nothing", () => {
  expect(ids("v")[0]).toBe("v");
  expect(ids("  ")).toEqual([]);
  expect(ids("nowhere")).toEqual([]);
});
