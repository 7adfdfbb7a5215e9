"""The staff of Moscow 1941: an officer who plans operations, for the bot of that name.

He is shown a glimpse of the position and nothing else, and works with what a good player works with: the map
and its objectives, the strength that can reach a hex, the odds of the real combat table, and the duties of
combat. `atlas` is what never changes, `picture` the situation of a phase, `operations` the plan of a movement
phase, `assaults` that of a combat phase; `conduct` answers the questions that come up in between.
"""

from grognard.games.moscow1941.staff.officer import StaffOfficer, appoint

__all__ = ["StaffOfficer", "appoint"]
