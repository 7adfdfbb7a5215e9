/** How markers are drawn: by the words of their kind, and as a label when nobody knows them. */

export type Shape = "flag" | "works" | "broken" | "bridge" | "plane" | "label";

export interface Sign {
  shape: Shape;
  /** Where in its hex it lies: in the upper left, in the upper right, or in the middle. */
  place: "corner" | "side" | "middle";
}

const SIGNS: readonly [RegExp, Sign][] = [
  [/control|held|flag/i, { shape: "flag", place: "corner" }],
  [/fort|works|entrench|trench|dug/i, { shape: "works", place: "middle" }],
  [/(destroyed|broken|blown).*bridge/i, { shape: "broken", place: "middle" }],
  [/bridge/i, { shape: "bridge", place: "middle" }],
  [/mission|air|flight|bomb/i, { shape: "plane", place: "side" }],
];

const LABEL: Sign = { shape: "label", place: "side" };

export const signOf = (kind: string): Sign => SIGNS.find(([words]) => words.test(kind))?.[1] ?? LABEL;
