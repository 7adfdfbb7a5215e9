import { describe, expect, it } from "vitest";
import type { Choice } from "./api";
import { byVerb, dragChoice, goal, hexClick, inHand, lit, pickUp, unitClick } from "./choices";

const choice = (text: string, units: string[] = [], hexes: string[] = []): Choice => ({
  text,
  verb: text.split(" ")[0]!,
  units,
  hexes,
});
const pickA = choice("unit a", ["a"]);
const pickB = choice("unit b", ["b"]);
const end = choice("end");
const moveA1 = choice("move a 1-2", ["a"], ["1", "2"]);
const moveA2 = choice("move a 1-3", ["a"], ["1", "3"]);

describe("what is lit", () => {
  it("lights the units that may be picked up", () => {
    expect([...lit([pickA, pickB, end], "").units]).toEqual(["a", "b"]);
    expect(lit([pickA, end], "").hexes.size).toBe(0);
  });

  it("lights where the unit in hand may go, and only the ends of its ways", () => {
    const other = choice("move b 7-8", ["b"], ["7", "8"]);
    expect([...lit([moveA1, moveA2, end], "").hexes]).toEqual(["2", "3"]);
    expect([...lit([moveA1, other], "a").hexes]).toEqual(["2"]);
    expect([...lit([moveA1, other], "").hexes]).toEqual(["2", "8"]);
  });

  it("lights hexes that no unit is named with", () => {
    expect([...lit([choice("attack 5", [], ["5"])], "").hexes]).toEqual(["5"]);
  });
});

describe("the unit in hand", () => {
  it("is the selected one while choices name it, else the only one", () => {
    expect(inHand([moveA1, moveA2], "b")).toBe("a");
    expect(inHand([moveA1, choice("move b 8", ["b"], ["8"])], "b")).toBe("b");
    expect(inHand([pickA, pickB], "")).toBe("");
  });
});

describe("a click on a unit", () => {
  it("gives the only choice there is for it", () => {
    expect(unitClick([pickA, pickB, end], "a", "1", "")).toEqual({ kind: "give", choice: pickA });
  });

  it("takes it in hand when there are more", () => {
    expect(unitClick([moveA1, moveA2, pickB], "a", "1", "b")).toEqual({ kind: "select", unit: "a" });
  });

  it("means its hex when it is not named itself: an enemy that is attacked", () => {
    const attack = choice("attack 5", [], ["5"]);
    expect(unitClick([attack], "enemy", "5", "")).toEqual({ kind: "give", choice: attack });
    expect(unitClick([attack], "enemy", "", "")).toEqual({ kind: "nothing" });
  });

  it("joins two units when a choice names both", () => {
    const join = choice("join a b", ["a", "b"]);
    expect(unitClick([moveA1, join], "b", "1", "a")).toEqual({ kind: "give", choice: join });
  });
});

describe("a click on a hex", () => {
  it("moves the unit in hand there", () => {
    expect(hexClick([moveA1, moveA2], "2", "a", [])).toEqual({ kind: "give", choice: moveA1 });
  });

  it("asks when there are several ways to mean it", () => {
    const march = choice("march a 1-2", ["a"], ["1", "2"]);
    expect(hexClick([moveA1, march], "2", "a", [])).toEqual({ kind: "menu", choices: [moveA1, march] });
  });

  it("means the only unit there that may act", () => {
    expect(hexClick([pickA, end], "1", "", ["a", "x"])).toEqual({ kind: "give", choice: pickA });
    expect(hexClick([pickA, pickB], "1", "", ["a", "b"])).toEqual({ kind: "menu", choices: [pickA, pickB] });
  });

  it("means nothing where nothing can be done", () => {
    expect(hexClick([moveA1], "99", "a", [])).toEqual({ kind: "nothing" });
  });
});

describe("drags", () => {
  it("end where a choice ends", () => {
    expect(dragChoice([moveA1, moveA2], "a", "3")).toBe(moveA2);
    expect(dragChoice([moveA1], "a", "1")).toBeUndefined();
    expect(goal(moveA1)).toBe("2");
  });

  it("pick a unit up only when that is all that can be done with it", () => {
    expect(pickUp([pickA, pickB], "a")).toBe(pickA);
    expect(pickUp([pickA, moveA1], "a")).toBeUndefined();
    expect(pickUp([end], "a")).toBeUndefined();
  });
});

it("groups choices by verb in the order in which they come", () => {
  expect(byVerb([end, pickA, pickB]).map(([verb, all]) => [verb, all.length])).toEqual([
    ["end", 1],
    ["unit", 2],
  ]);
});
