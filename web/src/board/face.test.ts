import { describe, expect, it } from "vitest";
import type { CountersInfo, GameInfo, Piece } from "../lib/api";
import { badge, faceOf, printed, spoken } from "./face";

const LIVERY = {
  title: "Red",
  fill: "#a00",
  ink: "#fff",
  line: "#500",
  symbol: "#fbb",
  emblem: "star",
  emblem_colour: "#fff",
};
const COUNTERS: CountersInfo = {
  counters: {
    "2Pz.304": {
      id: "2Pz.304",
      title: "304th Rifle Regiment",
      livery: "guards",
      symbol: "motorized",
      name: "304",
      parent: "2",
      size: "III",
      levels: 3,
    },
  },
  liveries: { guards: { ...LIVERY, title: "Guards" }, red: LIVERY },
};
const GAME = { seats: [{ id: "red", title: "Soviet", fill: "#a00" }] } as unknown as GameInfo;
const piece: Piece = {
  id: "2Pz.304",
  seat: "red",
  hex: "3333",
  face: { type: "motorized", size: "regiment", attack: "6", defence: "4", movement: "10", levels: "2" },
  marks: ["moved"],
};

describe("the face of a counter", () => {
  it("prints the numbers of any game in their order, and draws the words it knows", () => {
    expect(printed(piece.face!)).toEqual(["6", "4", "10"]);
    expect(printed({ combat: "7", quality: "veteran", movement: "" })).toEqual(["7"]);
  });

  it("takes colours from the unit, else from its side", () => {
    expect(faceOf(piece, COUNTERS, GAME).livery.title).toBe("Guards");
    expect(faceOf({ seat: "red", hex: "1" }, COUNTERS, GAME).livery.title).toBe("Red");
    expect(faceOf({ seat: "red", hex: "1" }, null, GAME).livery.fill).toBe("#a00");
  });

  it("counts steps against those that it began with", () => {
    expect(faceOf(piece, COUNTERS, GAME)).toMatchObject({ steps: 2, most: 3 });
  });

  it("shows the type of an unknown unit, and nothing of a hidden one", () => {
    expect(faceOf({ seat: "red", face: { type: "armor" } }, COUNTERS, GAME).symbol).toEqual({
      symbol: "armor",
    });
    expect(faceOf({ seat: "red" }, COUNTERS, GAME).symbol).toBeNull();
  });
});

describe("badges", () => {
  it("know the common words of state", () => {
    expect(badge("out of supply 2")).toMatchObject({ sign: "S2", tone: "bad" });
    expect(badge("disorganized")).toMatchObject({ sign: "!", tone: "bad" });
    expect(badge("moved").tone).toBe("plain");
  });

  it("fall back on numbers and initials", () => {
    expect(badge("turn 6").sign).toBe("6");
    expect(badge("combat set-up").sign).toBe("CS");
  });
});

describe("the spoken name", () => {
  it("tells who, what it is worth, where, and its state", () => {
    const where = { id: "3333", place: "Volokolamsk", terrain: "clear", x: 0, y: 0 };
    expect(spoken(piece, where, COUNTERS, GAME)).toBe(
      "304th Rifle Regiment, Soviet, regiment, attack 6, defence 4, movement 10, 2 of 3 steps, " +
        "hex 3333, Volokolamsk, moved",
    );
  });

  it("gives nothing away of a hidden unit", () => {
    expect(spoken({ seat: "red", hex: "1" }, undefined, COUNTERS, GAME)).toBe("hidden unit, Soviet, hex 1");
  });
});
