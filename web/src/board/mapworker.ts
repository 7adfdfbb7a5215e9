/** Fetches a map drawing and makes it quick to draw, away from the page's own thread. */
import { splitMap, without } from "./mapsplit";

/** A drawing that is asked for, and the groups to leave out of it. */
export interface Errand {
  asked: string;
  url: string;
  hidden: readonly string[];
}

export interface Drawing {
  asked: string;
  svg?: string;
  error?: string;
}

self.onmessage = async ({ data }: MessageEvent<Errand>) => {
  const { asked, url, hidden } = data;
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    self.postMessage({ asked, svg: splitMap(without(await answer.text(), hidden)) } satisfies Drawing);
  } catch (error) {
    self.postMessage({ asked, error: String(error) } satisfies Drawing);
  }
};
