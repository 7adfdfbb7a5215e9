import { describe, expect, it } from "vitest";
import type { Choice } from "./api";
import { listing } from "./listing";

const names = { unit: (id: string) => (id.includes("Pz") ? `${id} Regiment` : ""), hex: (id: string) => id };
const choices: Choice[] = [
  { text: "unit 2Pz.3", verb: "unit", units: ["2Pz.3"] },
  { text: "unit 5Pz.31", verb: "unit", units: ["5Pz.31"] },
  { text: "move 2Pz.3 3432", verb: "move", units: ["2Pz.3"], hexes: ["3432"] },
  { text: "end", verb: "end" },
];
const wish = { verbs: { unit: { title: "Move", choice: "{1}" }, end: { title: "End the phase" } }, names };

describe("the list of choices", () => {
  it("keeps plain orders apart from what is on the map", () => {
    const found = listing(choices, wish);
    expect(found.buttons.map((button) => button.label)).toEqual(["End the phase"]);
    expect(found.groups.map((group) => [group.title, group.items.length])).toEqual([
      ["Move", 2],
      ["Move", 1],
    ]);
    expect([found.shown, found.total]).toEqual([4, 4]);
  });
  it("lists what the selected unit can do, and everything when it can do nothing", () => {
    expect(listing(choices, { ...wish, unit: "5Pz.31" }).groups.map((group) => group.verb)).toEqual(["unit"]);
    expect(listing(choices, { ...wish, unit: "18RD" }).shown).toBe(4);
  });
  it("still lists hexes that no unit is named with", () => {
    const mask: Choice = { text: "mask 4130", verb: "mask", hexes: ["4130"] };
    const { groups } = listing([...choices, mask], { ...wish, unit: "5Pz.31" });
    expect(groups.map((group) => group.verb)).toEqual(["unit", "mask"]);
  });
  it("is narrowed by words of the label or the order", () => {
    const found = listing(choices, { ...wish, filter: "5pz reg" });
    expect(found.groups.flatMap((group) => group.items.map((item) => item.choice.text))).toEqual([
      "unit 5Pz.31",
    ]);
    expect(found.buttons).toHaveLength(1);
  });
  it("cuts a long group into one for each unit", () => {
    const many: Choice[] = ["2Pz.3", "5Pz.31"].flatMap((unit) =>
      [1, 2, 3, 4, 5, 6].map((n) => ({
        text: `chase ${unit} 340${n}-350${n}`,
        verb: "chase",
        units: [unit],
        hexes: [`340${n}`, `350${n}`],
      })),
    );
    const { groups } = listing(many, wish);
    expect(groups.map((group) => group.title)).toEqual(["Chase: 2Pz.3 Regiment", "Chase: 5Pz.31 Regiment"]);
    expect(groups[1]!.items[0]!.label).toBe("3501 by 3401");
    expect(listing(many.slice(0, 8), wish).groups).toHaveLength(1);
  });
  it("notes what it costs to get there", () => {
    const found = listing(choices, { ...wish, note: ({ hexes }) => (hexes?.length ? "2 points" : "") });
    expect(found.groups[1]!.items[0]!.note).toBe("2 points");
  });
});
