import { describe, expect, it } from "vitest";
import type { GameInfo } from "../lib/api";
import { signOf } from "./markers";
import { toneOf } from "./tones";

describe("markers", () => {
  it("are drawn by the words of their kind, in any game", () => {
    expect(signOf("control").shape).toBe("flag");
    expect(signOf("fortification").shape).toBe("works");
    expect(signOf("destroyed bridge").shape).toBe("broken");
    expect(signOf("new bridge").shape).toBe("bridge");
    expect(signOf("mission").shape).toBe("plane");
  });

  it("bear a label when nobody knows them", () => {
    expect(signOf("oil field")).toEqual({ shape: "label", place: "side" });
  });
});

describe("tones", () => {
  const game = {
    seats: [
      { id: "red", fill: "#a00", line: "#500" },
      { id: "blue", fill: "#00a", line: "#005" },
    ],
  } as unknown as GameInfo;

  it("are the colours of a side, hatched so that sides differ without colour", () => {
    expect(toneOf("red", game)).toEqual({ fill: "#a00", line: "#500", hatch: "up" });
    expect(toneOf("blue", game).hatch).toBe("down");
  });

  it("are good, bad or neutral for what belongs to nobody", () => {
    expect(toneOf("good", game)).not.toEqual(toneOf("bad", game));
    expect(toneOf("never heard of", null)).toEqual(toneOf("neutral", null));
  });
});
