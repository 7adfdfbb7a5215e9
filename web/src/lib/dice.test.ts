import { describe, expect, it } from "vitest";
import { cellOf, diceOf, throwsIn } from "./dice";

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
  it("find their cell in the table", () => {
    const chart = {
      id: "combat-table",
      title: "Combat",
      rule: "5.2.1",
      corner: "2d6",
      columns: ["1:1", "2:1", "12:1"],
      rows: [
        ["8", ["R1", "R2", "R3"]],
        ["9", ["R1", "R1", "R3"]],
        ["10", ["0", "R1", "R3"]],
      ] as [string, string[]][],
    };
    const text = "12 against 6, 2:1, finally 2:1; dice 10, counted as 9: attacker 0, defender R1";
    const event = { rule: "5", text, result: "0 / R1" };
    expect(cellOf(chart, "1:1", event)).toEqual({ column: "2:1", row: "9" });
    expect(cellOf(chart, "1:1", { ...event, text: "dice 8" })).toEqual({ column: "1:1", row: "8" });
    expect(cellOf(chart, "1:1", { ...event, result: "" })).toBeNull();
    expect(cellOf(chart, "1:1", { ...event, text: "no dice" })).toBeNull();
  });
});
