import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Choice, Preview, TableApi } from "./api";
import { Plans } from "./plans.svelte";

const pickUp: Choice = { text: "unit a", verb: "unit", units: ["a"] };
const move: Choice = { text: "move a 1-2", verb: "move", units: ["a"], hexes: ["1", "2"] };
const answers: Record<string, Preview> = {
  "unit a": { prompt: "Order a", events: [], choices: [move] },
  "unit a|move a 1-2": { prompt: "", events: [{ rule: "3.1", text: "a moves to 2", hexes: ["1", "2"] }] },
};

describe("plans", () => {
  const preview = vi.fn((_seat: string, orders: string[]) => Promise.resolve(answers[orders.join("|")]!));
  const overlay = vi.fn(() =>
    Promise.resolve({ kind: "reach", layers: [{ title: "", tone: "good", words: { "2": "1 1/2" } }] }),
  );
  let plans: Plans;

  beforeEach(() => {
    preview.mockClear();
    overlay.mockClear();
    plans = new Plans({
      api: { preview, overlay } as unknown as TableApi,
      seat: "red",
      moment: null,
      state: { state_id: "s", choices: [pickUp] },
      myTurn: true,
      game: { overlays: [{ id: "reach" }] },
      named: (text) => text.replace(/\ba\b/, "1st Army"),
    });
  });

  it("pick a unit up first where it must be, and show the path in words", async () => {
    const plan = await plans.look("a", "2");
    expect(plan).toMatchObject({ orders: ["unit a", "move a 1-2"], path: ["1", "2"], refusal: null });
    expect(plans.path).toEqual(["1", "2"]);
    expect(plans.hint).toBe("1st Army moves to 2");
  });

  it("ask the server once for the same place", async () => {
    await plans.look("a", "2");
    await plans.look("a", "2");
    expect(preview).toHaveBeenCalledTimes(2);
  });

  it("find nothing where no choice leads", async () => {
    expect(await plans.look("a", "9")).toBeNull();
    expect(plans.hint).toBe("");
  });

  it("show only what was looked at last", async () => {
    const first = plans.look("a", "2");
    plans.clear();
    await first;
    expect(plans.path).toEqual([]);
  });

  it("light what a carried unit could reach, with the costs, until it is put down", async () => {
    await plans.carry("a");
    expect(plans.carried).toEqual({ unit: "a", choices: [move] });
    expect(plans.reach).toEqual({ "2": "1 1/2" });
    await plans.look("a", "2");
    expect(plans.hint).toBe("1st Army moves to 2 · costs 1½");
    plans.putDown("");
    expect(plans.carried).toBeNull();
    expect(plans.reach).toEqual({});
  });

  it("are forgotten when the table moves on", async () => {
    await plans.look("a", "2");
    plans.forget();
    expect(plans.path).toEqual([]);
    await plans.look("a", "2");
    expect(preview).toHaveBeenCalledTimes(4);
  });
});
