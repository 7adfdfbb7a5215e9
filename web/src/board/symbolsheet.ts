/** The symbols that counters use, drawn once for the whole page. */
import { sidc, type SymbolWords } from "../lib/symbols";

/** What a counter refers to. */
export const symbolId = (words: SymbolWords): string => `sign-${sidc(words)}`;
