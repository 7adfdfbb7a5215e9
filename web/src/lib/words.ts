/** Small words for the screen. */

/** `all-out` becomes `All-out`. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** How long ago, in words. */
export function ago(moment: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  if (seconds < 90) return "just now";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (seconds < 5400) return format.format(-Math.round(seconds / 60), "minute");
  if (seconds < 129_600) return format.format(-Math.round(seconds / 3600), "hour");
  return format.format(-Math.round(seconds / 86_400), "day");
}

/** A part of a heading before its colon or comma: `Turn 1, 16 November 1941`. */
export function headingParts(heading: string): { turn: string; phase: string } {
  const at = heading.lastIndexOf(":");
  return at < 0
    ? { turn: heading, phase: "" }
    : { turn: heading.slice(0, at).trim(), phase: capital(heading.slice(at + 1).trim()) };
}

/** Hand a text or a picture to the user as a file. */
export function saveFile(name: string, content: Blob | string, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const PARTS: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };

/** `4 1/2` as it is written by hand: `4½`. */
export const fraction = (text: string): string =>
  text.replaceAll(/(?:(\d) )?\b(\d\/\d)\b/g, (whole, before: string | undefined, part: string) =>
    PARTS[part] ? (before ?? "") + PARTS[part] : whole,
  );
