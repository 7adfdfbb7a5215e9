/** The story of a table as one seat knows it, kept up to date. */
import type { GameEvent, StoryEntry, TableApi } from "./api";

export interface Heading {
  heading: string;
  entries: StoryEntry[];
}

export class Story {
  entries = $state.raw<readonly StoryEntry[]>([]);
  /** The entries by turn and phase. */
  chapters = $derived(byHeading(this.entries));
  #seat = "";
  #running: Promise<readonly StoryEntry[]> = Promise.resolve([]);

  constructor(readonly api: TableApi) {}

  /** Fetch what is new; answers with the entries that were added. A shorter story was taken back. */
  sync(seat: string, total: number, rewritten = false): Promise<readonly StoryEntry[]> {
    this.#running = this.#running.catch(() => []).then(() => this.#sync(seat, total, rewritten));
    return this.#running;
  }

  async #sync(seat: string, total: number, rewritten: boolean) {
    const first = seat !== this.#seat;
    if (first || rewritten) {
      this.#seat = seat;
      this.entries = [];
    } else if (total < this.entries.length) {
      this.entries = this.entries.slice(0, total);
    }
    const added: StoryEntry[] = [];
    while (this.entries.length < total) {
      const part = await this.api.story(seat, this.entries.length);
      if (!part.entries.length || seat !== this.#seat) break;
      this.entries = [...this.entries, ...part.entries];
      added.push(...part.entries);
    }
    return first || rewritten ? [] : added;
  }
}

export function byHeading(entries: readonly StoryEntry[]): Heading[] {
  const chapters: Heading[] = [];
  for (const entry of entries) {
    const last = chapters.at(-1);
    if (last?.heading === entry.heading) last.entries.push(entry);
    else chapters.push({ heading: entry.heading, entries: [entry] });
  }
  return chapters;
}

/** What an entry points at on the map. */
export function pointsAt(entry: StoryEntry): { hexes: string[]; units: string[] } {
  const events: readonly GameEvent[] = entry.events ?? [];
  return {
    hexes: [...new Set(events.flatMap((event) => event.hexes ?? []))],
    units: [...new Set(events.flatMap((event) => event.units ?? []))],
  };
}
