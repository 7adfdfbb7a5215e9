/** Opening tables: the keys are kept before the page is left. */
import { house, type GameInfo, type NewTable } from "./api";
import { keepTable } from "./keys";

/** Open a table, keep its keys, and answer with the own one. */
export async function begin(table: NewTable, tour?: number): Promise<string> {
  const created = await house.create(table);
  const token = created.host;
  keepTable({
    token,
    seats: created.seats,
    spectator: created.spectator,
    ...(tour === undefined ? {} : { tour }),
  });
  return token;
}

/** Open the learning scenario with its tour: one seat for the newcomer, bots for the others. */
export async function beginTour(game: GameInfo, scenario: string): Promise<string> {
  const tour = await house.tour(game.id, scenario);
  const seats: NewTable["seats"] = {};
  for (const seat of game.seats)
    seats[seat.id] =
      seat.id === tour.seat ? { kind: "me" } : { kind: "bot", bot: tour.bot, level: tour.level };
  return begin({ game: game.id, scenario, seats, title: "" }, 0);
}
