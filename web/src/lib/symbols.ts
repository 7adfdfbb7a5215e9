/** Unit symbols after APP-6, drawn by milsymbol from the words on a counter. */

/** Entity, type and subtype of a symbol, with its two modifiers, as APP-6(D) numbers them. */
const ENTITIES: Record<string, string> = {
  infantry: "1211000000",
  motorized: "1211040000",
  mechanized: "1211020000",
  armor: "1205000000",
  cavalry: "1213000000",
  reconnaissance: "1213000000",
  armored_reconnaissance: "1205010000",
  assault_gun: "1204010000",
  anti_tank: "1204000000",
  self_propelled: "1303010000",
  engineer: "1407000000",
  anti_aircraft: "1301000000",
  mountain: "1211000027",
  airborne: "1211000001",
  security: "1417000000",
  supply: "1634000000",
  headquarters: "0000000000",
  artillery: "1303000000",
  rocket: "1303004100",
  air: "1208000000",
  marines: "1211010000",
  shock: "1211000000",
  transport: "1636000000",
  depot: "1634000000",
};

/** Signs that the standard lacks, drawn into the frame: a fort, a derrick, an arrow, a letter. */
const OWN: Record<string, string> = {
  garrison: "M62 128V84h16v13h14V84h16v13h14V84h16v44z",
  petroleum: "M78 132L100 66l22 66M84 114h32M90 96h20",
  shock: "M100 140V64M84 84l16-20 16 20",
  partisan: "M88 130V70h16a15 15 0 0 1 0 32H88",
};
const HAND = 'fill="none" stroke="currentColor" stroke-width="6" stroke-linejoin="round"';
/** The lines of the standard are too thin for a small counter. */
const THIN = /stroke-width="3"/g;

/** The standard keeps one place for size and mobility: this takes mobility, the size stands above the symbol. */
const MOBILITIES: Record<string, string> = { none: "00", wheels: "31", tracks: "33", tow: "35" };

const SIZE_WORDS: Record<string, string> = {
  I: "company",
  II: "battalion",
  III: "regiment",
  X: "brigade",
  XX: "division",
  XXX: "corps",
  XXXX: "army",
  XXXXX: "army group",
};

/** What a counter shows of its unit. */
export interface SymbolWords {
  symbol: string;
  mobility?: string;
}

const [CONTEXT, FRIEND, LAND, PRESENT] = ["10", "03", "10", "0"];
const HEADQUARTERS = "2";

/** The twenty digits of APP-6(D) for a counter; a frame without a sign for words nobody knows. */
export function sidc({ symbol, mobility = "none" }: SymbolWords): string {
  const staff = symbol === "headquarters" ? HEADQUARTERS : "0";
  const moves = symbol === "headquarters" ? "00" : (MOBILITIES[mobility] ?? "00");
  return CONTEXT + FRIEND + LAND + PRESENT + staff + moves + (ENTITIES[symbol] ?? "0000000000");
}

/** "regiment" for "III"; empty for a mark without a word. */
export const sizeWord = (size: string): string => SIZE_WORDS[size] ?? "";

/** Draws the inside of a symbol, in a box where the frame runs from 25,50 to 175,150. */
export type Draughtsman = (words: SymbolWords) => string;

let loading: Promise<Draughtsman> | undefined;

/** Fetch the drawing of symbols; counters can be shown before it is there. */
export function draughtsman(): Promise<Draughtsman> {
  loading ??= import("milsymbol/parts").then(({ ms, numberlandunit }) => {
    ms.addIcons(numberlandunit);
    const drawn = new Map<string, string>();
    return (words) => {
      const code = sidc(words);
      const key = `${words.symbol} ${code}`;
      let found = drawn.get(key);
      if (found === undefined) {
        const symbol = new ms.Symbol(code, {
          size: 30,
          monoColor: "currentColor",
          fill: false,
          infoFields: false,
          strokeWidth: 6,
          hqStaffLength: 26,
        });
        const own = OWN[words.symbol] ? `<path d="${OWN[words.symbol]}" ${HAND}/>` : "";
        found =
          symbol
            .asSVG()
            .replace(/^<svg[^>]*>|<\/svg>$/g, "")
            .replace(THIN, 'stroke-width="5"') + own;
        drawn.set(key, found);
      }
      return found;
    };
  });
  return loading;
}
