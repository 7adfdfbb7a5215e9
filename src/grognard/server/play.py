"""The requests of a table: what a seat sees, what it orders, and what it would like to know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import State as AppState
from litestar.params import Parameter

from grognard.core import Event, Overlay, Seat
from grognard.core.timeline import AnyPosition
from grognard.server import answers, library, wire
from grognard.server.guard import Knocks, address_of, key_of
from grognard.server.keeper import SPECTATOR, Access, Keeper
from grognard.server.problems import Refused
from grognard.server.room import Room

SeatQuery = Annotated[str, Parameter(max_length=40)]
Ask = Request[Any, Any, AppState]
T = TypeVar("T")


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

    def sit(self) -> None:
        """Refuse those who only look on."""
        if not self.access.seats:
            raise Refused(403, "Not your seat", "only the players of a table can do that")

    @property
    def may_read_all(self) -> bool:
        """May he have the record: the game is over, or nobody else is there to hide anything from him?"""
        room = self.room
        return room.over or (bool(room.humans) and room.humans <= set(self.access.seats))

    async def look(self, work: Callable[[Room], T]) -> T:
        """Read something off the table while nobody changes it."""
        return await self.room.alone(lambda: work(self.room))

    async def ask(self, name: str, work: Callable[[AnyPosition, Seat], T]) -> T:
        """Work something out, away from the table, with what a seat of the visitor's own knows of it."""
        seat = self.own_seat(name)
        known = await self.look(lambda room: room.known_to(seat))
        async with self.keeper.desks:
            return await asyncio.to_thread(work, known, seat)

    async def state(self, seat: Seat | None) -> wire.State:
        """The table as a seat sees it, with the bot at work."""
        return self.dressed(await self.look(lambda room: self.shown(seat)))

    def shown(self, seat: Seat | None, events: tuple[Event, ...] = ()) -> wire.State:
        """The table as a seat sees it, and whether that has to be hidden from the visitor's other seats."""
        others = tuple(Seat(name) for name in self.access.seats if name != seat)
        hides = seat is not None and self.room.differs(seat, others)
        return msgspec.structs.replace(self.room.state(seat, events), secrets=hides)

    def dressed(self, state: wire.State) -> wire.State:
        """With the bot at work, if one is."""
        thinking = self.keeper.bots.thinking(self.room)
        return msgspec.structs.replace(state, thinking=thinking) if thinking else state


async def enter(request: Ask) -> Visitor:
    """The visitor behind a request; refuses those without a key, and those who knock too often."""
    keeper: Keeper = request.app.state.keeper
    knocks: Knocks = request.app.state.knocks
    key = key_of(request)
    try:
        access = await keeper.access(key)
    except Refused:
        knocks.count(f"door {address_of(request)}")  # however many keys somebody tries
        raise
    knocks.count(key)
    return Visitor(keeper, await keeper.enter(access), access)


class TableController(Controller):
    """Everything under `/api/table`: the key of the request says which table, and which seats."""

    path = "/api/table"
    tags = ("table",)

    # --- looking ----------------------------------------------------------------------------------

    @get("/")
    async def table(self, request: Ask) -> wire.TableInfo:
        """What a page needs to know once."""
        visitor = await enter(request)
        room, game, keeper = visitor.room, visitor.room.game, visitor.keeper
        present = keeper.gallery.present(room)
        return wire.TableInfo(
            game=game.id,
            scenario=game.scenario,
            scenario_title=library.scenario_title(game.id, game.scenario),
            title=room.title,
            options=game.options,
            pack="" if game.pack == game.id else game.pack,
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
            paused=keeper.bots.paused(room),
            run=keeper.settings.run,
        )

    @get("/state")
    async def state(self, request: Ask, seat: SeatQuery = "") -> wire.State:
        """The table as one seat sees it now."""
        visitor = await enter(request)
        return await visitor.state(visitor.seat(seat))

    @get("/story")
    async def story(
        self,
        request: Ask,
        seat: SeatQuery = "",
        since: Annotated[int, Parameter(ge=0, le=10_000_000)] = 0,
    ) -> wire.Story:
        """The story from an entry on."""
        visitor = await enter(request)
        own = visitor.seat(seat)
        return await visitor.look(lambda room: room.story(own, since))

    @get("/at/{moment:int}")
    async def at(self, request: Ask, moment: int, seat: SeatQuery = "") -> wire.Moment:
        """The table after so many entries of the story, as the seat saw it then."""
        visitor = await enter(request)
        own = visitor.seat(seat)
        return await visitor.look(lambda room: room.moment(moment, own))

    @get("/series")
    async def series(self, request: Ask, seat: SeatQuery = "") -> wire.Series:
        """What can be drawn over time; counted in entries of the seat's story."""
        visitor = await enter(request)
        own = visitor.seat(seat or next(iter(visitor.access.seats), ""))
        return await visitor.look(lambda room: room.series(own))

    @get("/record", media_type="text/plain")
    async def record(self, request: Ask) -> Response[str]:
        """The record of the game: for those who may know everything."""
        visitor = await enter(request)
        if not visitor.may_read_all:
            raise Refused(
                409,
                "The record is still secret",
                "it holds the other side's hidden orders; it can be had when the game is over",
            )
        room = visitor.room
        name = f"{room.game.id}-{room.game.scenario}.grognard.txt"
        return Response(
            await visitor.look(lambda room: room.table.record().text()),
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    # --- ordering ---------------------------------------------------------------------------------

    @post("/orders", status_code=200)
    async def order(self, request: Ask, data: wire.Give) -> wire.State:
        """Give an order; answered when it is written down."""
        visitor = await enter(request)
        seat, room = visitor.own_seat(data.seat), visitor.room

        def give() -> wire.State:
            room.check(data.state_id, seat)
            return visitor.shown(seat, room.submit(data.order, seat))

        return visitor.dressed(await visitor.keeper.change(room, give))

    @post("/undo", status_code=200)
    async def undo(self, request: Ask, data: wire.UndoAsk) -> wire.State:
        """Take back the last order, or ask the other side for it, or answer when that is asked for."""
        visitor = await enter(request)
        seat, room = visitor.own_seat(data.seat), visitor.room

        def take_back() -> wire.State:
            room.check(data.state_id, seat)
            if data.decline:
                room.decline()
            else:
                room.undo(seat, visitor.access.seats, data.consent)
            return visitor.shown(seat)

        return visitor.dressed(await visitor.keeper.change(room, take_back))

    @post("/interrupt", status_code=204)
    async def interrupt(self, request: Ask) -> None:
        """Stop a bot in its thoughts."""
        visitor = await enter(request)
        visitor.sit()
        await visitor.keeper.bots.interrupt(visitor.room)

    @post("/resume", status_code=204)
    async def resume(self, request: Ask) -> None:
        """Let the bots play on."""
        visitor = await enter(request)
        visitor.sit()
        visitor.keeper.bots.resume(visitor.room)

    # --- asking -----------------------------------------------------------------------------------

    @post("/explain", status_code=200)
    async def explain(self, request: Ask, data: wire.Ask) -> wire.Answer:
        """Why an order is not legal now."""
        visitor = await enter(request)
        if not data.orders:
            raise Refused(400, "Nothing to explain", "name an order")
        text = data.orders[0]
        return await visitor.ask(data.seat, lambda known, seat: answers.explain(known, seat, text))

    @post("/why", status_code=200)
    async def why(self, request: Ask, data: wire.Why) -> wire.Answer:
        """Why a click does nothing: the most telling refusal among the orders it could mean."""
        visitor = await enter(request)
        return await visitor.ask(data.seat, lambda known, seat: answers.why(known, seat, data))

    @post("/preview", status_code=200)
    async def preview(self, request: Ask, data: wire.Ask) -> wire.Preview:
        """What some orders would bring, up to the dice, as far as the seat can know."""
        visitor = await enter(request)
        return await visitor.ask(data.seat, lambda known, seat: answers.preview(known, seat, data.orders))

    @post("/odds", status_code=200)
    async def odds(self, request: Ask, data: wire.Ask) -> wire.OddsInfo:
        """The exact chances of a plan, as far as the seat can know."""
        visitor = await enter(request)
        return await visitor.ask(data.seat, lambda known, _: answers.odds(known, data.orders))

    @post("/overlay", status_code=200)
    async def overlay(self, request: Ask, data: wire.OverlayAsk) -> Overlay:
        """An overlay as the seat knows the table."""
        visitor = await enter(request)
        return await visitor.ask(data.seat, lambda known, _: answers.overlay(known, data.kind, data.subject))

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
        visitor.keeper.gallery.tell(visitor.room, "chat", seat=line.seat, text=line.text, at=line.at)

    @put("/notes", status_code=204)
    async def notes(self, request: Ask, data: wire.Note) -> None:
        """Keep a seat's notes."""
        visitor = await enter(request)
        seat = visitor.own_seat(data.seat)
        await asyncio.to_thread(visitor.keeper.store.note, visitor.room.id, str(seat), data.text)
