/** Paints the map under the counters: coarse as a whole, and sharp where one looks.

The drawing is a large SVG; painting it takes longer than a frame may. So a coarse picture of the whole page
always lies ready, and a sharp one of the window with some margin lies over it. Both are only shifted and
scaled during a gesture. When the map rests, a new sharp picture is painted block by block behind the scenes,
and shown when it is complete.
*/
import type { Camera, Pose } from "../lib/camera.svelte";
import type { Box } from "../lib/geometry";
import type { Drawing, Errand } from "./mapworker";

const COARSE_PIXELS = 3_600_000;
const SHARP_PIXELS = 16_000_000;
/** Side of a block in pixels: what is painted within one frame. */
const BLOCK = 512;
/** How much more than the window is painted sharply, as a share of it on each side. */
const MARGIN = 0.25;

/** A part of the map painted at some scale, on a canvas of its own. */
interface Picture {
  canvas: HTMLCanvasElement;
  pen: CanvasRenderingContext2D;
  /** Where its upper left corner lies on the map, and pixels per unit. */
  left: number;
  top: number;
  scale: number;
  /** It shows an older drawing. */
  stale: boolean;
}

interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class MapPainter {
  #page: Box;
  #camera: Camera;
  #coarse: Picture;
  #front: Picture;
  #back: Picture;
  /** The whole drawing. */
  image: HTMLImageElement | undefined;
  #asked = "";
  #frame = 0;
  #queue: { picture: Picture; blocks: Block[]; done: () => void }[] = [];
  #worker: Worker | undefined;
  #host: HTMLElement;
  #begun = false;
  onReady: () => void = () => undefined;
  onFault: (error: string) => void = () => undefined;

  constructor(host: HTMLElement, page: Box, camera: Camera) {
    this.#host = host;
    this.#page = page;
    this.#camera = camera;
    this.#coarse = picture(host);
    this.#front = picture(host);
    this.#back = picture(host);
    for (const one of [this.#coarse, this.#front, this.#back]) one.canvas.style.visibility = "hidden";
  }

  /** Show another drawing of the same page, without some of its groups; the old one stays until it is ready. */
  load(address: string, hidden: readonly string[] = []) {
    const url = new URL(address, location.href).href;
    const asked = [url, ...hidden].join(" ");
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#worker ??= new Worker(new URL("./mapworker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Drawing>) => {
      if (data.asked !== this.#asked) return;
      if (data.svg) void this.show(data.svg);
      else this.onFault(data.error ?? "");
    };
    this.#worker.postMessage({ asked, url, hidden } satisfies Errand);
  }

  /** Paint this drawing. */
  async show(svg: string) {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.src = address;
    try {
      await image.decode();
    } catch (error) {
      this.onFault(String(error));
      return;
    } finally {
      URL.revokeObjectURL(address);
    }
    this.image = image;
    this.#queue = [];
    this.#front.stale = true;
    const { left, top, right, bottom } = this.#page;
    const scale = Math.sqrt(COARSE_PIXELS / ((right - left) * (bottom - top)));
    this.#coarse.canvas.style.visibility = "hidden";
    this.#sharpen();
    this.#shape(this.#coarse, this.#page, scale);
    this.place(this.#camera.pose);
    this.#queue.push({
      picture: this.#coarse,
      blocks: this.#blocks(this.#coarse),
      done: () => this.#settled(),
    });
    this.#wake();
  }

  #settled() {
    this.#coarse.canvas.style.visibility = "";
    this.#sharpen();
  }

  /** Shift and scale the pictures for a pose; cheap enough for every frame. */
  place(pose: Pose) {
    for (const one of [this.#coarse, this.#front, this.#back]) if (one.scale) this.#put(one, pose);
  }

  #put(one: Picture, pose: Pose) {
    const scale = pose.scale / one.scale;
    const x = one.left * pose.scale + pose.x;
    const y = one.top * pose.scale + pose.y;
    // A picture at its own scale lies on whole pixels, or it would blur.
    const ratio = devicePixelRatio;
    const exact = Math.abs(scale * ratio - 1) < 0.001;
    const at = (value: number) => (exact ? Math.round(value * ratio) / ratio : value);
    one.canvas.style.transform = `translate3d(${at(x)}px,${at(y)}px,0) scale(${exact ? 1 / ratio : scale})`;
  }

  /** The map has come to rest, or has moved on at the same scale: paint what is not sharp. */
  refresh() {
    if (this.image) this.#sharpen();
  }

  #window(margin: number): Box {
    const { pose, size } = this.#camera;
    const [dx, dy] = [(size.width * margin) / pose.scale, (size.height * margin) / pose.scale];
    return {
      left: Math.max(this.#page.left, -pose.x / pose.scale - dx),
      top: Math.max(this.#page.top, -pose.y / pose.scale - dy),
      right: Math.min(this.#page.right, (size.width - pose.x) / pose.scale + dx),
      bottom: Math.min(this.#page.bottom, (size.height - pose.y) / pose.scale + dy),
    };
  }

  #sharpen() {
    const scale = this.#camera.pose.scale * devicePixelRatio;
    const front = this.#front;
    const same = !front.stale && Math.abs(front.scale / scale - 1) < 0.001;
    if (same && covers(front, this.#window(0.02))) return;
    if (
      this.#queue.some((job) => job.picture === this.#back && Math.abs(job.picture.scale / scale - 1) < 0.001)
    )
      if (covers(this.#back, this.#window(0.02))) return;
    this.#queue = this.#queue.filter((job) => job.picture !== this.#back);
    const whole = this.#window(MARGIN);
    const pixels = (whole.right - whole.left) * (whole.bottom - whole.top) * scale * scale;
    const wanted = pixels > SHARP_PIXELS || !this.#begun ? this.#window(0) : whole;
    if (wanted.right <= wanted.left || wanted.bottom <= wanted.top) return;
    const back = this.#back;
    this.#shape(back, wanted, scale);
    let blocks = this.#blocks(back);
    if (same) blocks = reuse(front, back, blocks);
    const middle = { x: back.canvas.width / 2, y: back.canvas.height / 2 };
    const away = (block: Block) =>
      Math.hypot(block.x + block.width / 2 - middle.x, block.y + block.height / 2 - middle.y);
    blocks.sort((one, two) => away(one) - away(two));
    if (!this.#begun) this.#unroll(back);
    this.#queue.unshift({ picture: back, blocks, done: () => this.#swap() });
    this.#wake();
  }

  /** The first picture is shown while it is painted: there is nothing better yet. */
  #unroll(one: Picture) {
    this.#begun = true;
    this.#put(one, this.#camera.pose);
    one.canvas.style.visibility = "";
  }

  #swap() {
    this.onReady();
    [this.#front, this.#back] = [this.#back, this.#front];
    this.place(this.#camera.pose);
    this.#front.canvas.style.visibility = "";
    this.#back.canvas.style.visibility = "hidden";
    if (!this.#camera.moving) this.#sharpen();
  }

  /** Give a picture a place, a scale and a blank canvas. */
  #shape(one: Picture, box: Box, scale: number) {
    one.left = Math.floor(box.left * scale) / scale;
    one.top = Math.floor(box.top * scale) / scale;
    one.scale = scale;
    one.stale = false;
    one.canvas.width = Math.max(1, Math.ceil((box.right - one.left) * scale));
    one.canvas.height = Math.max(1, Math.ceil((box.bottom - one.top) * scale));
    // Where the drawing ends within a pixel, the table shows.
    one.pen.fillStyle = getComputedStyle(this.#host).backgroundColor;
    one.pen.fillRect(0, 0, one.canvas.width, one.canvas.height);
  }

  #blocks(one: Picture): Block[] {
    const { width, height } = one.canvas;
    const found: Block[] = [];
    for (let y = 0; y < height; y += BLOCK)
      for (let x = 0; x < width; x += BLOCK)
        found.push({ x, y, width: Math.min(BLOCK, width - x), height: Math.min(BLOCK, height - y) });
    return found;
  }

  #wake() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#work();
    });
  }

  /** One block in a frame, and none while the map moves. */
  #work() {
    const job = this.#queue[0];
    if (!job || !this.image) return;
    if (!this.#camera.moving) {
      const block = job.blocks.shift();
      if (block) this.#paint(job.picture, block);
      if (!job.blocks.length) {
        this.#queue.shift();
        job.done();
      }
    }
    if (this.#queue.length) this.#wake();
  }

  #paint(one: Picture, { x, y, width, height }: Block) {
    const { scale, left, top } = one;
    const [fromX, fromY] = [left + x / scale - this.#page.left, top + y / scale - this.#page.top];
    one.pen.drawImage(this.image!, fromX, fromY, width / scale, height / scale, x, y, width, height);
  }

  destroy() {
    cancelAnimationFrame(this.#frame);
    this.#worker?.terminate();
    this.#queue = [];
    this.#host.replaceChildren();
  }
}

function picture(host: HTMLElement): Picture {
  const canvas = document.createElement("canvas");
  canvas.className = "map-picture";
  canvas.width = canvas.height = 1;
  host.append(canvas);
  return { canvas, pen: canvas.getContext("2d", { alpha: false })!, left: 0, top: 0, scale: 0, stale: false };
}

function covers(one: Picture, box: Box): boolean {
  const slack = 1 / one.scale;
  return (
    one.left <= box.left + slack &&
    one.top <= box.top + slack &&
    one.left + one.canvas.width / one.scale >= box.right - slack &&
    one.top + one.canvas.height / one.scale >= box.bottom - slack
  );
}

/** Copy what the old picture has of the new one; returns the blocks that are still to be painted. */
function reuse(old: Picture, fresh: Picture, blocks: Block[]): Block[] {
  const dx = Math.round((old.left - fresh.left) * fresh.scale);
  const dy = Math.round((old.top - fresh.top) * fresh.scale);
  fresh.pen.drawImage(old.canvas, dx, dy);
  const held = { left: dx, top: dy, right: dx + old.canvas.width, bottom: dy + old.canvas.height };
  return blocks.filter(
    (block) =>
      block.x < held.left ||
      block.y < held.top ||
      block.x + block.width > held.right ||
      block.y + block.height > held.bottom,
  );
}
