"""The requests of a table: what a seat sees, what it orders, and what it would like to know."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import State as AppState
from litestar.params import Parameter

from grognard.core import (
    CHANCE,
    GrognardError,
    IllegalOrder,
    InvalidOrder,
    Order,
    Overlay,
    Record,
    Refusal,
    Seat,
)
from grognard.games import find
from grognard.lab.odds import Chance, NoDice, Odds, distribution
from grognard.lab.policies import sparing
from grognard.server import library, wire
from grognard.server.guard import TOO_OFTEN, Knocks, key_of
from grognard.server.keeper import SPECTATOR, Access, Keeper
from grognard.server.problems import Refused
from grognard.server.room import Room

SeatQuery = Annotated[str, Parameter(max_length=40)]
Ask = Request[Any, Any, AppState]


class Visitor(msgspec.Struct, frozen=True):
    """Somebody with a key, in the room that it opens."""

    keeper: Keeper
    room: Room
    access: Access

    def seat(self, name: str) -> Seat | None:
        """The seat that is meant: one of the visitor's own, or None to look on."""
        if not name:
            return None
        if name not in self.access.seats:
            raise Refused(403, "Not your seat", "your link does not open that seat")
        return Seat(name)

    def own_seat(self, name: str) -> Seat:
        """A seat of the visitor's own; looking on is not enough."""
        seat = self.seat(name)
        if seat is None:
            raise Refused(403, "Not your seat", "only the players of a table can do that")
        return seat

    @property
    def sees_all(self) -> bool:
        """May this visitor know everything: the game is over, or all its humans are his?"""
        if self.room.position.outcome is not None:
            return True
        humans = {seat for seat, player in self.room.players.items() if player.kind == "human"}
        return len(self.room.players) == len(humans) and humans <= set(self.access.seats)


async def enter(request: Ask) -> Visitor:
    """The visitor behind a request; refuses those without a key, and those who knock too often."""
    keeper: Keeper = request.app.state.keeper
    knocks: Knocks = request.app.state.knocks
    key = key_of(request)
    if not knocks.allow(key or (request.client.host if request.client else "")):
        raise Refused(TOO_OFTEN.status, TOO_OFTEN.title, TOO_OFTEN.detail)
    access = keeper.access(key)
    room = await keeper.room(access.room)
    return Visitor(keeper, room, access)


def state_of(visitor: Visitor, seat: Seat | None, events: tuple[Any, ...] = ()) -> wire.State:
    """The table as a seat sees it, with the bot at work."""
    found = visitor.room.state(seat, events)
    thinking = visitor.keeper.thinking(visitor.room)
    return msgspec.structs.replace(found, thinking=thinking) if thinking else found


class TableController(Controller):
    """Everything under `/api/table`: the key of the request says which table, and which seats."""

    path = "/api/table"
    tags = ("table",)

    # --- looking ----------------------------------------------------------------------------------

    @get("/")
    async def table(self, request: Ask) -> wire.TableInfo:
        """What a page needs to know once."""
        visitor = await enter(request)
        room, game = visitor.room, visitor.room.game
        present = visitor.keeper.present(room)
        return wire.TableInfo(
            game=game.id,
            scenario=game.scenario,
            scenario_title=find(game.id).scenario(game.scenario).title,
            title=room.title,
            options=game.options,
            seats=tuple(
                wire.SeatState(
                    id=str(seat),
                    title=game.seat_title(seat),
                    kind="bot" if room.players[str(seat)].kind == "bot" else "human",
                    bot=room.players[str(seat)].bot,
                    level=room.players[str(seat)].level,
                    present=str(seat) in present,
                )
                for seat in game.seats
            ),
            mine=visitor.access.seats,
            spectator=visitor.access.role == SPECTATOR,
            in_play=game.in_play,
            paused=visitor.keeper.paused(room),
            run=visitor.keeper.settings.run,
        )

    @get("/state")
    async def state(self, request: Ask, seat: SeatQuery = "") -> wire.State:
        """The table as one seat sees it now."""
        visitor = await enter(request)
        return state_of(visitor, visitor.seat(seat))

    @get("/story")
    async def story(
        self,
        request: Ask,
        seat: SeatQuery = "",
        since: Annotated[int, Parameter(ge=0, le=10_000_000)] = 0,
    ) -> wire.Story:
        """The story from an entry on."""
        visitor = await enter(request)
        return visitor.room.story(visitor.seat(seat), since, visitor.sees_all)

    @get("/at/{moment:int}")
    async def at(self, request: Ask, moment: int, seat: SeatQuery = "") -> wire.Moment:
        """The table at an earlier moment, as the seat saw it then."""
        visitor = await enter(request)
        return visitor.room.moment(moment, visitor.seat(seat), visitor.sees_all)

    @get("/series")
    async def series(self, request: Ask) -> wire.Series:
        """What can be drawn over time."""
        visitor = await enter(request)
        return visitor.room.series()

    @get("/record", media_type="text/plain")
    async def record(self, request: Ask) -> Response[str]:
        """The record of the game: for those who may know everything."""
        visitor = await enter(request)
        if not visitor.sees_all and not _plays_alone(visitor):
            raise Refused(
                409,
                "The record is still secret",
                "it holds the other side's hidden orders; it can be had when the game is over",
            )
        record: Record = visitor.room.table.record()
        name = f"{visitor.room.game.id}-{visitor.room.game.scenario}.grognard.txt"
        return Response(
            record.text(),
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    # --- ordering ---------------------------------------------------------------------------------

    @post("/orders", status_code=200)
    async def order(self, request: Ask, data: wire.Give) -> wire.State:
        """Give an order; answered when it is written down."""
        visitor = await enter(request)
        seat, room = visitor.own_seat(data.seat), visitor.room
        async with room.lock:
            room.check(data.state_id)
            events = room.submit(data.order, seat)
        await visitor.keeper.changed(room)
        return state_of(visitor, seat, events)

    @post("/undo", status_code=200)
    async def undo(self, request: Ask, data: wire.UndoAsk) -> wire.State:
        """Take back the last order, or ask the other side for it."""
        visitor = await enter(request)
        seat, room = visitor.own_seat(data.seat), visitor.room
        async with room.lock:
            room.check(data.state_id)
            room.undo(seat, data.consent)
        await visitor.keeper.changed(room)
        return state_of(visitor, seat)

    @post("/interrupt", status_code=204)
    async def interrupt(self, request: Ask) -> None:
        """Stop a bot in its thoughts."""
        visitor = await enter(request)
        visitor.own_seat(visitor.access.seats[0] if visitor.access.seats else "")
        await visitor.keeper.interrupt(visitor.room)

    @post("/resume", status_code=204)
    async def resume(self, request: Ask) -> None:
        """Let the bots play on."""
        visitor = await enter(request)
        visitor.own_seat(visitor.access.seats[0] if visitor.access.seats else "")
        await visitor.keeper.resume(visitor.room)

    # --- asking -----------------------------------------------------------------------------------

    @post("/explain", status_code=200)
    async def explain(self, request: Ask, data: wire.Ask) -> wire.Answer:
        """Why an order is not legal now."""
        visitor = await enter(request)
        seat = visitor.own_seat(data.seat)
        for text in data.orders[:1]:
            refusal = visitor.room.position.explain(text, seat)
            return wire.Answer(_told(visitor.room, text, refusal) if refusal else None)
        raise Refused(400, "Nothing to explain", "name an order")

    @post("/why", status_code=200)
    async def why(self, request: Ask, data: wire.Why) -> wire.Answer:
        """Why a click does nothing: the most telling refusal among the orders it could mean."""
        visitor = await enter(request)
        return wire.Answer(_why(visitor.room, visitor.own_seat(data.seat), data))

    @post("/preview", status_code=200)
    async def preview(self, request: Ask, data: wire.Ask) -> wire.Preview:
        """What some orders would bring, up to the dice, as far as the seat can know."""
        visitor = await enter(request)
        return _preview(visitor.room, visitor.own_seat(data.seat), data.orders)

    @post("/odds", status_code=200)
    async def odds(self, request: Ask, data: wire.Ask) -> wire.OddsInfo:
        """The exact chances of a plan, as far as the seat can know."""
        visitor = await enter(request)
        known = visitor.room.known_to(visitor.own_seat(data.seat))
        try:
            found = await asyncio.to_thread(distribution, known, data.orders, sparing)
        except NoDice as error:
            raise Refused(409, "No dice to weigh", str(error)) from None
        return _odds(found)

    @post("/overlay", status_code=200)
    async def overlay(self, request: Ask, data: wire.OverlayAsk) -> Overlay:
        """An overlay as the seat knows the table."""
        visitor = await enter(request)
        game = visitor.room.game
        kind = next((kind for kind in game.overlays if kind.id == data.kind), None)
        if kind is None:
            raise Refused(404, "No such overlay", ", ".join(kind.id for kind in game.overlays))
        seat = visitor.own_seat(data.seat)
        return game.overlay(visitor.room.known_to(seat), kind, data.subject)

    # --- talking ----------------------------------------------------------------------------------

    @get("/talk")
    async def talk(self, request: Ask) -> wire.Talk:
        """The chat, and the visitor's notes."""
        visitor = await enter(request)
        store, id = visitor.keeper.store, visitor.room.id
        lines = await asyncio.to_thread(store.lines, id)
        notes = await asyncio.to_thread(store.notes, id, visitor.access.seats)
        return wire.Talk(tuple(wire.Said(line.seat, line.text, line.at) for line in lines), notes)

    @post("/chat", status_code=204)
    async def chat(self, request: Ask, data: wire.Say) -> None:
        """Say something to everybody at the table."""
        visitor = await enter(request)
        seat = visitor.seat(data.seat)
        line = await asyncio.to_thread(visitor.keeper.store.say, visitor.room.id, str(seat or ""), data.text)
        await visitor.keeper.tell(visitor.room, "chat", seat=line.seat, text=line.text, at=line.at)

    @put("/notes", status_code=204)
    async def notes(self, request: Ask, data: wire.Note) -> None:
        """Keep a seat's notes."""
        visitor = await enter(request)
        seat = visitor.own_seat(data.seat)
        await asyncio.to_thread(visitor.keeper.store.note, visitor.room.id, str(seat), data.text)


def _plays_alone(visitor: Visitor) -> bool:
    """Is he the only human at the table? What bots hide from him is his own business then."""
    humans = {seat for seat, player in visitor.room.players.items() if player.kind == "human"}
    return bool(humans) and humans <= set(visitor.access.seats)


# --- answers -----------------------------------------------------------------------------------------


def _told(room: Room, order: str, refusal: Refusal) -> wire.RefusalInfo:
    text = library.rule_texts(room.game.id).get(refusal.rule, "")
    return wire.RefusalInfo(order, refusal.why, refusal.rule, text)


def _why(room: Room, seat: Seat, click: wire.Why) -> wire.RefusalInfo | None:
    """Try what the click could mean, the orders that name most of it first."""
    position = room.position
    if position.seat != seat:
        who = room.game.seat_title(Seat(room.to_move)) if room.to_move else "nobody"
        why = f"it is for {who} to decide now" if room.to_move else "the game is over"
        return wire.RefusalInfo("", why)
    known = room.known_to(seat)
    best: tuple[int, wire.RefusalInfo] | None = None
    for order, named in _meant(room, click):
        refusal = known.explain(order, seat)
        if refusal is None:
            return None
        if refusal.rule and (best is None or named > best[0]):
            best = named, _told(room, room.game.text(order), refusal)
    return best[1] if best else wire.RefusalInfo("", f"now the game waits for: {position.decision.prompt}")


def _meant(room: Room, click: wire.Why) -> list[tuple[Order, int]]:
    """Orders of the decision's verbs whose words a click can fill, and how many it fills."""
    given = [word for word in (click.unit, click.hex, click.selected) if word]
    found: dict[Order, int] = {}
    for verb in room.position.decision.verbs:
        number = len(verb.arguments)
        for words in _fillings(given, number):
            try:
                order = room.game.parse(" ".join((verb.name, *words)))
            except InvalidOrder:
                continue
            found.setdefault(order, number)
    return sorted(found.items(), key=lambda item: -item[1])


def _fillings(words: list[str], number: int) -> list[tuple[str, ...]]:
    if number == 0 or number > 2:
        return []
    if number == 1:
        return [(word,) for word in words]
    return [(one, two) for one in words for two in words if one != two]


def _preview(room: Room, seat: Seat, orders: list[str]) -> wire.Preview:
    known = room.known_to(seat)
    events: list[Any] = []
    for text in orders:
        if known.seat in (None, CHANCE):
            break
        try:
            events.extend(event for event in known.submit(text, seat) if event.visible_to(seat))
        except IllegalOrder as refused:
            refusal = _told(room, text, refused.refusal)
            return wire.Preview(tuple(events), "", refusal=refusal)
        except GrognardError as error:
            return wire.Preview(tuple(events), "", refusal=wire.RefusalInfo(text, str(error)))
    prompt = known.decision.prompt if known.outcome is None else known.outcome.text
    choices = room.choices(known) if known.seat == seat else ()
    return wire.Preview(tuple(events), prompt, room.game.forecast(known), choices=choices)


def _share(value: Fraction) -> wire.Share:
    return wire.Share(f"{value.numerator}/{value.denominator}", round(float(value) * 100, 2))


def _steps(chances: tuple[Chance, ...]) -> tuple[tuple[int, wire.Share], ...]:
    return tuple((chance.value, _share(chance.probability)) for chance in chances)


def _odds(found: Odds) -> wire.OddsInfo:
    return wire.OddsInfo(
        prompt=found.prompt,
        rule=found.rule,
        assumed=found.assumed,
        modifiers=found.modifiers,
        results=tuple(
            wire.OddsResult(result.text, result.throws, _share(result.probability))
            for result in found.results
        ),
        sides=tuple(
            wire.OddsSide(
                str(side.seat),
                round(float(side.expected), 3),
                _steps(side.steps),
                _share(side.destroyed),
                _share(side.displaced),
            )
            for side in found.sides
        ),
        waiting=tuple((str(each.seat), each.prompt, _share(each.probability)) for each in found.waiting),
    )
