import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, type Choice, type TableApi, type TableInfo, type TableState } from "./api";
import { TableStore } from "./table.svelte";

const choice = (text: string, units: string[] = [], hexes: string[] = []): Choice => ({
  text,
  verb: text.split(" ")[0]!,
  units,
  hexes,
});

function state(id: string, choices: Choice[], more: Partial<TableState> = {}): TableState {
  return {
    seat: "red",
    state_id: id,
    total: 0,
    choices,
    undo: { free: 1, next: "unit a", why_not: "" },
    view: {
      game: "g",
      scenario: "s",
      ply: 0,
      heading: "Turn 1",
      seat: "red",
      pieces: [
        { id: "a", seat: "red", hex: "1" },
        { id: "enemy", seat: "blue", hex: "5" },
      ],
      ask: { seat: "red", kind: "Movement", rule: "3.1", prompt: "Choose a unit." },
    },
    ...more,
  };
}

const picks = [choice("unit a", ["a"]), choice("end")];
const moves = [choice("move a 2", ["a"], ["2"]), choice("done")];

describe("the store of a table", () => {
  const api = {
    state: vi.fn(),
    order: vi.fn(),
    undo: vi.fn(),
    why: vi.fn(),
    story: vi.fn(() => Promise.resolve({ entries: [], total: 0 })),
  };
  let store: TableStore;

  beforeEach(async () => {
    vi.clearAllMocks();
    api.state.mockResolvedValue(state("1", picks));
    store = new TableStore("key", api as unknown as TableApi);
    store.info = { mine: ["red"], seats: [] } as unknown as TableInfo;
    store.seat = "red";
    await store.refresh();
  });

  it("picks a unit up at a click, and lights where it may go", async () => {
    api.order.mockResolvedValue(state("2", moves));
    await store.clickUnit("a");
    expect(api.order).toHaveBeenCalledWith("red", "1", "unit a");
    expect(store.unitInHand).toBe("a");
    expect([...store.lit.hexes]).toEqual(["2"]);
  });

  it("moves it with the next click, by the state that was seen last", async () => {
    api.order.mockResolvedValueOnce(state("2", moves)).mockResolvedValueOnce(state("3", picks));
    await store.clickUnit("a");
    await store.clickHex("2");
    expect(api.order).toHaveBeenLastCalledWith("red", "2", "move a 2");
  });

  it("puts a unit that was only picked up down again at Esc", async () => {
    api.order.mockResolvedValue(state("2", moves));
    api.undo.mockResolvedValue(state("1", picks));
    await store.clickUnit("a");
    await store.back();
    expect(api.undo).toHaveBeenCalledOnce();
    expect(store.selectedUnit).toBe("");
  });

  it("asks why an enemy cannot be ordered, and lets it be looked at", async () => {
    api.why.mockResolvedValue({ refusal: { order: "", why: "it is not yours", rule: "3.1" } });
    await store.clickUnit("enemy");
    expect(store.refusal).toMatchObject({ why: "it is not yours", rule: "3.1" });
    expect(store.selectedUnit).toBe("enemy");
    await store.back();
    expect(store.refusal).toBeNull();
  });

  it("refuses nothing to who only looks at a hex", async () => {
    api.why.mockResolvedValue({ refusal: { order: "", why: "the game waits" } });
    await store.clickHex("7");
    expect(store.refusal).toBeNull();
    expect(store.selectedHex).toBe("7");
  });

  it("shows a refusal of the server with its rule, and stays where it was", async () => {
    api.order.mockRejectedValue(new ApiProblem(409, "Refused", "too many units", "4.4", 0));
    expect(await store.give("move a 2")).toBe(false);
    expect(store.refusal).toMatchObject({ why: "too many units", rule: "4.4" });
    expect(store.busy).toBe(false);
  });

  it("fetches the state anew when the table has moved on meanwhile", async () => {
    api.order.mockRejectedValue(new ApiProblem(412, "The table has moved on", "", "", 0));
    api.state.mockResolvedValue(state("9", moves));
    await store.give("end");
    expect(store.state?.state_id).toBe("9");
  });

  it("gives one order at a time", async () => {
    let answer: (state: TableState) => void = () => undefined;
    api.order.mockReturnValue(new Promise<TableState>((resolve) => (answer = resolve)));
    const first = store.give("end");
    expect(await store.give("end")).toBe(false);
    answer(state("2", moves));
    expect(await first).toBe(true);
    expect(api.order).toHaveBeenCalledOnce();
  });

  it("names units in texts of the server", () => {
    store.counters = { counters: { "2Pz.3": { title: "3rd Panzer" } }, liveries: {} } as never;
    expect(store.named("Order 2Pz.3: go. 2Pz.304 waits; 2Pz.3.")).toBe(
      "Order 3rd Panzer: go. 2Pz.304 waits; 3rd Panzer.",
    );
  });
});
