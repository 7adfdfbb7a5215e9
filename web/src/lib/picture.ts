/** A turn as a picture: the map as the seat sees it, and the lines of the summary below. */
import { house, type BoardInfo, type GameInfo, type View } from "./api";
import { wrap, type TurnStory } from "./summary";

const WIDTH = 1200;
const MARGIN = 36;
const MOST_LINES = 14;
const COLOURS = { paper: "#f4f0e4", ink: "#1f2420", quiet: "#565c50", accent: "#8a2f1b" };
const SERIF = '"Iowan Old Style", Palatino, "TeX Gyre Pagella", Georgia, serif';
const SANS = 'system-ui, "Noto Sans", "DejaVu Sans", sans-serif';

interface Scene {
  game: GameInfo;
  board: BoardInfo;
  view: View;
  /** The hexes of the scenario; empty for the whole board. */
  area: readonly string[];
  nameOf: (unit: string) => string;
  turn: TurnStory;
}

type Box = { left: number; top: number; width: number; height: number };

/** Draw it; the answer is a PNG. */
export async function paint(scene: Scene): Promise<Blob> {
  const map = await loaded(house.map(scene.game.id, scene.game.seasons[0] ?? "", scene.board.version));
  const box = areaOf(scene);
  const mapHeight = Math.round(Math.min(1100, ((WIDTH - 2 * MARGIN) * box.height) / box.width));
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  pen.font = `19px ${SANS}`;
  const words = linesOf(scene.turn, (text) => pen.measureText(text).width);
  canvas.width = WIDTH;
  canvas.height = 120 + mapHeight + 40 + words.length * 27 + 70;
  pen.fillStyle = COLOURS.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  head(pen, scene);
  pen.save();
  const scale = Math.min((WIDTH - 2 * MARGIN) / box.width, mapHeight / box.height);
  const left = (WIDTH - scale * box.width) / 2;
  pen.beginPath();
  pen.rect(left, 110, scale * box.width, mapHeight);
  pen.clip();
  pen.translate(left - scale * box.left, 110 - scale * box.top);
  pen.scale(scale, scale);
  const [x, y, right, bottom] = scene.board.page;
  pen.drawImage(map, x, y, right - x, bottom - y);
  for (const stack of stacksOf(scene.view)) counter(pen, scene, stack);
  pen.restore();
  let at = 110 + mapHeight + 44;
  for (const { text, bold } of words) {
    pen.font = bold ? `600 20px ${SERIF}` : `19px ${SANS}`;
    pen.fillStyle = bold ? COLOURS.accent : COLOURS.ink;
    pen.fillText(text, MARGIN, at);
    at += 27;
  }
  pen.font = `17px ${SANS}`;
  pen.fillStyle = COLOURS.quiet;
  pen.fillText(
    (scene.view.gauges ?? []).map((one) => `${one.label}: ${one.value}`).join("   ·   "),
    MARGIN,
    at + 14,
  );
  return new Promise((good, bad) =>
    canvas.toBlob(
      (blob) => (blob ? good(blob) : bad(new Error("the picture could not be made"))),
      "image/png",
    ),
  );
}

function head(pen: CanvasRenderingContext2D, { game, turn, view }: Scene) {
  pen.fillStyle = COLOURS.accent;
  pen.font = `600 34px ${SERIF}`;
  pen.fillText(turn.turn, MARGIN, 56);
  pen.fillStyle = COLOURS.quiet;
  pen.font = `20px ${SANS}`;
  pen.fillText([game.title, view.outcome].filter(Boolean).join(" · "), MARGIN, 88);
}

function linesOf(turn: TurnStory, width: (text: string) => number) {
  const found = turn.phases.flatMap(({ phase, lines }) => [
    { text: phase, bold: true },
    ...lines.flatMap((line) =>
      wrap(`– ${line}`, WIDTH - 2 * MARGIN, width).map((text) => ({ text, bold: false })),
    ),
  ]);
  return found.length > MOST_LINES
    ? [...found.slice(0, MOST_LINES), { text: "…and more", bold: false }]
    : found;
}

/** The part of the page to show: the hexes of the scenario with a little air, or the map. */
export function areaOf({ board, area }: Pick<Scene, "board" | "area">): Box {
  const shown = new Set(area);
  const hexes = board.hexes.filter((hex) => shown.has(hex.id));
  const [left, top, right, bottom] = board.map;
  if (!hexes.length) return { left, top, width: right - left, height: bottom - top };
  const xs = hexes.map((hex) => hex.x);
  const ys = hexes.map((hex) => hex.y);
  const air = 1.3 * Math.max(...board.corners.map(([x]) => x));
  return {
    left: Math.min(...xs) - air,
    top: Math.min(...ys) - air,
    width: Math.max(...xs) - Math.min(...xs) + 2 * air,
    height: Math.max(...ys) - Math.min(...ys) + 2 * air,
  };
}

interface Stack {
  hex: string;
  seat: string;
  unit: string;
  count: number;
}

function stacksOf(view: View): Stack[] {
  const found = new Map<string, Stack>();
  for (const piece of view.pieces) {
    if (!piece.hex) continue;
    const stack = found.get(piece.hex);
    if (stack) stack.count += 1;
    else found.set(piece.hex, { hex: piece.hex, seat: piece.seat, unit: piece.id ?? "", count: 1 });
  }
  return [...found.values()];
}

function counter(pen: CanvasRenderingContext2D, scene: Scene, { hex, seat, unit, count }: Stack) {
  const place = scene.board.hexes.find((one) => one.id === hex);
  const look = scene.game.seats.find((one) => one.id === seat);
  if (!place) return;
  const half = 0.55 * Math.max(...scene.board.corners.map(([x]) => x));
  for (let n = Math.min(count, 3) - 1; n >= 0; n--) {
    const by = n * half * 0.14;
    pen.fillStyle = look?.fill || "#ddd";
    pen.strokeStyle = look?.line || "#222";
    pen.lineWidth = half * 0.09;
    pen.beginPath();
    pen.roundRect(place.x - half + by, place.y - half - by, 2 * half, 2 * half, half * 0.18);
    pen.fill();
    pen.stroke();
  }
  pen.fillStyle = look?.ink || "#111";
  pen.font = `600 ${half * 0.62}px ${SANS}`;
  pen.textAlign = "center";
  pen.fillText(unit ? scene.nameOf(unit) : "?", place.x, place.y + half * 0.22, 1.8 * half);
  pen.textAlign = "left";
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((good, bad) => {
    const image = new Image();
    image.onload = () => good(image);
    image.onerror = () => bad(new Error("the map could not be drawn"));
    image.src = address;
  });
}
