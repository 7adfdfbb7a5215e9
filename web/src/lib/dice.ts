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

/** The cell of a chart that a throw found: the column that its words name last, and the row of its result, which may be told too. */
export function cellOf(
  chart: Chart,
  column: string,
  event: GameEvent,
  thrown: string,
): { column: string; row: string } | null {
  const said = chart.columns
    .map((name) => ({ name, at: event.text.lastIndexOf(` ${name};`) }))
    .filter(({ at }) => at >= 0)
    .sort((one, two) => two.at - one.at);
  const name = said[0]?.name ?? column;
  const at = chart.columns.indexOf(name);
  const told = (label: string) =>
    [...event.text.matchAll(/(?<![\d:])\d+(?![\d:])/g)].findLastIndex(([n]) => n === label);
  const far = (label: string) => Math.abs(Number(label) - Number(thrown));
  const rows = chart.rows
    .filter(([, cells]) => cells[at] === event.result)
    .sort(([one], [two]) => told(two) - told(one) || far(one) - far(two));
  return at >= 0 && rows.length ? { column: name, row: rows[0]![0] } : null;
}
