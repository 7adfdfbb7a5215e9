/** What a counter shows, from the words of the view. Any game's words will do: what is not known is printed as it is. */
import type { CounterInfo, CountersInfo, GameInfo, HexInfo, Piece } from "../lib/api";
import { sizeWord, type SymbolWords } from "../lib/symbols";
import { capital } from "../lib/words";

export interface Livery {
  title: string;
  fill: string;
  ink: string;
  line: string;
  symbol: string;
  emblem: string;
  emblem_colour: string;
}

/** A mark on a counter: a sign, how grave it is, and the word it stands for. */
export interface Badge {
  sign: string;
  tone: "plain" | "bad" | "warn";
  word: string;
}

export interface Face {
  livery: Livery;
  symbol: SymbolWords | null;
  name: string;
  parent: string;
  size: string;
  morale: string;
  stars: readonly string[];
  /** The numbers along the foot of the counter. */
  values: readonly string[];
  /** Steps left, and how many there were. */
  steps: number;
  most: number;
  badges: readonly Badge[];
}

/** Words of a face that are drawn, not printed as a number. */
const DRAWN = new Set(["type", "size", "levels", "steps"]);
/** Longer values are told in words only. */
const PRINTED = 3;

const BADGES: readonly [RegExp, string, Badge["tone"]][] = [
  [/out of supply|unsupplied|isolated/i, "S", "bad"],
  [/disorgani[sz]ed|disrupted|demorali[sz]ed/i, "!", "bad"],
  [/mask|hidden/i, "?", "plain"],
  [/bridge|building/i, "∩", "warn"],
  [/fought|fired|attacked/i, "⚔", "plain"],
  [/strategic|rail/i, "»", "plain"],
  [/moved/i, "›", "plain"],
];

/** The sign of a mark: a known one, its number, or the initials of its words. */
export function badge(word: string): Badge {
  const known = BADGES.find(([words]) => words.test(word));
  const number = /\d+/.exec(word)?.[0] ?? "";
  if (known)
    return { sign: known[1] + (known[2] === "bad" && number !== "1" ? number : ""), tone: known[2], word };
  if (number) return { sign: number, tone: "plain", word };
  const initials = word.split(/[\s-]+/).map((part) => part.charAt(0).toUpperCase());
  return { sign: initials.join("").slice(0, 2), tone: "plain", word };
}

const PLAIN: Livery = {
  title: "",
  fill: "#cfc8b8",
  ink: "#1b1b1b",
  line: "#3c3a35",
  symbol: "#efe9da",
  emblem: "none",
  emblem_colour: "#1b1b1b",
};

/** The colours of a counter, or of the side it belongs to. */
export function liveryOf(
  livery: string | undefined,
  seat: string,
  counters: CountersInfo | null,
  game: GameInfo | null,
): Livery {
  const found = counters?.liveries[livery ?? ""] ?? counters?.liveries[seat];
  if (found) return found;
  const side = game?.seats.find((one) => one.id === seat);
  if (!side?.fill) return PLAIN;
  const { title, fill, ink = PLAIN.ink, line = PLAIN.line, symbol = PLAIN.symbol, emblem = "none" } = side;
  return { title, fill, ink, line, symbol, emblem, emblem_colour: line };
}

/** The numbers to print: short words of the face in the order in which the game gives them. */
export const printed = (face: Readonly<Record<string, string>>): string[] =>
  Object.entries(face)
    .filter(([word, value]) => !DRAWN.has(word) && value !== "" && value.length <= PRINTED)
    .map(([, value]) => value);

export function faceOf(piece: Piece, counters: CountersInfo | null, game: GameInfo | null): Face {
  const info: CounterInfo | undefined = counters?.counters[piece.id ?? ""];
  const face = piece.face ?? {};
  const steps = Number(face.levels ?? face.steps ?? 0) || 0;
  const symbol = info?.symbol ?? face.type ?? "";
  return {
    livery: liveryOf(info?.livery, piece.seat, counters, game),
    symbol: symbol ? { symbol, mobility: info?.mobility } : null,
    name: info?.name ?? "",
    parent: info?.parent ?? "",
    size: info?.size ?? "",
    morale: info?.morale ?? "",
    stars: info?.stars ?? [],
    values: printed(face),
    steps,
    most: Math.max(steps, info?.levels ?? 0),
    badges: (piece.marks ?? []).map(badge),
  };
}

/** `attack 4, defence 4`: the numbers of a face in full. */
export const faceWords = (face: Readonly<Record<string, string>>): string[] =>
  Object.entries(face)
    .filter(([word, value]) => !DRAWN.has(word) && value !== "")
    .map(([word, value]) => `${word.replaceAll("_", " ")} ${value}`);

/** The name that a screen reader says, and a test finds: who, what it is worth, where, and in what state. */
export function spoken(
  piece: Piece,
  where: HexInfo | undefined,
  counters: CountersInfo | null,
  game: GameInfo | null,
): string {
  const info = counters?.counters[piece.id ?? ""];
  const face = piece.face ?? {};
  const steps = face.levels ?? face.steps;
  const most = info?.levels ?? 0;
  const side = game?.seats.find((one) => one.id === piece.seat)?.title ?? capital(piece.seat);
  const { type = "", size = "" } = face;
  const who = info?.title ?? (type ? `unknown ${type.replaceAll("_", " ")}` : "hidden unit");
  const of = most > Number(steps) ? ` of ${most}` : "";
  return [
    who,
    side,
    info?.size ? sizeWord(info.size) : size,
    ...faceWords(face),
    steps ? `${steps}${of} ${steps === "1" && !of ? "step" : "steps"}` : "",
    piece.hex ? `hex ${piece.hex}${where?.place ? `, ${where.place}` : ""}` : (piece.box ?? ""),
    ...(piece.marks ?? []),
  ]
    .filter(Boolean)
    .join(", ");
}
