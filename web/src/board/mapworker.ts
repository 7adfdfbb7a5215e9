/** Fetches a map drawing and makes it quick to draw, away from the page's own thread. */
import { splitMap } from "./mapsplit";

self.onmessage = async ({ data }: MessageEvent<{ url: string }>) => {
  try {
    const answer = await fetch(data.url);
    if (!answer.ok) throw new Error(answer.statusText);
    self.postMessage({ url: data.url, svg: splitMap(await answer.text()) });
  } catch (error) {
    self.postMessage({ url: data.url, error: String(error) });
  }
};
