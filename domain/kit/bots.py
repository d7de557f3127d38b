"""The house bots of a ruleset as a ladder, from random actions up to its best bot.

A ruleset writes one good bot. The levels below it play the same, but take an action at random now
and then: so each level beats the one below it, and players find an opponent of their strength.
Above it may be one that searches ahead.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from domain.ruleset import Bot, Legal, Pick, random_bot

GREEDY: Final = "greedy"
"""The bot without random actions and without search: by default, it replaces a seat that left."""


class _Level(NamedTuple):
    id: str
    name: str
    """A scholar at the court of Charlemagne, in every language."""
    at_random: int
    """How many of 100 actions the bot takes at random."""


_LEVELS: Final = (
    _Level("random", "Pippin", 100),
    _Level("novice", "Rotrud", 75),
    _Level("learner", "Einhard", 50),
    _Level("steady", "Angilbert", 25),
    _Level("keen", "Theodulf", 10),
    _Level(GREEDY, "Alcuin", 0),
)
_BEYOND: Final = _Level("searching", "Dungal", 0)
_NAMES: Final = {level.id: level.name for level in (*_LEVELS, _BEYOND)}


def ladder(
    greedy: Bot, weakest: Bot = random_bot, *, searching: Bot | None = None
) -> Mapping[str, Bot]:
    """Return house bots by id, the weakest first: from ``random`` to ``greedy`` or ``searching``.

    >>> list(ladder(random_bot))
    ['random', 'novice', 'learner', 'steady', 'keen', 'greedy']
    """
    mixed = {level.id: _mixed(greedy, weakest, level.at_random) for level in _LEVELS[1:-1]}
    beyond = {} if searching is None else {_BEYOND.id: searching}
    return {_LEVELS[0].id: weakest, **mixed, _LEVELS[-1].id: greedy, **beyond}


def name_of(bot: str) -> str:
    """Return the name that people know a house bot by; a bot outside the ladder has that of its id.

    >>> name_of("greedy"), name_of("deep_thought")
    ('Alcuin', 'Deep thought')
    """
    return _NAMES.get(bot) or bot.replace("_", " ").capitalize()


def _mixed(greedy: Bot, weakest: Bot, at_random: int) -> Bot:
    """Return a bot that takes this many of 100 actions from ``weakest``, others from ``greedy``."""

    def bot(view: Any, legal: Legal[Any], pick: Pick) -> Any:
        chosen = weakest if pick(100) < at_random else greedy
        return chosen(view, legal, pick)

    return bot
