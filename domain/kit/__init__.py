"""A kit for rulesets: functions and small types for what several games need.

A ruleset calls the kit, never the other way round, and may ignore any part of it. It imports all
that it needs from here: what the modules of the kit have, and the words of the interface between
games and the rest of the project, such as ``Seat`` and ``IllegalAction``.

``assembly.py`` assembles a ruleset from a folder, ``drafts.py`` converts between positions and
drafts, ``tagged.py`` has the base classes of actions and events, ``due.py`` judges whose decision
is due, ``choices.py`` counts and numbers legal actions, ``notation.py`` writes actions as text,
``checking.py`` helps to check positions from outside, ``standing.py`` ranks the sides at the end,
``story.py`` describes what happens, and ``words.py`` gives the words of a game.
"""

from domain.chance import Bounds, Draws, shuffle, shuffle_bounds
from domain.kit.assembly import ruleset_of
from domain.kit.bots import ladder
from domain.kit.catalogue import rules_of
from domain.kit.checking import fault, must_be_sound, repeated, some_in_order
from domain.kit.choices import ActionKind, Run, Subsets, joined, plain
from domain.kit.drafts import converter
from domain.kit.due import NO_DUTY, Duty, TurnRules, awaited, duty, is_due, not_due
from domain.kit.frame import Box, PictureFrame, SeatPanels, heading
from domain.kit.guide import guide_of
from domain.kit.hexes import HexGrid, hex_spot
from domain.kit.notation import Notation, Spelling, spelled
from domain.kit.option_marks import (
    CHOOSES_SCENARIO,
    SIDES_OF_SEATS,
    SpokenName,
    allowed,
    sides_called,
    superseded,
)
from domain.kit.standing import TABLE_RULES, leading, placed
from domain.kit.story import Players, alone, sentence
from domain.kit.tagged import ActionType, EventType
from domain.kit.words import Words, words_of
from domain.refusal import IllegalAction, Malformed, Refusal, expects
from domain.ruleset import (
    CHANCE,
    LANGUAGES,
    NO_ACTIONS,
    Actor,
    AnyRuleset,
    Await,
    Completed,
    Language,
    Legal,
    Meta,
    Part,
    Pick,
    Place,
    Rule,
    Ruleset,
    Sample,
    Seat,
    Trial,
    Unknown,
    Viewer,
    kinds_of,
    random_bot,
    tag_of,
)

__all__ = [
    "CHANCE",
    "CHOOSES_SCENARIO",
    "LANGUAGES",
    "NO_ACTIONS",
    "NO_DUTY",
    "SIDES_OF_SEATS",
    "TABLE_RULES",
    "ActionKind",
    "ActionType",
    "Actor",
    "AnyRuleset",
    "Await",
    "Bounds",
    "Box",
    "Completed",
    "Draws",
    "Duty",
    "EventType",
    "HexGrid",
    "IllegalAction",
    "Language",
    "Legal",
    "Malformed",
    "Meta",
    "Notation",
    "Part",
    "Pick",
    "PictureFrame",
    "Place",
    "Players",
    "Refusal",
    "Rule",
    "Ruleset",
    "Run",
    "Sample",
    "Seat",
    "SeatPanels",
    "Spelling",
    "SpokenName",
    "Subsets",
    "Trial",
    "TurnRules",
    "Unknown",
    "Viewer",
    "Words",
    "allowed",
    "alone",
    "awaited",
    "converter",
    "duty",
    "expects",
    "fault",
    "guide_of",
    "heading",
    "hex_spot",
    "is_due",
    "joined",
    "kinds_of",
    "ladder",
    "leading",
    "must_be_sound",
    "not_due",
    "placed",
    "plain",
    "random_bot",
    "repeated",
    "rules_of",
    "ruleset_of",
    "sentence",
    "shuffle",
    "shuffle_bounds",
    "sides_called",
    "some_in_order",
    "spelled",
    "superseded",
    "tag_of",
    "words_of",
]
