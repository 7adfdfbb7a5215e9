"""The staff of Peaks of the Caucasus: an officer who plans operations, for the bot of that name.

He is shown a glimpse of the position and nothing else, and works with what a good player works with: the
objectives and how far they are, the lines of communications, the odds of the real combat tables, and where
the enemy can strike. `atlas` is what never changes, `picture` the situation, `attacks` weighs and plans them,
`marching` finds a place for everybody else; `conduct` answers what comes up in a fight, `services` the rest.
"""

from grognard.games.peaks.staff.officer import StaffOfficer, appoint

__all__ = ["StaffOfficer", "appoint"]
