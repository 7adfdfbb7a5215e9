/** Finding places, units and hexes by their words. */
import type { BoardInfo, CountersInfo, Piece } from "../lib/api";

export interface Found {
  kind: "hex" | "place" | "unit";
  id: string;
  title: string;
  note: string;
  hexes: readonly string[];
}

const MOST = 40;
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLocaleLowerCase();

/** What fits all the words: hexes by number, then places and units, those that begin with the words first. */
export function find(
  words: string,
  board: BoardInfo | null,
  pieces: readonly Piece[],
  counters: CountersInfo | null,
): Found[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length || !board) return [];
  const whole = wanted.join(" ");
  const found: { one: Found; rank: number }[] = [];
  const add = (one: Found, hay: string) => {
    const text = plain(hay);
    if (!wanted.every((word) => text.includes(word))) return;
    const starts = text.startsWith(whole) ? 0 : text.includes(` ${whole}`) ? 1 : 2;
    found.push({ one, rank: starts });
  };
  for (const hex of board.hexes)
    if (plain(hex.id) === whole)
      add(
        { kind: "hex", id: hex.id, title: `Hex ${hex.id}`, note: hex.place || hex.terrain, hexes: [hex.id] },
        hex.id,
      );
  for (const place of board.places)
    add({ kind: "place", id: place.id, title: place.name, note: place.kind, hexes: place.hexes }, place.name);
  for (const piece of pieces) {
    const info = counters?.counters[piece.id ?? ""];
    if (!info || !piece.id) continue;
    const note = piece.hex ? `hex ${piece.hex}` : (piece.box ?? "");
    add(
      { kind: "unit", id: piece.id, title: info.title, note, hexes: piece.hex ? [piece.hex] : [] },
      `${info.title} ${info.name} ${info.parent ?? ""} ${piece.id}`,
    );
  }
  return found
    .sort((one, two) => one.rank - two.rank)
    .slice(0, MOST)
    .map(({ one }) => one);
}
