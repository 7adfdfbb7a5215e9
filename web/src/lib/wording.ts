/** Orders in plain words: what a game calls its verbs, and the names of units and hexes. */
import type { GameInfo } from "./api";

export type VerbWords = Readonly<Record<string, { title: string; choice?: string }>>;

/** Names of things on the table; they answer with nothing for what they do not know. */
export interface Names {
  unit(id: string): string;
  hex(id: string): string;
}

export interface Worded {
  /** What the order is: `Move to`. */
  title: string;
  /** Which one of its kind: `3432 Chismena`; empty when there is only one. */
  rest: string;
}

/** Titles that a name can follow: `Move to`. */
const LEADS_ON = /\b(to|in|at|with)$/i;
const HEX_PATH = /^[^\s-]+(-[^\s-]+)+$/;

/** An order in plain words. Without words of the game its own words serve. */
export function worded(order: string, verbs: VerbWords, names: Names): Worded {
  const [verb = "", ...words] = order.split(" ");
  const known = verbs[verb];
  const named = words.map((word) => nameOf(word, names));
  const title = known?.title ?? capital(verb.replaceAll(/[-_]/g, " "));
  if (!known?.choice) return { title, rest: named.join(", ") };
  return { title, rest: known.choice.replaceAll(/\{(\d)\}/g, (_, n: string) => named[Number(n) - 1] ?? "") };
}

/** An order as one line, `Move to: 3432 Chismena`; an entry of the story may hold several. */
export function sentence(order: string, verbs: VerbWords, names: Names): string {
  const said = order.split("; ").map((each) => {
    const { title, rest } = worded(each, verbs, names);
    return rest ? `${title}${LEADS_ON.test(title) ? "" : ":"} ${rest}` : title;
  });
  return said.join("; ");
}

export const verbsOf = (game: GameInfo | null): VerbWords => game?.verbs ?? {};

/** A word of an order as people say it: a unit, a hex, the end of a path, two hexes of a side. */
function nameOf(word: string, names: Names): string {
  const whole = names.unit(word) || names.hex(word);
  if (whole) return whole;
  if (HEX_PATH.test(word)) {
    const last = word.slice(word.lastIndexOf("-") + 1);
    if (names.hex(last)) return names.hex(last);
  }
  if (word.includes("/")) {
    const parts = word.split("/");
    if (parts.every((part) => names.hex(part))) return parts.map((part) => names.hex(part)).join(" and ");
  }
  return word;
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export interface TextPart {
  text: string;
  /** The full name of a unit whose short one the text is; empty for plain words. */
  title: string;
}

/** A text cut at the short names of units. */
export function withNames(
  text: string,
  units: readonly string[],
  titleOf: (unit: string) => string,
): TextPart[] {
  const known = units.filter((unit) => titleOf(unit)).sort((one, two) => two.length - one.length);
  if (!known.length) return [{ text, title: "" }];
  const escaped = known.map((unit) => unit.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const cut = new RegExp(`(?<![\\w.])(${escaped.join("|")})(?![\\w])`, "g");
  return text
    .split(cut)
    .map((part) => ({ text: part, title: known.includes(part) ? titleOf(part) : "" }))
    .filter((part) => part.text);
}
