/** Mouse, touch, pen, wheel and trackpad on the board: panning, zooming, clicking, dragging. */
import type { Camera } from "./camera.svelte";
import type { Point } from "./geometry";

export interface Handlers {
  /** May what was pressed be dragged? Then it is, instead of the map. */
  grab(target: Element, at: Point, touch: boolean): boolean;
  drag(at: Point): void;
  drop(at: Point): void;
  /** The drag was broken off. */
  cancel(): void;
  click(target: Element, at: Point, touch: boolean): void;
  /** The mouse is over this point, with no button pressed; null when it has left. */
  hover(target: Element | null, at: Point): void;
}

/** How far a press may wander and still be a click. */
const STILL = { mouse: 4, touch: 10 };
const WHEEL = 0.0016;
const PINCH = 0.01;
const LINE = 18;
const PAGE = 300;
/** Movement that counts for the speed of a flick, in milliseconds. */
const FLICK = 80;

type Press = { target: Element; start: Point; touch: boolean; mode: "press" | "pan" | "drag" };

/** Listen to an element; returns how to stop. */
export function attach(element: HTMLElement, camera: Camera, handlers: Handlers): () => void {
  const fingers = new Map<number, Point>();
  let trail: { at: Point; when: number }[] = [];
  let press: Press | null = null;
  let pinch: { distance: number; middle: Point } | null = null;

  let frame = element.getBoundingClientRect();
  const measure = () => (frame = element.getBoundingClientRect());
  const point = (event: MouseEvent): Point => ({
    x: event.clientX - frame.left,
    y: event.clientY - frame.top,
  });

  function down(event: PointerEvent) {
    if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 1) return;
    const target = event.target as Element;
    if (target.closest("[data-no-pan]")) return;
    measure();
    camera.halt();
    fingers.set(event.pointerId, point(event));
    if (fingers.size === 2) {
      if (press?.mode === "drag") handlers.cancel();
      press = null;
      pinch = spread();
    } else if (fingers.size === 1) {
      const touch = event.pointerType === "touch";
      press = { target, start: point(event), touch, mode: "press" };
      trail = [{ at: point(event), when: event.timeStamp }];
    }
  }

  function move(event: PointerEvent) {
    const at = point(event);
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== "touch") handlers.hover(event.target as Element, at);
      return;
    }
    fingers.set(event.pointerId, at);
    if (pinch && fingers.size >= 2) return pinched();
    if (!press) return;
    if (press.mode === "press") begin(event, at);
    if (press.mode === "drag") handlers.drag(at);
    if (press.mode === "pan") {
      camera.panBy(at.x - last.x, at.y - last.y);
      trail.push({ at, when: event.timeStamp });
      if (trail.length > 12) trail.shift();
    }
  }

  /** A press becomes a pan or a drag when it wanders. */
  function begin(event: PointerEvent, at: Point) {
    if (!press) return;
    const wandered = Math.hypot(at.x - press.start.x, at.y - press.start.y);
    if (wandered < (press.touch ? STILL.touch : STILL.mouse)) return;
    element.setPointerCapture(event.pointerId);
    press.mode = handlers.grab(press.target, press.start, press.touch) ? "drag" : "pan";
    if (press.mode === "pan") handlers.hover(null, at);
    element.dataset.gesture = press.mode;
  }

  function spread() {
    const [one, two] = [...fingers.values()] as [Point, Point];
    return {
      distance: Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)),
      middle: { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 },
    };
  }

  function pinched() {
    const now = spread();
    if (pinch) {
      camera.panBy(now.middle.x - pinch.middle.x, now.middle.y - pinch.middle.y);
      camera.zoomBy(now.distance / pinch.distance, now.middle);
    }
    pinch = now;
  }

  function up(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return;
    const at = point(event);
    if (pinch) {
      pinch = fingers.size >= 2 ? spread() : null;
      press = null;
      return;
    }
    const done = press;
    press = null;
    delete element.dataset.gesture;
    if (!done) return;
    if (done.mode === "drag") handlers.drop(at);
    else if (done.mode === "press") handlers.click(done.target, at, done.touch);
    else flick(event.timeStamp);
  }

  function flick(now: number) {
    const recent = trail.filter((one) => now - one.when < FLICK);
    const first = recent[0];
    const last = recent.at(-1);
    if (!first || !last || last.when === first.when) return;
    const spent = Math.max(16, now - first.when);
    camera.glide((last.at.x - first.at.x) / spent, (last.at.y - first.at.y) / spent);
  }

  function cancel(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return;
    if (press?.mode === "drag") handlers.cancel();
    press = null;
    pinch = null;
    delete element.dataset.gesture;
  }

  function leave(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) handlers.hover(null, point(event));
  }

  function wheel(event: WheelEvent) {
    if ((event.target as Element).closest("[data-no-pan]")) return;
    event.preventDefault();
    measure();
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? PAGE : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    // A trackpad pinch arrives as a wheel with Ctrl; two fingers sideways, or Shift, pan.
    if (event.ctrlKey) camera.zoomBy(Math.exp(-clamp(dy, 60) * PINCH), point(event));
    else if (event.shiftKey) camera.panBy(-(dx || dy), 0);
    else if (Math.abs(dx) > 2) camera.panBy(-dx, -dy);
    else camera.zoomBy(Math.exp(-clamp(dy, 240) * WHEEL), point(event));
  }

  const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  const stop = (event: Event) => event.preventDefault();

  const listening: [string, EventListener, AddEventListenerOptions?][] = [
    ["pointerdown", down as EventListener],
    ["pointermove", move as EventListener],
    ["pointerup", up as EventListener],
    ["pointercancel", cancel as EventListener],
    ["pointerleave", leave as EventListener],
    ["pointerenter", measure],
    ["wheel", wheel as EventListener, { passive: false }],
    ["dragstart", stop],
    ["gesturestart", stop],
  ];
  for (const [name, listener, options] of listening) element.addEventListener(name, listener, options);
  return () => {
    for (const [name, listener] of listening) element.removeEventListener(name, listener);
  };
}
