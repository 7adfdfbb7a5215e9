/** Breaks the long paths of a map drawing into pieces by place, so that a part of it is drawn as fast as it is small.

A path is painted as a whole even where only a corner of it shows. Its subpaths can be painted apart when they are
strokes, or fills that do not overlap; so the picture stays the same.
*/

/** Paths shorter than this are left alone. */
const LONG = 3000;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const COMMAND = /([a-zA-Z])([^a-zA-Z]*)/g;
/** How many numbers each command takes, and where its end point stands in them. */
const TAKES: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7, z: 0 };

interface Subpath {
  d: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The subpaths of a path, each beginning with an absolute move, with the boxes of their points. */
export function subpaths(d: string): Subpath[] {
  const found: Subpath[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let open: Subpath | undefined;
  const touch = (px: number, py: number) => {
    if (!open) return;
    open.left = Math.min(open.left, px);
    open.right = Math.max(open.right, px);
    open.top = Math.min(open.top, py);
    open.bottom = Math.max(open.bottom, py);
  };
  for (const [whole, letter, rest] of d.matchAll(COMMAND)) {
    const kind = letter!.toLowerCase();
    const relative = letter === kind;
    const numbers = (rest!.match(NUMBER) ?? []).map(Number);
    const takes = TAKES[kind] ?? 0;
    const from = kind === "m" ? 2 : 0;
    if (kind === "m") {
      x = (relative ? x : 0) + (numbers[0] ?? 0);
      y = (relative ? y : 0) + (numbers[1] ?? 0);
      [startX, startY] = [x, y];
      open = { d: "", left: x, top: y, right: x, bottom: y };
      found.push(open);
      const further = numbers.slice(2);
      open.d = `M${tidy(x)} ${tidy(y)}${further.length ? (relative ? "l" : "L") + further.join(" ") : ""}`;
    } else if (open) {
      open.d += whole;
    }
    if (kind === "z") {
      [x, y] = [startX, startY];
      continue;
    }
    for (let at = from; takes && at + takes <= numbers.length; at += takes) {
      const [baseX, baseY] = relative ? [x, y] : [0, 0];
      if (kind === "h") x = baseX + numbers[at]!;
      else if (kind === "v") y = (relative ? y : 0) + numbers[at]!;
      else if (kind === "a") {
        const radius = Math.max(numbers[at]!, numbers[at + 1]!) * 2;
        for (const [dx, dy] of [
          [-radius, -radius],
          [radius, radius],
        ] as const)
          touch(x + dx, y + dy);
        x = baseX + numbers[at + 5]!;
        y = baseY + numbers[at + 6]!;
      } else {
        for (let pair = at; pair < at + takes; pair += 2)
          touch(baseX + numbers[pair]!, baseY + numbers[pair + 1]!);
        x = baseX + numbers[at + takes - 2]!;
        y = baseY + numbers[at + takes - 1]!;
      }
      touch(x, y);
    }
  }
  return found;
}

const tidy = (value: number) => Math.round(value * 100) / 100;

/** Group subpaths by the cell that their middle lies in; those that overlap stay together when they are filled. */
export function grouped(parts: readonly Subpath[], cell: number, filled: boolean): string[] {
  const leader = parts.map((_, index) => index);
  const lead = (index: number): number => {
    while (leader[index] !== index) index = leader[index] = leader[leader[index]!]!;
    return index;
  };
  if (filled) {
    const order = parts.map((_, index) => index).sort((one, two) => parts[one]!.left - parts[two]!.left);
    let live: number[] = [];
    for (const index of order) {
      const part = parts[index]!;
      live = live.filter((other) => parts[other]!.right >= part.left);
      for (const other of live)
        if (parts[other]!.bottom >= part.top && parts[other]!.top <= part.bottom)
          leader[lead(other)] = lead(index);
      live.push(index);
    }
  }
  const groups = new Map<string, string[]>();
  parts.forEach((part, index) => {
    const first = parts[lead(index)]!;
    const key = `${Math.floor((first.left + first.right) / 2 / cell)},${Math.floor((first.top + first.bottom) / 2 / cell)}`;
    const held = groups.get(key);
    if (held) held.push(part.d);
    else groups.set(key, [part.d]);
  });
  return [...groups.values()].map((pieces) => pieces.join(""));
}

/** Classes whose rule says that nothing is filled. */
function unfilled(svg: string): Set<string> {
  const classes = new Set<string>();
  for (const [, selectors, body] of svg.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    if (/fill:\s*none/.test(body!))
      for (const [, name] of selectors!.matchAll(/\.([\w-]+)/g)) classes.add(name!);
  return classes;
}

/** The same drawing with its long paths in pieces, about `cell` units wide. */
export function splitMap(svg: string, cell = 320): string {
  const head = svg.indexOf("</style>");
  const strokes = unfilled(svg.slice(svg.indexOf("<style>") + 7, head).replace(/@font-face\{[^}]*\}/g, ""));
  let defs = 0;
  return svg.replace(
    /<(\/?)(defs|pattern|clipPath|path)\b([^>]*)>/g,
    (whole, close: string, tag: string, words: string) => {
      if (tag !== "path") {
        if (tag !== "path" && !words.endsWith("/")) defs += close ? -1 : 1;
        return whole;
      }
      const d = / d="([^"]*)"/.exec(words)?.[1] ?? "";
      if (defs || d.length < LONG || / id="/.test(words)) return whole;
      const classes = / class="([^"]*)"/.exec(words)?.[1]?.split(" ") ?? [];
      const hollow = / fill="none"/.test(words) || classes.some((name) => strokes.has(name));
      return grouped(subpaths(d), cell, !hollow)
        .map((piece) => `<path${words.replace(d, piece)}>`)
        .join("");
    },
  );
}

/** The same drawing with some of its groups hidden. */
export function without(svg: string, groups: readonly string[]): string {
  if (!groups.length) return svg;
  const rule = `${groups.map((group) => `#${group}`).join(",")}{display:none}`;
  return svg.replace("</style>", `${rule}</style>`);
}
