/** The server's interface, typed by its own description. */
import type { components } from "./api.gen";

type Schemas = components["schemas"];
export type GameInfo = Schemas["GameInfo"];
export type BoardInfo = Schemas["BoardInfo"];
export type HexInfo = Schemas["HexInfo"];
export type CountersInfo = Schemas["CountersInfo"];
export type CounterInfo = Schemas["CounterInfo"];
export type RulesInfo = Schemas["RulesInfo"];
export type TableInfo = Schemas["TableInfo"];
export type TableState = Schemas["State"];
export type TableSummary = Schemas["TableSummary"];
export type TableCreated = Schemas["TableCreated"];
export type NewTable = Schemas["NewTable"];
export type View = Schemas["View"];
export type Piece = Schemas["Piece"];
export type Marker = Schemas["Marker"];
export type Choice = Schemas["Choice"];
export type Forecast = Schemas["Forecast"];
export type Overlay = Schemas["Overlay"];
export type Layer = Schemas["Layer"];
export type OddsInfo = Schemas["OddsInfo"];
export type Preview = Schemas["Preview"];
export type RefusalInfo = Schemas["RefusalInfo"];
export type Story = Schemas["Story"];
export type StoryEntry = Schemas["StoryEntry"];
export type GameEvent = Schemas["Event"];
export type Moment = Schemas["Moment"];
export type Series = Schemas["Series"];
export type Talk = Schemas["Talk"];
export type Chart = Schemas["Chart"];
export type Tour = Schemas["Tour"];
export type TourStep = Schemas["TourStep"];

/** Something the server refused, in words for the player. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly rule: string,
    readonly line: number,
  ) {
    super(detail || title);
  }
}

export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(-1, "The page has a fault", String(error), "", 0);
}

async function request<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  const isText = typeof body === "string";
  if (body !== undefined) headers["content-type"] = isText ? "text/plain" : "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiProblem(0, "The server does not answer", "is it still running?", "", 0);
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new ApiProblem(
      response.status,
      problem.title ?? response.statusText,
      problem.detail ?? "",
      problem.rule ?? "",
      problem.line ?? 0,
    );
  }
  if (response.status === 204) return undefined as T;
  const kind = response.headers.get("content-type") ?? "";
  return (kind.includes("json") ? await response.json() : await response.text()) as T;
}

const query = (values: Record<string, string | number>) =>
  "?" + new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

/** What there is to play. */
export const house = {
  games: () => request<GameInfo[]>("GET", "/games"),
  board: (game: string, pack = "") => request<BoardInfo>("GET", `/games/${game}/board${query({ pack })}`),
  counters: (game: string, pack = "") =>
    request<CountersInfo>("GET", `/games/${game}/counters${query({ pack })}`),
  rules: (game: string, pack = "") => request<RulesInfo>("GET", `/games/${game}/rules${query({ pack })}`),
  tour: (game: string, scenario: string) => request<Tour>("GET", `/games/${game}/tour/${scenario}`),
  map: (game: string, season: string, version: string, pack = "") =>
    `/api/games/${game}/map.svg${query({ season, v: version, pack })}`,
  create: (table: NewTable) => request<TableCreated>("POST", "/tables", undefined, table),
  open: (record: string) => request<TableCreated>("POST", "/tables/record", undefined, record),
  mine: (tokens: string[]) => request<TableSummary[]>("POST", "/tables/mine", undefined, { tokens }),
};

/** One table, seen with one key. */
export class TableApi {
  constructor(readonly token: string) {}

  #get<T>(path: string) {
    return request<T>("GET", `/table${path}`, this.token);
  }
  #post<T>(path: string, body: unknown) {
    return request<T>("POST", `/table${path}`, this.token, body);
  }

  info = () => this.#get<TableInfo>("");
  state = (seat: string) => this.#get<TableState>(`/state${query({ seat })}`);
  story = (seat: string, since: number) => this.#get<Story>(`/story${query({ seat, since })}`);
  at = (moment: number, seat: string) => this.#get<Moment>(`/at/${moment}${query({ seat })}`);
  series = () => this.#get<Series>("/series");
  record = () => this.#get<string>("/record");
  order = (seat: string, state_id: string, order: string) =>
    this.#post<TableState>("/orders", { seat, state_id, order });
  undo = (seat: string, state_id: string, consent = false, decline = false) =>
    this.#post<TableState>("/undo", { seat, state_id, consent, decline });
  why = (seat: string, click: { unit?: string; hex?: string; selected?: string }) =>
    this.#post<{ refusal: RefusalInfo | null }>("/why", { seat, ...click });
  explain = (seat: string, order: string) =>
    this.#post<{ refusal: RefusalInfo | null }>("/explain", { seat, orders: [order] });
  preview = (seat: string, orders: string[]) => this.#post<Preview>("/preview", { seat, orders });
  odds = (seat: string, orders: string[]) => this.#post<OddsInfo>("/odds", { seat, orders });
  overlay = (seat: string, kind: string, subject: string) =>
    this.#post<Overlay>("/overlay", { seat, kind, subject });
  talk = () => this.#get<Talk>("/talk");
  chat = (seat: string, text: string) => this.#post<void>("/chat", { seat, text });
  notes = (seat: string, text: string) => request<void>("PUT", "/table/notes", this.token, { seat, text });
  interrupt = () => this.#post<void>("/interrupt", {});
  resume = () => this.#post<void>("/resume", {});
}
