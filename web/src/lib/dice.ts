/** Throws of chance in the story. */
import type { StoryEntry } from "./api";

export const CHANCE = "chance";

/** What was thrown or drawn, if the entry is chance's: `10` of `roll 10`. */
export function diceOf(entry: StoryEntry): string {
  if (entry.seat !== CHANCE || !entry.order) return "";
  return entry.order.slice(entry.order.indexOf(" ") + 1);
}

/** The throws among new entries, in order. */
export const throwsIn = (entries: readonly StoryEntry[]): StoryEntry[] =>
  entries.filter((entry) => diceOf(entry) && entry.events?.length);

/** Where the pips of a die lie, from 0 to 2 across and down; none for what no die shows. */
export function pips(value: string): readonly (readonly [number, number])[] {
  return PIPS[Number(value)] ?? [];
}

const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[1, 1]],
  [
    [0, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
];
