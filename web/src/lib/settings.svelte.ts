/** Settings of this browser. They reach the page as attributes and custom properties of its root. */

export const THEMES = ["system", "light", "dark", "winter", "safe"] as const;
export type Theme = (typeof THEMES)[number];

interface Saved {
  theme: Theme;
  text: number;
  counters: number;
  motion: "system" | "full" | "reduced";
  sound: boolean;
  curtain: "hidden" | "always" | "never";
  /** The palette of the map; empty for the one that fits the theme. */
  season: string;
  /** Are the numbers of hexes drawn? */
  numbers: boolean;
}

const PLACE = "grognard.settings";
const DEFAULTS: Saved = {
  theme: "system",
  text: 1,
  counters: 1,
  motion: "system",
  sound: false,
  curtain: "hidden",
  season: "",
  numbers: true,
};

function saved(): Saved {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { ...DEFAULTS, ...(found as Partial<Saved>) };
  } catch {
    return { ...DEFAULTS };
  }
}

const prefers = (query: string) => typeof matchMedia !== "undefined" && matchMedia(query).matches;

class Settings {
  theme = $state<Theme>("system");
  /** Size of text, 1 is normal. */
  text = $state(1);
  /** Size of counters, 1 is normal. */
  counters = $state(1);
  motion = $state<Saved["motion"]>("system");
  sound = $state(false);
  curtain = $state<Saved["curtain"]>("hidden");
  season = $state("");
  numbers = $state(true);
  #systemDark = $state(prefers("(prefers-color-scheme: dark)"));
  #systemCalm = $state(prefers("(prefers-reduced-motion: reduce)"));

  /** The theme that is shown. */
  shown = $derived<Exclude<Theme, "system">>(
    this.theme === "system" ? (this.#systemDark ? "dark" : "light") : this.theme,
  );
  /** Should things stand still? */
  calm = $derived(this.motion === "system" ? this.#systemCalm : this.motion === "reduced");

  constructor() {
    if (typeof localStorage !== "undefined") Object.assign(this, saved());
    if (typeof matchMedia === "undefined") return;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
      this.#systemDark = event.matches;
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => {
      this.#systemCalm = event.matches;
    });
  }

  /** Which of a game's palettes to draw the map in. */
  palette(seasons: readonly string[]): string {
    const fits = this.season || this.shown;
    return seasons.includes(fits) ? fits : (seasons[0] ?? "");
  }

  save() {
    const { theme, text, counters, motion, sound, curtain, season, numbers } = this;
    try {
      localStorage.setItem(
        PLACE,
        JSON.stringify({ theme, text, counters, motion, sound, curtain, season, numbers }),
      );
    } catch {
      // settings then last as long as the page
    }
  }
}

export const settings = new Settings();
