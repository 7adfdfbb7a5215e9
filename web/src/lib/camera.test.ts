import { describe, expect, it } from "vitest";
import {
  bounded,
  Camera,
  centred,
  fitting,
  mapToScreen,
  type Pose,
  screenToMap,
  zoomed,
} from "./camera.svelte";

const SIZE = { width: 800, height: 600 };
const PAGE = { left: 0, top: 0, right: 2000, bottom: 3000 };

describe("the camera", () => {
  const pose: Pose = { x: -120, y: 40, scale: 0.8 };

  it("turns points of the screen into points of the map and back", () => {
    const at = { x: 333, y: 222 };
    const there = mapToScreen(pose, screenToMap(pose, at));
    expect(there.x).toBeCloseTo(at.x);
    expect(there.y).toBeCloseTo(at.y);
  });

  it("zooms about the point under the pointer", () => {
    const at = { x: 500, y: 100 };
    const before = screenToMap(pose, at);
    const after = screenToMap(zoomed(pose, 2.4, at), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("fits a box with a margin on all sides", () => {
    const fit = fitting(PAGE, SIZE, 10);
    expect(mapToScreen(fit, { x: 0, y: 0 }).y).toBeCloseTo(10);
    expect(mapToScreen(fit, { x: 2000, y: 3000 }).y).toBeCloseTo(590);
  });

  it("keeps the page below the middle of the window", () => {
    const lost = bounded({ x: 99_999, y: -99_999, scale: 1 }, PAGE, SIZE);
    const middle = screenToMap(lost, { x: 400, y: 300 });
    expect(middle).toEqual({ x: 0, y: 3000 });
  });

  it("keeps the scale between the whole page and a few large hexes", () => {
    expect(bounded({ x: 0, y: 0, scale: 99 }, PAGE, SIZE).scale).toBe(5);
    expect(bounded({ x: 0, y: 0, scale: 0.0001 }, PAGE, SIZE).scale).toBeCloseTo(
      fitting(PAGE, SIZE).scale * 0.8,
    );
  });

  it("centres on a point", () => {
    expect(screenToMap(centred({ x: 700, y: 900 }, 1.7, SIZE), { x: 400, y: 300 })).toEqual({
      x: 700,
      y: 900,
    });
  });

  it("knows what is well in sight", () => {
    const camera = new Camera();
    camera.size = SIZE;
    camera.pose = { x: 0, y: 0, scale: 1 };
    expect(camera.shows({ left: 300, top: 200, right: 400, bottom: 300 })).toBe(true);
    expect(camera.shows({ left: 0, top: 200, right: 400, bottom: 300 })).toBe(false);
    expect(camera.shows({ left: 300, top: 200, right: 400, bottom: 599 })).toBe(false);
    camera.pose = { x: 300, y: 300, scale: 0.01 };
    expect(camera.shows({ left: 300, top: 200, right: 400, bottom: 300 })).toBe(false);
  });
});
