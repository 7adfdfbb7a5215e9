import { describe, expect, it } from "vitest";
import type { TourStep } from "./api";
import { following, isDone, ordersOf, type Scene } from "./guide.svelte";

const scene: Scene = {
  orders: [],
  unit: "",
  hex: "",
  ask: "",
  headings: ["Turn 1: German movement phase"],
  outcome: "",
  parts: new Set(),
};
const step = (when: "read" | "order" | "unit" | "ask" | "part" | "heading" | "outcome", ...what: string[]) =>
  ({ title: when, text: when, until: { when, what } }) as TourStep;

describe("the steps of a tour", () => {
  it("end with the order that they ask for", () => {
    expect(isDone(step("order", "move 2Pz.3"), { ...scene, orders: ["move 2Pz.3 3432"] })).toBe(true);
    expect(isDone(step("order", "move 2Pz.3"), { ...scene, orders: ["move 2Pz.31 3432"] })).toBe(false);
    expect(isDone(step("order", "end"), { ...scene, orders: ["end"] })).toBe(true);
  });
  it("end with what is chosen, opened or reached", () => {
    expect(isDone(step("unit", "2Pz.3"), { ...scene, unit: "2Pz.3" })).toBe(true);
    expect(isDone(step("part", "story"), { ...scene, parts: new Set(["story"]) })).toBe(true);
    expect(isDone(step("ask", "Combat"), { ...scene, ask: "Combat" })).toBe(true);
    expect(isDone(step("outcome"), { ...scene, outcome: "Soviet victory" })).toBe(true);
  });
  it("wait for a reader", () => {
    expect(isDone({ title: "Read", text: "me" }, scene)).toBe(false);
    expect(following([step("read"), step("read")], 0, scene)).toBe(0);
  });
  it("are left behind when the game has gone on", () => {
    const steps = [
      step("order", "attack"),
      step("heading", "Soviet"),
      step("read"),
      step("heading", "German movement"),
    ];
    expect(following(steps.slice(0, 3), 0, scene)).toBe(0);
    expect(following(steps.slice(0, 3), 0, { ...scene, headings: ["Turn 1: Soviet movement phase"] })).toBe(
      2,
    );
    expect(following(steps.slice(0, 3), 0, { ...scene, orders: ["attack 3431"] })).toBe(1);
  });
  it("count the orders of the own seat, also when an entry holds several", () => {
    const entry = (n: number, seat: string, order: string) => ({ n, seat, order, heading: "" });
    expect(
      ordersOf(
        [entry(0, "axis", "end"), entry(1, "axis", "unit A; move A 1"), entry(2, "soviet", "end")],
        "axis",
        1,
      ),
    ).toEqual(["unit A", "move A 1"]);
  });
});
