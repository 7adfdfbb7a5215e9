/** Where the board is looked at from. It changes at every frame of a gesture, so nothing in it is reactive but `settled`. */
import type { Box, Point } from "./geometry";

export interface Pose {
  /** Where the origin of the map lies on the screen. */
  x: number;
  y: number;
  /** Pixels per unit of the map. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How long a pose must stand still before it counts as settled. */
const REST = 130;
/** Pixels per unit of the map at most. */
const LARGEST = 5;
const FLIGHT = 420;
/** A share of the window on each side that does not count as well within it; and how small the map may be. */
const CLEAR = 0.1;
const NEAR = 0.4;

export const screenToMap = (pose: Pose, at: Point): Point => ({
  x: (at.x - pose.x) / pose.scale,
  y: (at.y - pose.y) / pose.scale,
});

export const mapToScreen = (pose: Pose, at: Point): Point => ({
  x: at.x * pose.scale + pose.x,
  y: at.y * pose.scale + pose.y,
});

/** The pose in which a point of the screen stays where it is while the scale changes. */
export function zoomed(pose: Pose, scale: number, at: Point): Pose {
  const factor = scale / pose.scale;
  return { x: at.x - (at.x - pose.x) * factor, y: at.y - (at.y - pose.y) * factor, scale };
}

/** The pose that shows a box in the middle of the screen. */
export function fitting(box: Box, size: Size, margin = 12): Pose {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const scale = Math.min((size.width - 2 * margin) / width, (size.height - 2 * margin) / height);
  return centred({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, scale, size);
}

export const centred = (at: Point, scale: number, size: Size): Pose => ({
  x: size.width / 2 - at.x * scale,
  y: size.height / 2 - at.y * scale,
  scale,
});

/** Keep the scale within bounds, and the page under the middle of the window. */
export function bounded(pose: Pose, page: Box, size: Size): Pose {
  const least = Math.min(1, fitting(page, size).scale) * 0.8;
  const scale = Math.min(LARGEST, Math.max(least, pose.scale));
  const held = scale === pose.scale ? pose : zoomed(pose, scale, { x: size.width / 2, y: size.height / 2 });
  const within = (value: number, low: number, high: number, room: number) =>
    Math.min(room / 2 - low * scale, Math.max(room / 2 - high * scale, value));
  return {
    x: within(held.x, page.left, page.right, size.width),
    y: within(held.y, page.top, page.bottom, size.height),
    scale,
  };
}

export class Camera {
  /** The pose at this very frame. */
  pose: Pose = { x: 0, y: 0, scale: 1 };
  size: Size = { width: 0, height: 0 };
  page: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  /** The last pose that stood still: what may be drawn anew for. */
  settled = $state.raw<Pose>({ x: 0, y: 0, scale: 1 });
  /** The size of the window that belongs to it. */
  settledSize = $state.raw<Size>({ width: 0, height: 0 });
  /** Is a gesture going on? */
  moving = false;
  calm = false;

  #listeners = new Set<(pose: Pose) => void>();
  #settlers = new Set<() => void>();
  #frame = 0;
  #rest = 0;
  #flight = 0;

  /** Hear of every frame in which the pose changed. */
  onFrame(listener: (pose: Pose) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hear when a gesture begins and when the pose has come to rest. */
  onSettle(listener: () => void): () => void {
    this.#settlers.add(listener);
    return () => this.#settlers.delete(listener);
  }

  resize(size: Size) {
    const first = this.size.width === 0;
    const middle = screenToMap(this.pose, { x: this.size.width / 2, y: this.size.height / 2 });
    this.size = size;
    if (!first) this.set(centred(middle, this.pose.scale, size));
  }

  /** Move to a pose at the next frame. */
  set(pose: Pose) {
    this.pose = bounded(pose, this.page, this.size);
    if (!this.moving) {
      this.moving = true;
      for (const settler of this.#settlers) settler();
    }
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      for (const listener of this.#listeners) listener(this.pose);
    });
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.rest(), REST) as unknown as number;
  }

  /** Come to rest now. */
  rest() {
    clearTimeout(this.#rest);
    this.moving = false;
    this.settled = this.pose;
    this.settledSize = this.size;
    for (const settler of this.#settlers) settler();
  }

  panBy(dx: number, dy: number) {
    this.halt();
    this.set({ ...this.pose, x: this.pose.x + dx, y: this.pose.y + dy });
  }

  zoomBy(factor: number, at: Point = { x: this.size.width / 2, y: this.size.height / 2 }) {
    this.halt();
    const least = Math.min(1, fitting(this.page, this.size).scale) * 0.8;
    const scale = Math.min(LARGEST, Math.max(least, this.pose.scale * factor));
    this.set(zoomed(this.pose, scale, at));
  }

  /** Is a box well within the window, and near enough to be seen? */
  shows(box: Box): boolean {
    const { pose, size } = this;
    const [wide, high] = [size.width * CLEAR, size.height * CLEAR];
    const first = mapToScreen(pose, { x: box.left, y: box.top });
    const last = mapToScreen(pose, { x: box.right, y: box.bottom });
    const inside =
      first.x >= wide && first.y >= high && last.x <= size.width - wide && last.y <= size.height - high;
    return inside && pose.scale >= NEAR;
  }

  /** Show a box as a whole. */
  fit(box: Box, largest = 1.6) {
    const pose = fitting(box, this.size);
    const at = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    this.fly(pose.scale > largest ? centred(at, largest, this.size) : pose);
  }

  /** Bring a point to the middle; zoom in when the map is very small. */
  flyTo(at: Point, scale = Math.max(this.pose.scale, 0.9)) {
    this.fly(centred(at, scale, this.size));
  }

  /** Move just so far that a box is in sight. */
  reveal(box: Box, margin = 70) {
    const { x, y, scale } = this.pose;
    const need = (low: number, high: number, room: number) =>
      low < margin ? margin - low : high > room - margin ? room - margin - high : 0;
    const dx = need(box.left * scale + x, box.right * scale + x, this.size.width);
    const dy = need(box.top * scale + y, box.bottom * scale + y, this.size.height);
    if (dx || dy) this.fly({ x: x + dx, y: y + dy, scale });
  }

  /** Glide to a pose; jump there for those who prefer stillness. */
  fly(goal: Pose) {
    this.halt();
    if (this.calm || !this.size.width) return this.set(goal);
    const from = this.pose;
    const start = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / FLIGHT));
      const eased = 1 - (1 - share) ** 3;
      const scale = from.scale * (goal.scale / from.scale) ** eased;
      // The middle of the window glides in a straight line over the map.
      const half = { x: this.size.width / 2, y: this.size.height / 2 };
      const [one, two] = [screenToMap(from, half), screenToMap(goal, half)];
      const middle = { x: one.x + (two.x - one.x) * eased, y: one.y + (two.y - one.y) * eased };
      this.set(centred(middle, scale, this.size));
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#flight = requestAnimationFrame(step);
  }

  /** Let the map glide on after a flick; speed in pixels per millisecond. */
  glide(vx: number, vy: number) {
    this.halt();
    if (this.calm || Math.hypot(vx, vy) < 0.15) return;
    let last = performance.now();
    const step = (now: number) => {
      const spent = Math.min(40, Math.max(0, now - last));
      last = now;
      this.set({ ...this.pose, x: this.pose.x + vx * spent, y: this.pose.y + vy * spent });
      const slowed = Math.exp(-spent / 220);
      vx *= slowed;
      vy *= slowed;
      this.#flight = Math.hypot(vx, vy) > 0.02 ? requestAnimationFrame(step) : 0;
    };
    this.#flight = requestAnimationFrame(step);
  }

  /** Stop a flight. */
  halt() {
    cancelAnimationFrame(this.#flight);
    this.#flight = 0;
  }

  destroy() {
    this.halt();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#frame = 0;
  }
}
