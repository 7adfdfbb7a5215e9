"""Key places, whose loss ends the game: they keep a garrison, and whoever is passed by falls back on them."""

from __future__ import annotations

from grognard.board.grid import Hex
from grognard.games.moscow1941.staff.atlas import FAR
from grognard.games.moscow1941.staff.picture import Picture

MARGIN = 2
"""Movement points by which an enemy must be nearer to a key place than a unit for the unit to fall back."""

FALLING_BACK = 50
"""From further away than this nobody falls back on a key place."""

URGE = 0.45
"""What each movement point of falling back is worth to a unit that has been passed by."""


class Keys:
    """The places that the enemy must not take all of, seen from every hex."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        game = picture.position.game
        self.places: list[tuple[Hex, ...]] = []
        if not picture.on_offensive:
            for name in game.scenario_data.file.victory.automatic.places:
                hexes = game.board.places[name].hexes
                if any(picture.holds(hex) for hex in hexes):
                    self.places.append(hexes)
        self.city_of: dict[Hex, tuple[Hex, ...]] = {hex: place for place in self.places for hex in place}
        self._spearhead = [self._nearest_enemy(place) for place in self.places]

    def distance(self, place: tuple[Hex, ...], hex: Hex) -> int:
        """Movement points on foot from a hex to a place."""
        return min(self.picture.atlas.walk[goal][hex] for goal in place)

    def _nearest_enemy(self, place: tuple[Hex, ...]) -> int:
        regular, stacks = self.picture.position.game.regular, self.picture.stacks
        return min(
            (
                self.distance(place, hex)
                for hex in self.picture.enemy_hexes
                if any(regular[unit] for unit in stacks[hex])
            ),
            default=FAR,
        )

    def garrison(self, unit: int) -> tuple[Hex, ...]:
        """The hexes of the key place that a unit on foot belongs to the garrison of; usually none."""
        game, here = self.picture.position.game, self.picture.position.state.where[unit]
        if game.motorized[unit] or not game.regular[unit]:
            return ()
        return self.city_of.get(here, ())

    def recall(self, here: Hex, pressed: bool) -> tuple[Hex, ...] | None:
        """The place to fall back to from a hex: the enemy is nearer to it, or far too strong."""
        best, nearest = None, FALLING_BACK
        for place, spearhead in zip(self.places, self._spearhead, strict=True):
            distance = self.distance(place, here)
            if distance < nearest and (pressed or spearhead + MARGIN < distance):
                best, nearest = place, distance
        return best
