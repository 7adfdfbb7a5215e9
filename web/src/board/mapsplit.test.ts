import { describe, expect, it } from "vitest";
import { grouped, splitMap, subpaths, without } from "./mapsplit";

describe("long paths in pieces", () => {
  it("begin anew at each absolute or relative move", () => {
    const parts = subpaths("M10 10l5 0z m20 0h4v3z M100 100q5 5 10 0");
    expect(parts.map(({ d }) => d.slice(0, 8))).toEqual(["M10 10l5", "M30 10h4", "M100 100"]);
    expect(parts[0]).toMatchObject({ left: 10, right: 15, top: 10, bottom: 10 });
    expect(parts[1]).toMatchObject({ left: 30, right: 34, bottom: 13 });
  });

  it("are grouped by place; fills that overlap stay together", () => {
    const apart = subpaths("M0 0h10v10h-10z M500 0h10v10h-10z");
    expect(grouped(apart, 100, true)).toHaveLength(2);
    const holed = subpaths("M0 0h400v400h-400z M300 300h10v10h-10z");
    expect(grouped(holed, 100, true)).toHaveLength(1);
    expect(grouped(holed, 100, false)).toHaveLength(2);
  });

  it("keep short paths, patterns and names as they are", () => {
    const long = Array.from({ length: 300 }, (_, n) => `M${n * 40} 0h20v20h-20z`).join("");
    const svg = `<svg><style>.r{fill:none}</style><defs><path d="${long}"/></defs><path d="M0 0h1"/><path class="r" d="${long}"/></svg>`;
    const split = splitMap(svg);
    expect(split.match(/<path/g)!.length).toBeGreaterThan(10);
    expect(split).toContain(`<defs><path d="${long}"/></defs>`);
    expect(split).toContain('<path d="M0 0h1"/>');
    expect(split.match(/h20/g)).toHaveLength(600);
  });
});

it("hides groups by a rule of style", () => {
  expect(without("<svg><style>a{}</style></svg>", ["numbers"])).toBe(
    "<svg><style>a{}#numbers{display:none}</style></svg>",
  );
  expect(without("<svg/>", [])).toBe("<svg/>");
});
