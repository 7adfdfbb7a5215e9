/** Throws of chance in the story. */
import type { Chart, GameEvent, StoryEntry } from "./api";

export const CHANCE = "chance";

/** What was thrown or drawn, if the entry is chance's: `10` of `roll 10`. */
export function diceOf(entry: StoryEntry): string {
  if (entry.seat !== CHANCE || !entry.order) return "";
  return entry.order.slice(entry.order.indexOf(" ") + 1);
}

/** The throws among new entries, in order. */
export const throwsIn = (entries: readonly StoryEntry[]): StoryEntry[] =>
  entries.filter((entry) => diceOf(entry) && entry.events?.length);

/** The cell of a chart that a throw found, as its words tell: the column named last, the row counted last. */
export function cellOf(
  chart: Chart,
  column: string,
  event: GameEvent,
): { column: string; row: string } | null {
  const words = event.text.split(/[\s,;]+/).map((word) => word.replace(/[:.]$/, ""));
  const last = (labels: readonly string[]) => words.findLast((word) => labels.includes(word));
  const name = last(chart.columns) ?? column;
  const row = last(chart.rows.map(([label]) => label));
  return event.result && row && chart.columns.includes(name) ? { column: name, row } : null;
}
