import { describe, expect, it } from "vitest";
import { diceOf, pips, throwsIn } from "./dice";

const entry = (n: number, seat: string, order?: string, told = true) => ({
  n,
  seat,
  order,
  heading: "Turn 1",
  events: told ? [{ rule: "5", text: "told" }] : [],
});

describe("dice", () => {
  it("are what chance orders", () => {
    expect(diceOf(entry(0, "chance", "roll 10"))).toBe("10");
    expect(diceOf(entry(0, "axis", "roll 10"))).toBe("");
    expect(diceOf(entry(0, "chance"))).toBe("");
  });
  it("are shown when something came of them", () => {
    const found = throwsIn([
      entry(0, "chance", "roll 3"),
      entry(1, "chance", "roll 4", false),
      entry(2, "axis"),
    ]);
    expect(found.map((one) => one.n)).toEqual([0]);
  });
  it("have as many pips as they say", () => {
    expect([1, 2, 3, 4, 5, 6].map((n) => pips(String(n)).length)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pips("10")).toEqual([]);
    expect(pips("hit")).toEqual([]);
  });
});
