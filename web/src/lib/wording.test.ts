import { describe, expect, it } from "vitest";
import { sentence, withNames, worded, type Names } from "./wording";

const names: Names = {
  unit: (id) => (id === "2Pz.3" ? "3rd Panzer Regiment" : ""),
  hex: (id) => (/^\d{4}$/.test(id) ? (id === "3630" ? "3630 Chismena" : id) : ""),
};
const verbs = {
  move: { title: "Move to", choice: "{2}" },
  pursue: { title: "Pursue", choice: "{1} to {2}" },
  blow: { title: "Blow up", choice: "between {1}" },
  end: { title: "End the phase" },
};

describe("orders in words", () => {
  it("says a choice as the game says it", () => {
    expect(worded("move 2Pz.3 3630", verbs, names)).toEqual({ title: "Move to", rest: "3630 Chismena" });
    expect(sentence("end", verbs, names)).toBe("End the phase");
    expect(sentence("move 2Pz.3 3432; blow 3629/3630", verbs, names)).toBe(
      "Move to 3432; Blow up: between 3629 and 3630 Chismena",
    );
  });
  it("names the end of a path and the two hexes of a side", () => {
    expect(worded("pursue 2Pz.3 3432-3531-3630", verbs, names).rest).toBe(
      "3rd Panzer Regiment to 3630 Chismena",
    );
    expect(worded("blow 3629/3630", verbs, names).rest).toBe("between 3629 and 3630 Chismena");
  });
  it("manages without any words of the game", () => {
    expect(sentence("all-out 2Pz.3 3630 twice", {}, names)).toBe(
      "All out: 3rd Panzer Regiment, 3630 Chismena, twice",
    );
  });
  it("leaves a hyphenated name that is no path alone", () => {
    expect(worded("fly axis-air 3432", {}, names).rest).toBe("axis-air, 3432");
  });
});

describe("short names in a text", () => {
  const titleOf = (unit: string) =>
    ({ "2Pz.3": "3rd Panzer", "2Pz.S3": "Rifles", "7": "Seventh" })[unit] ?? "";
  it("are found as whole words only", () => {
    expect(withNames("2Pz.3 and 2Pz.S3 at 72Pz.3, 7:1", ["2Pz.3", "2Pz.S3", "X"], titleOf)).toEqual([
      { text: "2Pz.3", title: "3rd Panzer" },
      { text: " and ", title: "" },
      { text: "2Pz.S3", title: "Rifles" },
      { text: " at 72Pz.3, 7:1", title: "" },
    ]);
  });
  it("leave a text without units whole", () => {
    expect(withNames("Snow falls", [], titleOf)).toEqual([{ text: "Snow falls", title: "" }]);
  });
});
