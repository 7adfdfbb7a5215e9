/** Chances made ready for the eye: bars, and words for what a side may lose. */
import type { OddsInfo } from "./api";

export interface Bar {
  text: string;
  throws: string;
  percent: number;
  exact: string;
  /** Of the widest bar. */
  width: number;
}

export function bars(odds: OddsInfo): Bar[] {
  const most = Math.max(1, ...odds.results.map((result) => result.share.percent));
  return odds.results.map((result) => ({
    text: result.text,
    throws: spans(result.throws),
    percent: result.share.percent,
    exact: result.share.exact,
    width: (100 * result.share.percent) / most,
  }));
}

/** `2, 3, 4, 7` as `2–4, 7`; throws that are no numbers stay as they are. */
export function spans(throws: readonly string[]): string {
  const parts: string[] = [];
  let from = "";
  let to = "";
  const close = () => from && parts.push(from === to ? from : `${from}–${to}`);
  for (const each of throws) {
    if (from && Number(each) === Number(to) + 1) to = each;
    else {
      close();
      from = to = each;
    }
  }
  close();
  return parts.join(", ");
}

/** `17.5` per cent as `17.5 %`, and never `0 %` for what can happen. */
export function percent(value: number): string {
  if (value > 0 && value < 0.1) return "< 0.1 %";
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} %`;
}
