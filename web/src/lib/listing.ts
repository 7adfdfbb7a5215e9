/** The legal choices as a list for reading: grouped by verb, worded, narrowed to what is meant. */
import type { Choice } from "./api";
import { byVerb, hexesOf, isPlain, unitsOf } from "./choices";
import { worded, type Names, type VerbWords } from "./wording";

export interface Item {
  choice: Choice;
  label: string;
  /** A word more: what it costs to get there, where the unit stands. */
  note: string;
}

export interface Group {
  verb: string;
  title: string;
  items: Item[];
}

export interface Listing {
  /** Choices that name nothing on the map, and groups of one: buttons of their own. */
  buttons: Item[];
  groups: Group[];
  /** How many choices are listed, and how many there are. */
  shown: number;
  total: number;
}

const LONG = 10;

interface Wish {
  verbs: VerbWords;
  names: Names;
  /** Only choices about this unit, where there are any. */
  unit?: string;
  /** Words that must occur. */
  filter?: string;
  note?: (choice: Choice) => string;
}

/** What to list of the choices of the moment. */
export function listing(choices: readonly Choice[], wish: Wish): Listing {
  const plain = choices.filter(isPlain);
  const others = choices.filter((choice) => !isPlain(choice));
  const meant = wish.unit ? about(others, wish.unit) : others;
  const item = (choice: Choice): Item & { title: string } => {
    const { title, rest } = worded(choice.text, wish.verbs, wish.names);
    return { choice, title, label: rest, note: wish.note?.(choice) ?? "" };
  };
  const wanted = (wish.filter ?? "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, label, choice }: Item & { title: string }) => {
    const hay = `${title} ${label} ${choice.text}`.toLocaleLowerCase();
    return wanted.every((word) => hay.includes(word));
  };
  const groups = byVerb(meant)
    .map(([verb, each]) => ({ verb, items: each.map(item).filter(fits) }))
    .filter((group) => group.items.length)
    .map((group) => ({ ...group, title: group.items[0]!.title }))
    .flatMap((group) => byUnit(group, wish.names));
  const buttons = plain.map(item).map(({ title, label, ...rest }) => ({
    ...rest,
    label: label ? `${title}: ${label}` : title,
  }));
  const shown = groups.reduce((sum, group) => sum + group.items.length, buttons.length);
  return { buttons, groups, shown, total: choices.length };
}

/** The choices about a unit, and those about no unit at all: a hex can be meant with a unit in hand. */
function about(choices: readonly Choice[], unit: string): readonly Choice[] {
  if (!choices.some((choice) => unitsOf(choice).includes(unit))) return choices;
  return choices.filter((choice) => !unitsOf(choice).length || unitsOf(choice).includes(unit));
}

/** A long group of units with hexes is cut into one for each unit; then the hexes say enough. */
function byUnit(group: Group, names: Names): Group[] {
  const single = group.items.every(
    ({ choice }) => unitsOf(choice).length === 1 && hexesOf(choice).length > 0,
  );
  const units = [...new Set(group.items.map(({ choice }) => unitsOf(choice)[0]!))];
  if (!single || group.items.length <= LONG || units.length < 2) return [group];
  return units.map((unit) => ({
    verb: `${group.verb} ${unit}`,
    title: `${group.title}: ${names.unit(unit) || unit}`,
    items: group.items
      .filter(({ choice }) => unitsOf(choice)[0] === unit)
      .map((item) => ({ ...item, label: way(hexesOf(item.choice), names) })),
  }));
}

/** Where a way leads, and by which hexes when there are several. */
function way(hexes: readonly string[], names: Names): string {
  const goal = hexes.at(-1) ?? "";
  const between = hexes.slice(0, -1);
  return `${names.hex(goal) || goal}${between.length ? ` by ${between.join(", ")}` : ""}`;
}
