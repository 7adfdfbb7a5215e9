/** Every key of the table, for the help; the board and the panels listen to them. */
export const KEYS: readonly {
  title: string;
  keys: readonly (readonly [readonly string[], string])[];
}[] = [
  {
    title: "On the map",
    keys: [
      [["← ↑ ↓ →"], "walk from hex to hex"],
      [["Shift + arrow"], "move the map"],
      [["Tab", "Shift + Tab"], "the next, the last place where something can be done"],
      [["Enter", "Space"], "act there"],
      [["+", "−"], "nearer, further"],
      [["0"], "the whole map"],
      [["t"], "the map as a table to read"],
    ],
  },
  {
    title: "Anywhere",
    keys: [
      [["Esc"], "step back: close, let go, put down"],
      [["u"], "take the last order back"],
      [["1 … 9"], "give the answers under the question"],
      [["o"], "to the list of orders"],
      [["m"], "to the map"],
      [["s"], "the story"],
      [["c"], "chat and notes"],
      [["r"], "the rule of the question"],
      [[",", "."], "look a step back, a step on"],
      [["/", "Ctrl + F"], "find a place or a unit"],
      [["?"], "this help"],
    ],
  },
];

/** Is somebody writing, or is a dialog open? Then letters are letters. */
export function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !!target?.closest?.("input, textarea, select, [contenteditable]") ||
    !!document.querySelector("dialog[open]")
  );
}
