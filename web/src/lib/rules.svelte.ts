/** The rule book of a game on the side of the table: what is open in it, and its words. */
import { house, type Chart, type RulesInfo } from "./api";

const books = new Map<string, Promise<RulesInfo>>();

/** The rules of a game, with the tables of a pack; fetched once. */
export function ruleBook(game: string, pack = ""): Promise<RulesInfo> {
  const key = `${game} ${pack}`;
  let book = books.get(key);
  if (!book) {
    book = house.rules(game, pack);
    books.set(key, book);
    book.catch(() => books.delete(key));
  }
  return book;
}

export interface Place {
  /** A rule's number, or the id of a chart. */
  number: string;
  column?: string;
  row?: string;
}

class RuleShelf {
  game = $state("");
  /** The pack whose tables are shown; empty for the game's own. */
  pack = $state("");
  place = $state.raw<Place | null>(null);
  isOpen = $derived(this.place !== null);

  /** Open the book at a rule or a chart. */
  open(game: string, place: Place) {
    this.game = game;
    this.place = place;
  }

  close() {
    this.place = null;
  }
}

export const shelf = new RuleShelf();

export interface Found {
  chapter: string;
  number: string;
  text: string;
}

/** Rules and charts in which all the words occur. */
export function search(book: RulesInfo, words: string): Found[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const all = book.chapters.flatMap((chapter) =>
    chapter.rules.map(([number, text]) => ({
      chapter: chapter.title,
      number: String(number),
      text: String(text),
    })),
  );
  const fits = all.filter((rule) => {
    const hay = `${rule.number} ${rule.chapter} ${rule.text}`.toLocaleLowerCase();
    return wanted.every((word) => hay.includes(word));
  });
  const exact = words.trim();
  return fits.sort((one, two) => Number(two.number === exact) - Number(one.number === exact));
}

/** The chart of an id. */
export const chartOf = (book: RulesInfo, id: string): Chart | undefined =>
  book.charts.find((chart) => chart.id === id);
