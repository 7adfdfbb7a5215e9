/** What clicks may mean: pure functions over the legal choices of the moment. No game is known here. */
import type { Choice } from "./api";

export interface Lit {
  hexes: ReadonlySet<string>;
  units: ReadonlySet<string>;
}

/** What a click means: give one choice, let the player pick of several, go on with a unit, or nothing. */
export type Meaning =
  | { kind: "give"; choice: Choice }
  | { kind: "menu"; choices: Choice[] }
  | { kind: "select"; unit: string }
  | { kind: "nothing" };

const NOTHING: Meaning = { kind: "nothing" };

export const unitsOf = (choice: Choice): readonly string[] => choice.units ?? [];
export const hexesOf = (choice: Choice): readonly string[] => choice.hexes ?? [];
/** Where a choice leads: the last hex it names. */
export const goal = (choice: Choice): string => hexesOf(choice).at(-1) ?? "";
/** A choice that names nothing on the map: `end`, `fight`. */
export const isPlain = (choice: Choice): boolean => !unitsOf(choice).length && !hexesOf(choice).length;

/** The unit that all choices about units are about, if it is only one. */
export function soleUnit(choices: readonly Choice[]): string {
  const units = new Set(choices.flatMap((choice) => unitsOf(choice).slice(0, 1)));
  return units.size === 1 ? [...units][0]! : "";
}

/** The unit in the player's hand: the selected one while choices name it, else the only one there is. */
export function inHand(choices: readonly Choice[], selected: string): string {
  const named = choices.some((choice) => unitsOf(choice).includes(selected));
  return named ? selected : soleUnit(choices.filter((choice) => hexesOf(choice).length));
}

/** What to light on the map. */
export function lit(choices: readonly Choice[], selected: string): Lit {
  const unit = inHand(choices, selected);
  const units = new Set(choices.flatMap((choice) => unitsOf(choice).slice(0, 1)));
  const hexes = new Set<string>();
  for (const choice of choices) {
    if (!hexesOf(choice).length) continue;
    if (!unitsOf(choice).length) hexesOf(choice).forEach((hex) => hexes.add(hex));
    else if (!unit || unitsOf(choice).includes(unit)) hexes.add(goal(choice));
  }
  return { hexes, units };
}

const oneOrMenu = (choices: Choice[]): Meaning =>
  choices.length === 1
    ? { kind: "give", choice: choices[0]! }
    : choices.length
      ? { kind: "menu", choices }
      : NOTHING;

/** What a click on a unit means; `where` is its hex. */
export function unitClick(
  choices: readonly Choice[],
  unit: string,
  where: string,
  selected: string,
): Meaning {
  const naming = choices.filter((choice) => unitsOf(choice).includes(unit));
  const alone = naming.filter((choice) => !hexesOf(choice).length);
  const hand = inHand(choices, selected);
  const together = alone.filter((choice) => unitsOf(choice).length > 1 && unitsOf(choice).includes(hand));
  if (hand && hand !== unit && together.length) return oneOrMenu(together);
  const single = alone.filter((choice) => unitsOf(choice).length === 1);
  if (naming.length === single.length && single.length) return oneOrMenu(single);
  if (naming.length) return selected === unit && single.length ? oneOrMenu(single) : { kind: "select", unit };
  return where ? hexClick(choices, where, selected, []) : NOTHING;
}

/** What a click on a hex means; `here` are the units in it. */
export function hexClick(
  choices: readonly Choice[],
  hex: string,
  selected: string,
  here: readonly string[],
): Meaning {
  const hand = inHand(choices, selected);
  const naming = choices.filter((choice) => hexesOf(choice).includes(hex));
  const handed = naming.filter((choice) => unitsOf(choice).includes(hand));
  if (handed.length) {
    const goals = handed.filter((choice) => goal(choice) === hex);
    return oneOrMenu(goals.length ? goals : handed);
  }
  const bare = naming.filter((choice) => !unitsOf(choice).length);
  if (bare.length) return hand && here.includes(hand) ? { kind: "menu", choices: bare } : oneOrMenu(bare);
  if (naming.length) {
    const units = new Set(naming.flatMap((choice) => unitsOf(choice).slice(0, 1)));
    return units.size === 1 && !hand && naming.length > 1
      ? { kind: "select", unit: [...units][0]! }
      : { kind: "menu", choices: naming };
  }
  const local = choices.filter((choice) => unitsOf(choice).some((unit) => here.includes(unit)));
  const units = new Set(local.flatMap((choice) => unitsOf(choice).filter((unit) => here.includes(unit))));
  if (units.size === 1) return unitClick(choices, [...units][0]!, "", selected);
  return local.length ? { kind: "menu", choices: local } : NOTHING;
}

/** The choices by verb, in the order in which verbs first appear. */
export function byVerb(choices: readonly Choice[]): [string, Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const group = groups.get(choice.verb);
    if (group) group.push(choice);
    else groups.set(choice.verb, [choice]);
  }
  return [...groups];
}

/** The choice of a drag: the one that names the unit and ends in the hex. */
export function dragChoice(choices: readonly Choice[], unit: string, hex: string): Choice | undefined {
  return choices.find((choice) => unitsOf(choice)[0] === unit && goal(choice) === hex);
}

/** The choice that only picks a unit up. */
export function pickUp(choices: readonly Choice[], unit: string): Choice | undefined {
  const naming = choices.filter((choice) => unitsOf(choice).includes(unit));
  const single = naming.filter((choice) => unitsOf(choice).length === 1 && !hexesOf(choice).length);
  return naming.length === single.length && single.length === 1 ? single[0] : undefined;
}
