/** The symbols of counters as pictures, one for each kind and colour. */
import { type Draughtsman, draughtsman, type SymbolWords } from "../lib/symbols";

class Signs {
  #draw = $state.raw<Draughtsman | null>(null);
  #pictures = new Map<string, string>();
  #asked = false;

  /** The address of a picture; nothing until the symbols have been fetched. */
  picture(words: SymbolWords, ink: string): string {
    if (!this.#asked) {
      this.#asked = true;
      void draughtsman().then((draw) => (this.#draw = draw));
    }
    if (!this.#draw) return "";
    const key = `${words.symbol} ${words.mobility} ${ink}`;
    let found = this.#pictures.get(key);
    if (!found) {
      const drawn = this.#draw(words).replaceAll("currentColor", ink);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${drawn}</svg>`;
      this.#pictures.set(key, (found = `data:image/svg+xml,${encodeURIComponent(svg)}`));
    }
    return found;
  }
}

export const signs = new Signs();
