/** Colours of layers and markers: a side's own, or those of good and bad. */
import type { GameInfo } from "../lib/api";

export interface Tone {
  fill: string;
  line: string;
  /** Which way it is hatched, so that sides differ without colour; none for the others. */
  hatch: "up" | "down" | "none";
}

const PLAIN: Record<string, Tone> = {
  good: { fill: "#2f9e44", line: "#1c6b2d", hatch: "none" },
  bad: { fill: "#d6342a", line: "#94170f", hatch: "none" },
  neutral: { fill: "#2b7fc4", line: "#14548a", hatch: "none" },
};

export function toneOf(tone: string, game: GameInfo | null): Tone {
  const seats = game?.seats ?? [];
  const index = seats.findIndex((seat) => seat.id === tone);
  if (index < 0) return PLAIN[tone] ?? PLAIN.neutral!;
  const { fill = "#888888", line = "#333333" } = seats[index]!;
  return { fill, line, hatch: index % 2 ? "down" : "up" };
}
