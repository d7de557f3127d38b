"""Properties of every game: invariants, symmetries, and bounds on how games end.

One survey of thousands of random games checks the invariants and bounds (``conftest.py``);
Hypothesis searches for counterexamples to the properties, and finds small ones.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import (
    Placement,
    PlacePaladins,
    RollDice,
)
from domain.rulesets.carolus_magnus.board import CLANS, CLANS_COUNT, SIDES
from domain.rulesets.carolus_magnus.events import EmperorMoved, TerritoriesMerged
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules.emperor import controller, destination
from tests.rulesets.carolus_magnus.conftest import End, Survey, games_of_a_kind
from tests.rulesets.carolus_magnus.games import EACH_NUMBER, GAMES, OPTIONS, near_empty
from tests.rulesets.carolus_magnus.invariants import ALL
from tests.support.games.play import at_random, next_input, play
from tests.support.games.strategies import positions, seeds
from tests.support.run.long import cases

PLAYED = positions(RULESET, OPTIONS)


# --- invariants ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in ALL])
def test_invariant(survey: Survey, rule: str) -> None:
    """No game of the survey breaks it, in any position or from step to step."""
    assert survey.games > len(GAMES) * games_of_a_kind()
    assert rule not in survey.broken, survey.broken[rule]


def test_the_survey_saw_every_end(survey: Survey) -> None:
    """Each reason with all numbers of players, so that no property is true for lack of cases."""
    reasons = {reason for _, reason in survey.reasons}
    assert reasons == {"castle_goal", "few_territories", "stalled", "round_limit"}
    assert all(survey.reasons[players, "castle_goal"] > survey.games / 6 for players in (2, 3, 4))


# --- properties ----------------------------------------------------------------------------------


def played_on_to(position: Position, kind: str, seed: int) -> Position:
    """Play on until an action of this kind is due."""
    for step in play(RULESET, position, Random(seed)):
        if kind in RULESET.awaits(step.before)[0].actions:
            before: Position = step.before
            return before
    return reject()


@given(PLAYED, seeds)
def test_order_of_placements_does_not_matter(position: Position, seed: int) -> None:
    """P-1: shuffled placements lead to one position, as if markers were checked once at the end."""
    position = played_on_to(position, "place_paladins", seed)
    random = Random(seed)
    seat = position.order[position.turn]
    legal = RULESET.legal(position, seat)
    right = legal.at(random.randrange(legal.count))
    assert isinstance(right, PlacePaladins)
    placements = [
        # Half of them go to the court, where the order might matter.
        Placement(one.clan, "court") if random.random() < 0.5 else one
        for one in right.placements
    ]
    after = RULESET.fold(position, RULESET.decide(position, seat, PlacePaladins(tuple(placements))))
    random.shuffle(placements)
    again = RULESET.fold(position, RULESET.decide(position, seat, PlacePaladins(tuple(placements))))
    assert again == after
    for clan in range(CLANS_COUNT):
        counts = list(after.courts[clan::CLANS_COUNT])
        mine = counts[seat]
        grown = mine > position.courts[seat * CLANS_COUNT + clan]
        strictly = mine == max(counts) and counts.count(mine) == 1
        assert after.markers[clan] == (seat if grown and strictly else position.markers[clan])


@given(PLAYED, seeds)
def test_steps_go_round(position: Position, seed: int) -> None:
    """P-3: with t territories, s and s + t steps end alike, and a disc d has min(d, t) ends."""
    position = played_on_to(position, "move_emperor", seed)
    count = len(position.heads)
    disc = position.played[position.order[position.turn]]
    for steps in range(1, 6):
        assert destination(position, steps) == destination(position, steps + count)
    ends = {destination(position, steps) for steps in range(1, disc + 1)}
    assert len(ends) == min(disc, count)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("options", EACH_NUMBER)
def test_resolving_again_changes_nothing(options: Options, seed: int) -> None:
    """P-4: after a move without a merger, only the owner can control the emperor's territory."""
    for game in range(cases(10, 3)):
        for step in play(RULESET, RULESET.start(options), Random(f"{seed} {game}")):
            moved = any(isinstance(event, EmperorMoved) for event in step.events)
            merged = any(isinstance(event, TerritoriesMerged) for event in step.events)
            if moved and not merged:
                side = controller(step.after, step.after.emperor)
                assert side is None or side == step.after.owners[step.after.emperor]


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("options", EACH_NUMBER)
def test_a_record_replays_event_for_event(options: Options, seed: int) -> None:
    """P-6: inputs and events survive JSON, and the inputs alone reproduce the game."""
    inputs = msgspec.json.Decoder(RULESET.seat_actions | RULESET.chance_actions)
    events = msgspec.json.Decoder(RULESET.events)
    encode = msgspec.json.encode
    for game in range(cases(10, 3)):
        start = RULESET.start(options)
        choose = near_empty if game % 5 == 0 else at_random
        position = start
        for step in play(RULESET, start, Random(f"{seed} {game}"), choose=choose):
            again = RULESET.decide(position, step.by, inputs.decode(encode(step.action)))
            assert list(again) == list(step.events)
            stored = [events.decode(encode(event)) for event in step.events]
            assert stored == list(step.events)
            position = RULESET.fold(position, stored)
            assert position == step.after


@given(PLAYED, seeds)
def test_decide_does_not_change_the_position(position: Position, seed: int) -> None:
    """No action changes the position it was judged in."""
    before = msgspec.msgpack.encode(position)
    random = Random(seed)
    due = RULESET.awaits(position)
    if due:
        by, action = next_input(RULESET, position, due, random)
        RULESET.fold(position, RULESET.decide(position, by, action))
    assert msgspec.msgpack.encode(position) == before


# --- P-5: symmetries -----------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], dict[str, Any]]


def turned(by: int) -> tuple[Change, Change]:
    """Return the change of positions and actions that turns the ring by this many segments."""

    def segment(number: int) -> int:
        return (number - 1 + by) % 15 + 1

    def view(data: dict[str, Any]) -> dict[str, Any]:
        lands = [
            {**land, "segments": [segment(one) for one in land["segments"]]}
            for land in data["territories"]
        ]
        lands.sort(key=lambda land: int(land["segments"][0]))
        return {**data, "territories": lands, "emperor": segment(data["emperor"])}

    def action(data: dict[str, Any]) -> dict[str, Any]:
        if "placements" not in data:
            return data
        return {
            **data,
            "placements": [
                {**one, "to": one["to"] if one["to"] == "court" else segment(one["to"])}
                for one in data["placements"]
            ],
        }

    return view, action


def renamed(clans: Sequence[str]) -> tuple[Change, Change]:
    """Return the change of positions and actions that gives the clans these names."""
    names: dict[str, str] = dict(zip(CLANS, clans, strict=True))

    def counts(data: dict[str, Any]) -> dict[str, Any]:
        return {names[clan]: count for clan, count in data.items()}

    def view(data: dict[str, Any]) -> dict[str, Any]:
        return {
            **data,
            "supply": counts(data["supply"]),
            "markers": counts(data["markers"]),
            "territories": [
                {**land, "paladins": counts(land["paladins"])} for land in data["territories"]
            ],
            "seats": [
                {**seat, "court": counts(seat["court"]), "reserve": counts(seat["reserve"])}
                for seat in data["seats"]
            ],
        }

    def action(data: dict[str, Any]) -> dict[str, Any]:
        renaming = {**names, "crown": "crown"}
        changed = dict(data)
        for key in ("clans", "faces"):
            if key in data:
                changed[key] = [renaming[one] for one in data[key]]
        if "placements" in data:
            changed["placements"] = [
                {**one, "clan": names[one["clan"]]} for one in data["placements"]
            ]
        return changed

    return view, action


def moved_up(players: int) -> tuple[Change, Change]:
    """Return the change that gives each seat's place, and its side, to the next seat.

    With four players and partners opposite, the sides change places too.
    """
    number = 3 if players == 3 else 2
    sides: dict[str, str] = {SIDES[side]: SIDES[(side + 1) % number] for side in range(number)}

    def seat(one: int | None) -> int | None:
        return None if one is None else (one + 1) % players

    def by_side(counts: dict[str, int]) -> dict[str, int]:
        exchanged = {sides[side]: count for side, count in counts.items()}
        return {side: exchanged[side] for side in SIDES if side in exchanged}

    def view(data: dict[str, Any]) -> dict[str, Any]:
        seats = [{**one, "side": sides[one["side"]]} for one in data["seats"]]
        outcome = data["outcome"]
        if outcome:
            won = {sides[side] for side in outcome["winners"]}
            outcome = {
                **outcome,
                "winners": [side for side in SIDES if side in won],
                "castles": by_side(outcome["castles"]),
                "standing": sorted(
                    ({**place, "side": sides[place["side"]]} for place in outcome["standing"]),
                    key=lambda place: (place["rank"], SIDES.index(place["side"])),
                ),
            }
        return {
            **data,
            "seats": seats[-1:] + seats[:-1],
            "order": [seat(one) for one in data["order"]],
            "active": seat(data["active"]),
            "markers": {clan: seat(one) for clan, one in data["markers"].items()},
            "territories": [
                {**land, "owner": land["owner"] and sides[land["owner"]]}
                for land in data["territories"]
            ],
            "castles_in_play": by_side(data["castles_in_play"]),
            "outcome": outcome,
        }

    return view, lambda data: data


def data(value: object) -> dict[str, Any]:
    """Return a value in wire format."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return decoded


def check_commutation(
    position: Position, seed: int, change: tuple[Change, Change], seats_up: int
) -> None:
    """Play on from a position and from its image: the results remain images of each other."""
    change_view, change_action = change
    actions = RULESET.seat_actions | RULESET.chance_actions
    # The emperor's starting place no longer matters, but it names a segment.
    options = msgspec.structs.replace(position.options, emperor_start="random")
    position = msgspec.structs.replace(position, options=options)
    image_view = msgspec.convert(change_view(data(RULESET.view(position, 0))), RULESET.view_type)
    image = RULESET.read(image_view, options)
    for step in play(RULESET, position, Random(seed), steps_max=8):
        by = step.by if step.by == "chance" else (step.by + seats_up) % options.players
        action = msgspec.convert(change_action(data(step.action)), actions)
        image = RULESET.fold(image, RULESET.decide(image, by, action))
        assert data(RULESET.view(image, 0)) == change_view(data(RULESET.view(step.after, 0)))


IN_PLAY = positions(RULESET, OPTIONS, steps_min=10)
OPPOSITE = positions(
    RULESET, [options for options in OPTIONS if options.seating == "opposite"], steps_min=10
)
"""After ten steps the set-up is over: its lots go clockwise and from segment 1."""


@given(IN_PLAY, seeds, st.integers(1, 14))
@settings(max_examples=cases(60, 25))
def test_turning_the_ring_commutes(position: Position, seed: int, by: int) -> None:
    """P-5: it does not matter which segment is called 1."""
    check_commutation(position, seed, turned(by), 0)


@given(IN_PLAY, seeds, st.permutations(CLANS))
@settings(max_examples=cases(60, 25))
def test_renaming_clans_commutes(position: Position, seed: int, clans: list[str]) -> None:
    """P-5: it does not matter what the clans are called."""
    check_commutation(position, seed, renamed(clans), 0)


@given(OPPOSITE, seeds)
@settings(max_examples=cases(60, 25))
def test_exchanging_sides_with_their_seats_commutes(position: Position, seed: int) -> None:
    """P-5: it does not matter which side is called white."""
    check_commutation(position, seed, moved_up(position.options.players), 1)


@pytest.mark.parametrize("kind", ["roll_dice", "choose_crowns", "exchange_jokers"])
@given(PLAYED, seeds)
@settings(max_examples=cases(50, 20))
def test_order_of_naming_does_not_matter(kind: str, position: Position, seed: int) -> None:
    """Clans and dice in any order lead to the same position."""
    if kind == "exchange_jokers":
        position = RULESET.start(Options(players=3, setup="yucata"))
    position = played_on_to(position, kind, seed)
    (due,) = RULESET.awaits(position)
    random = Random(seed)
    _, action = next_input(RULESET, position, [due], random)
    named = action.faces if isinstance(action, RollDice) else action.clans
    other = type(action)(tuple(random.sample(named, len(named))))
    after = RULESET.fold(position, RULESET.decide(position, due.seat, action))
    assert RULESET.fold(position, RULESET.decide(position, due.seat, other)) == after


# --- bounds and ends -----------------------------------------------------------------------------


def ends_of(survey: Survey, *reasons: str, players: Sequence[int] = (2, 3, 4)) -> list[End]:
    """Return the ends with these reasons; fail without any, because a test would prove nothing."""
    found = [
        end
        for end in survey.ends
        if end.outcome.reason in reasons and end.options.players in players
    ]
    assert found
    return found


def sorted_castles(end: End) -> tuple[int, ...]:
    """Return the castles of the sides, fewest first."""
    return tuple(sorted(end.outcome.castles.values()))


@pytest.mark.parametrize(("players", "earliest"), [(2, 5), (3, 3), (4, 3)])
def test_no_early_castle_goal(survey: Survey, players: int, earliest: int) -> None:
    """D-1: a turn adds at most one castle, so the goal takes as many turns as castles."""
    assert all(end.round >= earliest for end in ends_of(survey, "castle_goal", players=[players]))


def test_unowned_territories(survey: Survey) -> None:
    """D-2: 15 minus the castles in play are unowned, unless the last takeover fell short."""
    for end in ends_of(survey, "few_territories", "stalled", "round_limit"):
        assert end.owners.count(None) == 15 - sum(end.outcome.castles.values())


def test_few_territories_come_from_four_or_five(survey: Survey) -> None:
    """D-3: a turn removes at most two."""
    assert {end.territories_before for end in ends_of(survey, "few_territories")} <= {4, 5}


def test_few_territories_leave_two_or_three(survey: Survey) -> None:
    """D-4: if three remain, all are neighbours, and no two have the same owner."""
    for end in ends_of(survey, "few_territories"):
        assert len(end.owners) in {2, 3}
        assert len(set(end.owners)) == len(end.owners)


def test_few_territories_of_two_sides(survey: Survey) -> None:
    """D-5: with three left, 5:9, 6:8 or 7:7 and one unowned; with two left, 6:9 or 7:8."""
    for end in ends_of(survey, "few_territories", players=[2, 4]):
        if len(end.owners) == 3:
            assert set(end.owners) == {0, 1, None}
            assert sorted_castles(end) in {(5, 9), (6, 8), (7, 7)}
        else:
            assert set(end.owners) == {0, 1}
            assert sorted_castles(end) in {(6, 9), (7, 8)}


def test_few_territories_of_three_sides(survey: Survey) -> None:
    """D-6: three remain, with one of eight triples of castles. One game in 300 ends this way."""
    triples = "077 177 267 357 366 447 456 555"
    allowed = {tuple(map(int, triple)) for triple in triples.split()}
    for end in ends_of(survey, "few_territories"):
        if end.options.players != 3:
            continue
        assert len(end.owners) == 3
        assert sorted_castles(end) in allowed


def test_winners_are_sides(survey: Survey) -> None:
    """D-7: sides win, so partners share a result."""
    for end in survey.ends:
        sides = RULESET.sides(end.options)
        assert end.outcome.winners
        assert set(end.outcome.winners) <= set(sides)


def test_ties(survey: Survey) -> None:
    """D-8: after few_territories only 7:7, 0:7:7, 1:7:7, 3:6:6 and 5:5:5 tie; never at the goal."""
    tying = {(7, 7), (0, 7, 7), (1, 7, 7), (3, 6, 6), (5, 5, 5)}
    for end in ends_of(survey, "castle_goal", "few_territories"):
        castles = sorted_castles(end)
        if castles[-1] == castles[-2]:
            assert end.outcome.reason == "few_territories"
            assert castles in tying


def test_paladins_placed(survey: Survey) -> None:
    """D-9: without shortage or return, ring and courts have 15 paladins plus P for each turn."""
    assert "D-9" not in survey.broken, survey.broken["D-9"]
