import { describe, expect, it } from "vitest";
import type { OddsInfo } from "./api";
import { bars, percent, spans } from "./chances";

describe("chances", () => {
  it("joins throws that follow each other", () => {
    expect(spans(["2", "3", "4", "7", "9", "10"])).toBe("2–4, 7, 9–10");
    expect(spans(["hit", "miss"])).toBe("hit, miss");
    expect(spans([])).toBe("");
  });
  it("measures bars by the widest", () => {
    const share = (value: number) => ({ exact: "", percent: value });
    const odds = {
      results: [
        { text: "R1", throws: ["7"], share: share(25) },
        { text: "R2", throws: ["8"], share: share(50) },
      ],
    } as unknown as OddsInfo;
    expect(bars(odds).map((bar) => bar.width)).toEqual([50, 100]);
  });
  it("never calls the possible impossible", () => {
    expect(percent(0.02)).toBe("< 0.1 %");
    expect(percent(0)).toBe("0 %");
    expect(percent(2.78)).toBe("2.8 %");
    expect(percent(25)).toBe("25 %");
  });
});
