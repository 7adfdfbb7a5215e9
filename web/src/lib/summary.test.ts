import { describe, expect, it } from "vitest";
import { asText, turns, wrap } from "./summary";

const chapter = (heading: string, ...texts: string[]) => ({
  heading,
  entries: texts.map((text, n) => ({ n, seat: "axis", heading, events: [{ rule: "1", text }] })),
});

const story = [
  chapter("Turn 1, 16 November: German movement phase", "2Pz.3 moves to 3432"),
  chapter("Turn 1, 16 November: German combat phase", "Turn 1, 16 November: German combat phase", "R1"),
  chapter("Turn 1, 16 November: Soviet combat phase"),
  chapter("Turn 2, 17 November: German movement phase", "snow"),
];

describe("a summary", () => {
  it("has the phases in which something happened, by turn", () => {
    expect(turns(story)).toEqual([
      {
        turn: "Turn 1, 16 November",
        phases: [
          { phase: "German movement phase", lines: ["2Pz.3 moves to 3432"] },
          { phase: "German combat phase", lines: ["R1"] },
        ],
      },
      { turn: "Turn 2, 17 November", phases: [{ phase: "German movement phase", lines: ["snow"] }] },
    ]);
  });
  it("is a text with how things stand", () => {
    const text = asText(turns(story)[1]!, {
      game: "Moscow 1941",
      gauges: [{ label: "Victory points", value: "German 1" }],
      outcome: "",
    });
    expect(text).toBe(
      "Moscow 1941 · Turn 2, 17 November\n\nGerman movement phase\n– snow\n\nVictory points: German 1\n",
    );
  });
  it("is broken where it fits", () => {
    expect(wrap("one two three", 7, (text) => text.length)).toEqual(["one two", "three"]);
    expect(wrap("unbreakable", 3, (text) => text.length)).toEqual(["unbreakable"]);
    expect(wrap("", 3, (text) => text.length)).toEqual([]);
  });
});
