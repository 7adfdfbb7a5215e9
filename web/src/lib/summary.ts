/** A turn in a few lines, to send to somebody. */
import type { Heading } from "./story.svelte";
import { headingParts } from "./words";

export interface TurnStory {
  turn: string;
  phases: { phase: string; lines: string[] }[];
}

/** The story by turns, each with its phases; what nobody would tell is left out. */
export function turns(chapters: readonly Heading[]): TurnStory[] {
  const found: TurnStory[] = [];
  for (const chapter of chapters) {
    const { turn, phase } = headingParts(chapter.heading);
    let last = found.at(-1);
    if (last?.turn !== turn) found.push((last = { turn, phases: [] }));
    const lines = chapter.entries
      .flatMap((entry) => entry.events ?? [])
      .map((event) => event.text)
      .filter((text) => text !== chapter.heading && !text.startsWith(`${turn}:`));
    if (lines.length) last.phases.push({ phase, lines });
  }
  return found.filter((turn) => turn.phases.length);
}

interface Standing {
  game: string;
  gauges: readonly { label: string; value: string }[];
  outcome: string;
}

/** A turn as plain text. */
export function asText(turn: TurnStory, standing: Standing): string {
  const parts = [`${standing.game} · ${turn.turn}`];
  for (const { phase, lines } of turn.phases)
    parts.push(["", phase || turn.turn, ...lines.map((line) => `– ${line}`)].join("\n"));
  const gauges = standing.gauges.map(({ label, value }) => `${label}: ${value}`);
  parts.push(["", ...(standing.outcome ? [standing.outcome] : []), gauges.join(" · ")].join("\n"));
  return `${parts.join("\n").trim()}\n`;
}

/** Words broken into lines that are no wider than fits, as `width` measures them. */
export function wrap(text: string, most: number, width: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && width(longer) > most) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}
