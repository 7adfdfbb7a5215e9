/** Which page is shown: the address bar is the state. */

export type Route =
  | { page: "start" }
  | { page: "table"; token: string }
  | { page: "rules"; game: string }
  | { page: "missing" };

export function parseRoute(path: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean);
  if (!first || first === "new") return { page: "start" };
  if (first === "t" && second && !rest.length) return { page: "table", token: second };
  if (first === "rules" && second && !rest.length) return { page: "rules", game: second };
  return { page: "missing" };
}

class Router {
  path = $state(typeof location === "undefined" ? "/" : location.pathname);
  route = $derived(parseRoute(this.path));

  constructor() {
    if (typeof window === "undefined") return;
    window.addEventListener("popstate", () => (this.path = location.pathname));
  }

  go(path: string) {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const router = new Router();
