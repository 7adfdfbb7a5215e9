import { expect, it } from "vitest";
import { fraction, headingParts } from "./words";

it("writes fractions as by hand", () => {
  expect(fraction("4 1/2")).toBe("4½");
  expect(fraction("1/3 of 12")).toBe("⅓ of 12");
  expect(fraction("rule 11/2 and 5/7")).toBe("rule 11/2 and 5/7");
});

it("parts a heading at its last colon", () => {
  expect(headingParts("Turn 1, 15 November: German phase")).toEqual({
    turn: "Turn 1, 15 November",
    phase: "German phase",
  });
  expect(headingParts("Set-up")).toEqual({ turn: "Set-up", phase: "" });
});
