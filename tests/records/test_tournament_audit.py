"""The audit of a tournament finds each fraud that shows in its record, at its place.

The numbers of frauds are those of a list: drawn again until it suits (1), another solver's pairing
(2), a secret chosen late (3), the kinder of two tournaments (4), a dropped table (5), a game left
out or played again (6), games that are not shown (7), a foreign game (8), swapped seats (9), an
altered result (10), a correction that claims to be earlier (11), a back-dated withdrawal (12), one
that steers the pairing (13), a bye for a friend (14), reordered tie-breaks (15), other points (16),
one person twice (17), an arbiter's own table (18), time for a friend (19), another history (20).
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import convert, to_builtins
from msgspec.structs import replace

from domain.record.catalogue import CATALOGUE
from domain.record.finding import Finding
from domain.record.statement import TournamentStatement
from domain.record.tournament_audit import (
    AuditedTournament,
    TournamentAuditTerms,
    audit_tournament,
    contradictions,
    read_tournament,
    unreadable_tournament,
)
from domain.record.tournament_games import AuditedGame, PlayedTerms
from domain.record.tournaments import (
    TournamentEntry,
    TournamentRecord,
    record_of,
    rerun_tournament,
    statements_of,
)
from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from domain.table.clock import BankClock, PerActionClock
from domain.table.reserving import TournamentTable
from domain.tournament.model import Announced, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Engine, RegistrationTerms, RequestedByes
from domain.tournament.stream.people import SERVICE, Acting
from domain.tournament.stream.state import Tournament
from service.access.record_verifier import RecordVerifier
from service.access.signing import Signer
from service.archives.tournament_text import decisions_of, texts_of_findings, verdict_of
from tests.support.tournaments.desk import (
    ARBITER,
    DUTCH,
    FOUR_SEATS,
    ID,
    ORGANISER,
    OTHER_ARBITER,
    SECRET,
    TWO_SEATS,
    WHY,
    Desk,
    guest,
    opened,
    paired,
    person,
    player,
    playing,
    registered,
    started,
)

KEY: Final = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER_KEY: Final = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))
Change = Callable[[list[TournamentEntry]], object]


def at(number: int) -> str:
    """Return the time of an entry."""
    return f"2026-01-01T12:{number // 60:02}:{number % 60:02}.000000Z"


def record(desk: Desk) -> TournamentRecord:
    """Return the record of a tournament, not signed yet."""
    return record_of(ID, [(at(number), entry) for number, entry in enumerate(desk.entries)])


def signed(unsigned: TournamentRecord, key: Signer = KEY) -> TournamentRecord:
    """Return a record with all signatures."""
    found = statements_of(unsigned, rerun_tournament(unsigned))
    end = [key.sign(one) for one in found if isinstance(one, TournamentStatement)]
    receipts = [key.sign(one) for one in found if not isinstance(one, TournamentStatement)]
    return replace(unsigned, receipts=tuple(receipts), signature=next(iter(end), None))


def not_installed(state: Tournament, engine: Engine) -> None:
    """Propose nothing."""


def audited(found: TournamentRecord, **terms: Any) -> AuditedTournament:
    """Audit a record of a tournament whose organiser has published the key."""
    compared = TournamentAuditTerms(**{"propose": not_installed, **terms})
    return audit_tournament(found, RecordVerifier([KEY.kid]), compared)


def ended(desk: Desk) -> TournamentRecord:
    """End a tournament and sign it."""
    desk.ask(ORGANISER, a.EndTournament(WHY)).ask(SERVICE, a.RevealSecret(SECRET.hex()))
    assert desk.refused_with is None
    return signed(record(desk))


def whole() -> TournamentRecord:
    """Return an honest tournament of three rounds with a correction."""
    desk = started(8, FOUR_SEATS).round().pair()
    desk.ask(ARBITER, a.CorrectResult(1, 1, (2, 1, 3, 4), WHY)).open_round().play().round()
    return ended(desk)


def with_games(rules: Announced = TWO_SEATS, **proved: Any) -> Desk:
    """Return a tournament whose one table is a game of the service, by default for two."""
    desk = playing(rules.seats, rules).game()
    proof = desk.proof(**proved)
    return desk.ask(SERVICE, a.RecordGame(proof)).ask(ORGANISER, a.CloseRound(1))


def altered(found: TournamentRecord, change: Change) -> TournamentRecord:
    """Return a record whose entries someone has changed."""
    entries = list(found.entries)
    change(entries)
    return replace(found, entries=tuple(entries))


def index(entries: Sequence[TournamentEntry], kind: type[Any], nth: int = 0) -> int:
    """Return the number of the n-th entry with this kind of action."""
    return [n for n, one in enumerate(entries) if isinstance(one.action, kind)][nth]


def edit(kind: type[Any], **members: Any) -> Change:
    """Return the change of the first action of a kind."""

    def change(entries: list[TournamentEntry]) -> None:
        place = index(entries, kind)
        entries[place] = replace(entries[place], action=replace(entries[place].action, **members))

    return change


def only_breach(one: AuditedTournament) -> Finding:
    """Expect one breach, whose rule has a sentence or refuses an action."""
    (found,) = one.breaches
    return found


def test_an_honest_tournament_is_valid() -> None:
    """It is decided again from its text, and says who signed."""
    one = audited(whole())
    assert one.breaches == ()
    assert one.signed_by == KEY.kid
    assert {finding.rule for finding in one.findings} == {"RC-TOUR-8"}


@pytest.mark.parametrize(
    ("change", "rule", "reason"),
    [
        pytest.param(edit(a.PairRound, seed="ab" * 32), "TN-SEED-1", "another_seed", id="1"),
        pytest.param(
            lambda entries: entries.insert(
                index(entries, a.PairRound) + 1, entries[index(entries, a.PairRound)]
            ),
            "TN-NEXT-2",
            "round_is_not_over",
            id="1 twice",
        ),
        pytest.param(
            edit(a.OpenTournament, commitment="ab" * 32), "TN-SEED-1", "another_commitment", id="3"
        ),
        pytest.param(
            lambda entries: entries.pop(index(entries, a.EnterResult)),
            "TN-CLOSE-1",
            "tables_without_result",
            id="5",
        ),
    ],
)
def test_an_impossible_entry_is_refused(change: Change, rule: str, reason: str) -> None:
    """The finding is at the entry where the rules refuse it."""
    found = altered(whole(), change)
    breach = only_breach(audited(found))
    assert (breach.rule, breach.reason) == (rule, reason)
    assert breach.entry == rerun_tournament(found).refused.index  # type: ignore[union-attr] # it is refused


def test_fraud_2_another_pairing_of_the_program() -> None:
    """The program, asked again, proposes other pairs; turn order and order of tables are ours."""
    desk = started(4, format=DUTCH).pair([(1, 3), (2, 4)]).open_round().play()
    found = ended(desk)
    again = audited(found, propose=lambda state, engine: [(1, 2), (3, 4)])
    breach = only_breach(again)
    assert (breach.rule, breach.facts["round"]) == ("RC-TOUR-4", 1)
    assert breach.entry == index(found.entries, a.PairRound)
    assert audited(found, propose=lambda state, engine: [(4, 2), (3, 1)]).breaches == ()
    reasons = [one.reason for one in audited(found).findings if one.rule == "RC-TOUR-4"]
    assert reasons == ["program_is_not_installed"]
    assert "is not installed here" in verdict_of(audited(found), "en")
    asked = audited(found, propose=lambda state, engine: [(4, 2), (3, 1)])
    assert verdict_of(asked, "en").startswith("The record is valid: ")
    assert "is not installed here" not in verdict_of(asked, "en")
    assert verdict_of(again, "en") == "The record is not valid: the audit found 1 fault."


def test_fraud_4_a_tournament_without_an_end() -> None:
    """An organiser who opens two and shows the kinder one leaves an opening without an end."""
    found = signed(record(started(8, FOUR_SEATS).round()))
    breach = only_breach(audited(found))
    assert (breach.rule, breach.reason, breach.facts["organiser"]) == (
        "RC-TOUR-3",
        "no_end",
        ORGANISER.who,
    )
    assert audited(found, unfinished=True).breaches == ()
    desk = started(8, FOUR_SEATS).round().ask(ORGANISER, a.EndTournament(WHY))
    breach = only_breach(audited(signed(record(desk))))
    assert (breach.rule, breach.reason) == ("RC-TOUR-3", "secret_is_not_revealed")


def game(desk: Desk, **changes: Any) -> dict[str, AuditedGame]:
    """Return the archive of the one game, as its own audit shows it."""
    people = desk.state.seats_at(1, desk.state.rounds[0].tables[0])
    players, names = tuple(one.key for one in people), tuple(one.name for one in people)
    table = TournamentTable(ID, 1, 1)
    ranks = tuple(range(1, len(players) + 1))
    found = AuditedGame("ab" * 32, "kid", players, ranks, table, names=names)
    return {"game-1": replace(found, **changes)}


def test_frauds_6_to_10_are_in_the_archives() -> None:
    """A game that is missing, another game, other seats, another result."""
    desk = with_games()
    seats = game(desk)["game-1"].players
    found = ended(desk)
    assert audited(found, games=game(desk)).breaches == ()
    for games, reason in (
        ({}, "game_is_missing"),
        (game(desk, head="cd" * 32), "other_head"),
        (game(desk, kid="another"), "other_kid"),
        (game(desk, ranks=(2, 1)), "other_ranks"),
        (game(desk, scores=(30, 20)), "other_scores"),
    ):
        breach = only_breach(audited(found, games=games))
        assert (breach.rule, breach.reason) == ("RC-TOUR-5", reason)
        assert breach.entry == index(found.entries, a.RecordGame)
    for games, reason in (
        (game(desk, players=seats[::-1]), "other_seats"),
        (game(desk, table=TournamentTable(ID, 1, 2)), "other_table"),
        (game(desk, table=None), "other_table"),
    ):
        breach = only_breach(audited(found, games=games))
        assert (breach.rule, breach.reason) == ("RC-TOUR-5", reason)
        assert breach.entry == index(found.entries, a.OpenTable)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"added": (0, 300)}, None, id="granted"),
        pytest.param({"added": (0, 301)}, "time_was_not_granted", id="19 more time"),
        pytest.param({"added": (1, 300)}, "time_was_not_granted", id="19 time for the other"),
        pytest.param({"clock": None}, "other_clock", id="19 no clock"),
        pytest.param({"ruleset": "teg@1"}, "other_ruleset", id="another game"),
        pytest.param({"options": {}}, "other_options", id="16 other options"),
        pytest.param({"take_backs": True}, "other_take_backs", id="take-backs"),
        pytest.param({"continues": "game-0"}, "other_continues", id="from a chosen position"),
    ],
)
def test_a_game_has_the_announced_terms(changes: dict[str, Any], reason: str | None) -> None:
    """Ruleset, options and clock are those of all tables, and time was granted to a player."""
    clock = PerActionClock(60, "forfeit")
    desk = playing(2, clock=clock).game()
    _, second = desk.state.rounds[0].tables[0].players
    desk.ask(ARBITER, a.GrantTime(1, 1, second, 200, WHY), a.GrantTime(1, 1, second, 100, WHY))
    desk.ask(SERVICE, a.RecordGame(desk.proof())).ask(ORGANISER, a.CloseRound(1))
    kind = BY_PINNED["carolus-magnus@1"].options_type
    options = to_builtins(convert(desk.state.announcement.options, kind))
    honest = PlayedTerms("carolus-magnus@1", options, to_builtins(clock), (0, 0))
    games = game(desk, terms=replace(honest, **changes))
    found = [(one.rule, one.reason) for one in audited(ended(desk), games=games).breaches]
    assert found == ([] if reason is None else [("RC-TOUR-5", reason)])


def test_fraud_9_where_an_arbiter_decided() -> None:
    """A game that does not count must have been that of the table, too."""
    desk = playing(2).game()
    desk.ask(ARBITER, a.OrderReplay(1, 1, WHY)).game(game="game-2")
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY)).ask(ORGANISER, a.CloseRound(1))
    (one,), found = game(desk).values(), ended(desk)
    games = {"game-1": one, "game-2": one}
    assert audited(found, games=games).breaches == ()
    for number, name in enumerate(games):
        swapped = games | {name: replace(one, players=one.players[::-1])}
        breach = only_breach(audited(found, games=swapped))
        assert (breach.rule, breach.reason) == ("RC-TOUR-5", "other_seats")
        assert breach.entry == index(found.entries, a.OpenTable, number)
    renamed = games | {"game-2": replace(one, names=("Bea", "Player 2"))}
    reasons = [said.reason for said in audited(found, games=renamed).findings]
    assert "another_name" in reasons


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        pytest.param({"ranks": (1, 3, 2, 4)}, "other_ranks", id="second and third exchanged"),
        pytest.param({"scores": (9, 7, 6, 5)}, "other_scores", id="a score that breaks ties"),
    ],
)
def test_fraud_10_behind_the_winner(says: dict[str, Any], reason: str) -> None:
    """The winner is right, but places or scores after it, which give points, are not the game's."""
    desk = with_games(FOUR_SEATS, scores=(9, 8, 6, 5))
    honest = {"scores": (9, 8, 6, 5)}
    found = ended(desk)
    assert audited(found, games=game(desk, **honest)).breaches == ()
    breach = only_breach(audited(found, games=game(desk, **{**honest, **says})))
    assert (breach.rule, breach.reason) == ("RC-TOUR-5", reason)
    ((name, value),) = says.items()
    assert breach.facts["derived"] == value
    assert breach.facts["recorded"] == getattr(_proof(desk), name)


def test_fraud_10_behind_a_forfeit() -> None:
    """One player forfeits and comes last; the places of the others are still those of the game."""
    desk = playing(4, FOUR_SEATS).game()
    first, *_ = desk.state.rounds[0].tables[0].players
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (first,), WHY))
    desk.ask(SERVICE, a.RecordGame(desk.proof(ranks=(1, 2, 3, 4))))
    desk.ask(ORGANISER, a.CloseRound(1))
    found = ended(desk)
    assert audited(found, games=game(desk)).breaches == ()
    breach = only_breach(audited(found, games=game(desk, ranks=(1, 3, 2, 4))))
    assert (breach.rule, breach.reason) == ("RC-TOUR-5", "other_ranks")


def test_a_game_that_shows_another_name_is_listed() -> None:
    """An operator let someone play under the name of the opponent: the record of the game says so.

    Records from before seats had names are listed, too; a seat without a name deceives nobody.
    """
    desk = with_games()
    first, second = game(desk)["game-1"].names
    record = ended(desk)
    for names, wrong in (((second, second), [0]), ((first, "Bea"), [1]), ((None, second), [])):
        found = audited(record, games=game(desk, names=names))
        assert found.breaches == ()
        listed = [one for one in found.findings if one.rule == "RC-TOUR-11"]
        assert [one.facts["seat"] for one in listed] == wrong
        for one in listed:
            seat = one.facts["seat"]
            place = {"round": 1, "table": 1, "game": "game-1", "seat": seat}
            named = {"entered": (first, second)[seat], "shown": names[seat]}
            assert (one.reason, one.facts) == ("another_name", place | named)


@pytest.mark.parametrize(
    ("members", "rule"),
    [
        pytest.param({"game": "game-2"}, "TN-GAME-2", id="7"),
        pytest.param({"tournament": "another"}, "TN-GAME-1", id="8"),
        pytest.param({"seats": ("p" * 26, "q" * 26)}, "TN-GAME-3", id="9"),
    ],
)
def test_frauds_7_to_9_a_game_of_another_table(members: dict[str, Any], rule: str) -> None:
    desk = with_games()
    proof = replace(_proof(desk), **members)
    breach = only_breach(audited(altered(ended(desk), edit(a.RecordGame, proof=proof))))
    assert breach.rule == rule


def test_fraud_7_a_game_that_the_tournament_does_not_show() -> None:
    """It is in the archives and names the tournament: someone played more games than count."""
    desk = with_games()
    hidden = replace(game(desk)["game-1"], table=TournamentTable(ID, 2, 1))
    games = game(desk) | {"game-9": hidden}
    breach = only_breach(audited(ended(desk), games=games))
    assert (breach.rule, breach.reason) == ("RC-TOUR-5", "game_is_not_named")
    assert breach.facts == {"round": 2, "table": 1, "game": "game-9"}
    elsewhere = game(desk) | {"game-9": replace(hidden, table=TournamentTable("other", 2, 1))}
    assert audited(ended(with_games()), games=elsewhere).breaches == ()
    going_on = audited(signed(record(with_games())), games=games, unfinished=True)
    assert [one.weight for one in going_on.findings if one.reason == "game_is_not_named"] == [
        "note"
    ]


def test_a_game_that_was_cut_short_and_left_out_is_noted() -> None:
    """A table was played again: the archive of the first game would show how it stood."""
    desk = playing(2).game(game="game-0").ask(ARBITER, a.OrderReplay(1, 1, WHY)).game(game="game-1")
    desk.ask(SERVICE, a.RecordGame(desk.proof())).ask(ORGANISER, a.CloseRound(1))
    found = ended(desk)
    for more, missing in ((["game-0"], []), ([], ["game-0"])):
        games = {**game(desk), **dict.fromkeys(more, game(desk)["game-1"])}
        shown = audited(found, games=games)
        assert shown.breaches == ()
        noted = [one for one in shown.findings if one.rule == "RC-TOUR-5"]
        assert [one.facts["game"] for one in noted] == missing
        assert all(one.reason == "game_without_result_is_missing" for one in noted)


def _proof(desk: Desk) -> a.ProvedGame:
    action = next(one.action for one in desk.entries if isinstance(one.action, a.RecordGame))
    assert isinstance(action, a.RecordGame)
    return action.proof


def test_fraud_6_a_second_game_of_a_table() -> None:
    found = ended(with_games())

    def again(entries: list[TournamentEntry]) -> None:
        place = index(entries, a.OpenTable)
        entries.insert(place + 1, replace(entries[place], action=a.OpenTable(1, 1, "game-2")))

    assert only_breach(audited(altered(found, again))).rule == "TN-TABLE-1"


def _earlier_correction(entries: list[TournamentEntry]) -> None:
    """Move the correction before the pairing of round two, and its time, too."""
    correction = entries.pop(index(entries, a.CorrectResult))
    place = index(entries, a.PairRound, 1)
    entries.insert(place, replace(correction, at=entries[place].at))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(edit(a.EnterResult, ranks=(4, 3, 2, 1)), id="10"),
        pytest.param(_earlier_correction, id="11"),
        pytest.param(
            lambda entries: entries.pop(index(entries, a.CorrectResult)), id="11 left out"
        ),
    ],
)
def test_an_altered_stream_has_another_head_and_other_signatures(change: Change) -> None:
    """A record that was changed and given its new head is not what was signed."""
    found = altered(whole(), change)
    assert "RC-HEAD-1" in {one.rule for one in audited(found).breaches}
    hidden = replace(found, head=rerun_tournament(found).head)
    breach = only_breach(audited(hidden))
    assert (breach.rule, breach.where) == ("RC-TOUR-1", "$.signature")


def test_fraud_11_a_correction_is_listed_with_both_results() -> None:
    found = whole()
    (listed,) = (one for one in audited(found).findings if one.reason == "result_corrected")
    assert listed.weight == "note"
    assert listed.entry == index(found.entries, a.CorrectResult)
    assert listed.facts["before"]["ranks"] == (1, 2, 3, 4)
    assert listed.facts["what"]["ranks"] == (2, 1, 3, 4)
    assert listed.facts["what"]["reason"] == WHY


@pytest.mark.parametrize("shown", [True, False])
def test_results_of_arbiters_over_a_game_are_listed_with_what_the_game_says(shown: bool) -> None:
    """Table, round, who, why, and who won the game; at a table without one there is no game."""
    desk = playing(4).game()
    one, other = desk.state.rounds[0].tables[0].players
    desk.ask(ARBITER, a.EnterResult(1, 1, (2, 1), WHY)).play()
    found = ended(desk)
    (says,) = game(desk, ended_by="arbiter", reason=WHY).values()
    result = audited(found, games={"game-1": says} if shown else {})
    assert result.breaches == ()
    over, without = (one for one in result.findings if one.reason == "result_entered")
    assert over.facts["by"] == {"role": "arbiter", "who": ARBITER.who}
    assert {"round": 1, "table": 1, "reason": WHY}.items() <= over.facts["what"].items()
    assert over.facts["game"]["game"] == "game-1"
    assert over.facts["game"]["first"] == ((one,) if shown else None)
    assert "game" not in without.facts
    assert without.facts["what"]["table"] == 2
    lines = [line for line in decisions_of(result, "en") if "Table 1" in line]
    name, winner = (result.decisions[0].after.entrants[n - 1].name for n in (one, other))
    said = f"Its game game-1 says: first {name}; ended by an arbiter, who wrote: {WHY}."
    if not shown:
        said = "Its game game-1 is not in the archives, or has no result."
    (line,) = lines
    assert line.startswith(f"entry {over.entry}, Ana: Table 1, entered by an arbiter: 1. {winner}")
    assert line.endswith(f"Round 1, table 1: no result → 1. {winner}, 2. {name}. {said}")


def test_a_finding_names_those_who_played_as_the_winners_of_a_game() -> None:
    """Even if an arbiter corrects its result after someone else plays for the entry."""
    desk = playing(4).game().play()
    one = desk.state.rounds[0].tables[0].players[0]
    desk.ask(ARBITER, a.ReplacePlayer(one, person(40, "Gabi"), "Ill"))
    desk.ask(ARBITER, a.CorrectResult(1, 1, (2, 1), WHY))
    result = audited(ended(desk), games=game(desk, ended_by="player"))
    (line,) = (line for line in decisions_of(result, "en") if "corrects round 1" in line)
    assert f"says: first Player {one};" in line
    assert "Gabi" not in line


def test_fraud_12_a_back_dated_withdrawal() -> None:
    """Its position shows; its time contradicts the entries before it."""
    desk = started(8, FOUR_SEATS).round()
    found = ended(desk.ask(ORGANISER, a.WithdrawEntrant(3, WHY)).round())

    def back(entries: list[TournamentEntry]) -> None:
        place = index(entries, a.WithdrawEntrant)
        entries[place] = replace(entries[place], at=at(0))

    earlier = altered(found, back)
    honest = signed(replace(earlier, head=rerun_tournament(earlier).head))
    breach = only_breach(audited(honest))
    assert breach.rule == "RC-TOUR-6"
    assert breach.entry == index(found.entries, a.WithdrawEntrant)


def test_fraud_13_a_withdrawal_that_steers_the_pairing() -> None:
    """Between the closing of check-in and the pairing it is refused, and the organiser is bound."""
    desk = started(4, check_in=True).ask(ORGANISER, a.OpenCheckIn())
    desk.ask(ORGANISER, *(a.CheckIn(one) for one in range(1, 5)), a.CloseCheckIn())
    found = ended(desk.pair().open_round().play())

    def steer(entries: list[TournamentEntry]) -> None:
        place = index(entries, a.PairRound)
        entries.insert(place, replace(entries[place], action=a.WithdrawEntrant(2, WHY)))

    assert only_breach(audited(altered(found, steer))).rule == "TN-CHECKIN-4"


def test_frauds_14_and_19_gifts_are_listed() -> None:
    """A bye, time and a pause that an official gives have a name in the report, and a reason."""
    desk = started(5).ask(ARBITER, a.GiveBye(2, 1, "full", "A friend")).round()
    (bye,) = (one for one in audited(ended(desk)).findings if one.reason == "bye_granted")
    assert (bye.rule, bye.facts["by"]) == ("RC-TOUR-8", {"role": "arbiter", "who": ARBITER.who})
    assert bye.facts["what"]["reason"] == "A friend"
    desk = registered(6, byes=RequestedByes(1)).ask(ORGANISER, a.RequestBye(2, 2, "half"))
    desk.start().ask(player(3), a.RequestBye(3, 2, "half", WHY)).round().round()
    (bye,) = (one for one in audited(ended(desk)).findings if one.reason == "bye_granted")
    assert (bye.facts["by"]["role"], bye.facts["what"]["entrant"]) == ("organiser", 2)
    timed = playing(2, clock=PerActionClock(60, "forfeit")).game()
    timed.ask(ARBITER, a.GrantTime(1, 1, 1, 300, "A friend"))
    timed.ask(ARBITER, a.PauseTables(1, (1,), "A friend"), a.ResumeTables(1, (1,), "A friend"))
    timed.ask(SERVICE, a.RecordGame(timed.proof())).ask(ORGANISER, a.CloseRound(1))
    listed = {one.reason for one in audited(ended(timed)).findings}
    assert {"time_granted", "tables_paused", "tables_resumed"} <= listed


def test_answers_to_claims_and_a_late_entry_are_listed() -> None:
    """Each with the official's reason; a claim alone decides nothing."""
    desk = started(4, registration=RegistrationTerms(late_until=2)).round()
    desk.ask(player(1), a.DeclareRelation(ARBITER.who, 1, WHY))
    desk.ask(ORGANISER, a.RejectRelation(ARBITER.who, 1, "They never met")).register(person(5))
    desk.ask(ORGANISER, a.DeclareRelation(OTHER_ARBITER.who, 2, "Brothers"))
    listed = [one for one in audited(ended(desk.round())).findings if one.rule == "RC-TOUR-8"]
    reasons = {one.reason: one.facts["what"]["reason"] for one in listed}
    assert reasons.pop("relation_rejected") == "They never met"
    assert reasons.pop("relation_declared") == "Brothers"
    assert reasons.pop("entrant_registered") == WHY
    assert "relation_claimed" not in reasons


def _open_claims(desk: Desk, *, unfinished: bool = False) -> list[tuple[str, Any]]:
    """Return the claims that the audit lists as unanswered."""
    found = signed(record(desk)) if unfinished else ended(desk)
    again = audited(found, unfinished=unfinished)
    assert not again.breaches
    listed = [one for one in again.findings if one.rule == "RC-TOUR-12"]
    for one in listed:
        assert (one.weight, one.facts["entrant"], one.facts["arbiter"]) == ("note", 1, "Ana")
        assert one.where == f"$.entries[{one.entry}]"
        assert isinstance(found.entries[one.entry or 0].action, a.DeclareRelation)
    return [(one.reason, one.facts.get("round")) for one in listed]


CLAIM: Final = a.DeclareRelation(ARBITER.who, 1, "An aunt")
CLOSE: Final = a.CloseRound(1)


def _claimed() -> Desk:
    """Return a tournament whose only arbiter enters results after a player claimed a relation."""
    desk = started(4).pair().ask(player(1), CLAIM).open_round()
    return desk.ask(ARBITER, *(a.EnterResult(1, table, (1, 2), WHY) for table in (1, 2)))


def test_a_claim_that_nobody_ever_answered() -> None:
    """In the finished record, and before that as soon as its round has closed."""
    desk = _claimed()
    assert _open_claims(desk, unfinished=True) == []
    desk.ask(ORGANISER, CLOSE)
    assert _open_claims(desk, unfinished=True) == [("claim_not_answered_in_time", 1)]
    assert _open_claims(desk) == [("claim_not_answered", None)]
    said = "Player 1 said that Ana has a conflict of interest: “An aunt”. No official decided "
    end = "about it before the end of round 1."
    late = _claimed().ask(ORGANISER, CLOSE, a.RejectRelation(ARBITER.who, 1, WHY))
    for one, expected in ((desk, f"{said}about it."), (late, f"{said}{end}")):
        assert expected in texts_of_findings(audited(record(one), unfinished=True), "en")


def test_a_claim_after_the_last_round_needs_an_answer_before_the_end() -> None:
    desk = started(4, announced(2, 1, "LOT")).round().ask(player(1), CLAIM)
    assert _open_claims(desk, unfinished=True) == []
    assert _open_claims(desk) == [("claim_not_answered", None)]


@pytest.mark.parametrize(
    "answer",
    [a.RejectRelation(ARBITER.who, 1, WHY), a.DeclareRelation(ARBITER.who, 1, WHY)],
    ids=["rejected", "confirmed"],
)
def test_a_claim_that_was_answered_after_its_round(answer: Any) -> None:
    """An answer before that is in time; a claim between two rounds belongs to the next."""
    assert _open_claims(_claimed().ask(ORGANISER, answer, CLOSE)) == []
    late = _claimed().ask(ORGANISER, CLOSE, answer)
    assert _open_claims(late) == [("claim_not_answered_in_time", 1)]
    between = started(4).round().ask(player(1), CLAIM).round().ask(ORGANISER, answer)
    assert _open_claims(between) == [("claim_not_answered_in_time", 2)]


DISMISS: Final = a.DismissArbiter(ARBITER.who, WHY)
NAME_AGAIN: Final = a.NameArbiter(ARBITER.who, "Ana", WHY)
SUBSTITUTE: Final = a.NameArbiter(OTHER_ARBITER.who, "Bob", WHY)


def _judged(desk: Desk, number: int, by: Acting = OTHER_ARBITER) -> Desk:
    """Enter the results of a round that is open, and close it."""
    results = (a.EnterResult(number, table, (1, 2), WHY) for table in (1, 2))
    return desk.ask(by, *results).ask(ORGANISER, a.CloseRound(number))


def test_a_claim_about_an_arbiter_who_judged_nothing_needs_no_answer() -> None:
    """The organiser dismissed the arbiter before a round began; one who is named again judges."""
    for before_opening in (started(4).ask(player(1), CLAIM), paired(4).ask(player(1), CLAIM)):
        before_opening.ask(ORGANISER, DISMISS, SUBSTITUTE)
        desk = before_opening if before_opening.state.rounds else before_opening.pair()
        _judged(desk.open_round(), 1)
        assert _open_claims(desk, unfinished=True) == []
        desk.ask(ORGANISER, NAME_AGAIN)
        desk.pair().open_round()
        assert _open_claims(_judged(desk, 2), unfinished=True) == [
            ("claim_not_answered_in_time", 2)
        ]
    after_the_last = started(4, announced(2, 1, "LOT")).round().ask(player(1), CLAIM)
    assert _open_claims(after_the_last.ask(ORGANISER, DISMISS)) == []


def test_a_dismissal_during_the_round_does_not_replace_the_answer() -> None:
    """Even if the arbiter decided nothing after the claim, or was named only during the round."""
    idle = playing(4).ask(player(1), CLAIM).ask(ORGANISER, DISMISS, SUBSTITUTE)
    assert _open_claims(_judged(idle, 1), unfinished=True) == [("claim_not_answered_in_time", 1)]
    desk = started(4).ask(player(1), CLAIM).ask(ORGANISER, DISMISS, SUBSTITUTE).pair()
    desk.open_round().ask(ORGANISER, NAME_AGAIN, DISMISS)
    assert _open_claims(_judged(desk, 1), unfinished=True) == [("claim_not_answered_in_time", 1)]


def test_a_dismissal_after_a_decision_does_not_replace_the_answer() -> None:
    """Whatever the arbiter decides between two rounds, and about anyone."""
    bye = a.GiveBye(4, 1, "full", WHY)
    desk = registered(5).ask(player(1), CLAIM).ask(ARBITER, bye)
    desk.ask(ORGANISER, DISMISS, SUBSTITUTE).start().pair().open_round()
    assert _open_claims(_judged(desk, 1), unfinished=True) == [("claim_not_answered_in_time", 1)]
    last = started(4, announced(2, 1, "LOT")).round().ask(player(1), CLAIM)
    last.ask(ARBITER, a.CorrectResult(1, 1, (2, 1), WHY)).ask(ORGANISER, DISMISS)
    assert _open_claims(last) == [("claim_not_answered", None)]


def test_an_arbiter_judges_each_round_and_is_dismissed_before_it_closes() -> None:
    """The claim stays open all the time; so it does if the organiser calls the tournament off."""
    desk = _claimed().ask(ORGANISER, DISMISS, CLOSE, NAME_AGAIN).pair().open_round()
    desk.ask(ARBITER, *(a.EnterResult(2, table, (1, 2), WHY) for table in (1, 2)))
    desk.ask(ORGANISER, DISMISS, a.CloseRound(2))
    assert _open_claims(desk, unfinished=True) == [("claim_not_answered_in_time", 1)]
    assert _open_claims(desk) == [("claim_not_answered", None)]
    aborted = _claimed().ask(ORGANISER, DISMISS, a.AbortTournament(WHY))
    assert _open_claims(aborted, unfinished=True) == [("claim_not_answered", None)]
    rejected = _claimed().ask(ORGANISER, DISMISS, a.RejectRelation(ARBITER.who, 1, WHY), CLOSE)
    assert _open_claims(rejected) == []


def test_a_pair_that_a_partner_never_confirmed() -> None:
    """An operator writes that the player who asked confirmed, too."""
    pairs = [(person(number), person(number + 1)) for number in (1, 3, 5)]
    desk = opened(team=2).ask(player(1), a.RegisterEntrant(pairs[0]))
    desk.ask(player(2), a.ConfirmPartner(person(1).account or ""))
    for pair in pairs[1:]:
        desk.ask(ORGANISER, a.RegisterEntrant(pair))
    found = ended(desk.start().round())
    assert audited(found).breaches == ()

    def forge(entries: list[TournamentEntry]) -> None:
        place = index(entries, a.ConfirmPartner)
        entries[place] = replace(entries[place], by=player(1))

    assert only_breach(audited(altered(found, forge))).rule == "TN-ENTER-9"


def test_fraud_14_a_bye_that_the_program_did_not_give() -> None:
    """The proposal lets a friend rest; the program, asked again, another entrant."""
    desk = started(3, format=DUTCH).pair([(1, 3), (2,)]).open_round().play()
    again = audited(ended(desk), propose=lambda state, engine: [(1, 2), (3,)])
    breach = only_breach(again)
    assert (breach.rule, breach.reason) == ("RC-TOUR-4", "other_pairs")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"tie_breaks": ("LOT", "MBH")}, id="15"),
        pytest.param({"scales": ((600, 360, 120, 0), (600, 180, 0))}, id="16 points"),
        pytest.param({"rounds": 4}, id="16 rounds"),
    ],
)
def test_frauds_15_and_16_changed_rules_come_first(changes: dict[str, Any]) -> None:
    rules = replace(FOUR_SEATS, **changes)
    desk = started(8, FOUR_SEATS).round()
    desk.ask(ARBITER, a.CorrectResult(1, 1, (2, 1, 3, 4), WHY))
    desk.ask(ORGANISER, a.ChangeRules(rules, "A friend"))
    listed = [one for one in audited(ended(desk)).findings if one.rule == "RC-TOUR-8"]
    assert listed[0].reason == "rules_changed"
    found = whole()
    terms = found.entries[0].action
    assert isinstance(terms, a.OpenTournament)
    change = edit(a.OpenTournament, announcement=replace(terms.announcement, rules=rules))
    assert "RC-HEAD-1" in {one.rule for one in audited(altered(found, change)).breaches}


@pytest.mark.parametrize("one", [person(1), guest(1)], ids=["account", "guest"])
def test_fraud_17_one_person_twice(one: Any) -> None:
    found = ended(started(4, real_tables=True).round())

    def twice(entries: list[TournamentEntry]) -> None:
        place = index(entries, a.RegisterEntrant, 1)
        for at_, name in enumerate((one, replace(one, name="Alias"))):
            action = a.RegisterEntrant((name,))
            entries[place + at_] = replace(entries[place + at_], action=action)

    assert only_breach(audited(altered(found, twice))).rule == "TN-ENTER-3"


def test_fraud_17_an_entrant_who_only_loses_to_one_player() -> None:
    """It is a warning: someone who left after round one looks the same, so the record is valid."""
    desk = started(6, announced(2, 2, "LOT"), real_tables=True).round()
    first = desk.state.rounds[0].tables
    losers = [table.players[1] for table in first]
    desk.ask(ORGANISER, a.WithdrawEntrant(losers[0], WHY)).round()
    found = audited(ended(desk))
    warned = [one for one in found.findings if one.rule == "RC-TOUR-10"]
    facts = {"entrant": losers[0], "lost_to": first[0].players[0]}
    assert facts in [one.facts for one in warned]
    assert not found.breaches
    names = [desk.state.entrants[facts[one] - 1].name for one in ("entrant", "lost_to")]
    said = f"{names[0]} played only against {names[1]}, and lost every game."
    assert any(text and text.startswith(said) for text in texts_of_findings(found, "en"))
    assert "RC-TOUR-10" not in {one.rule for one in audited(ended(played_on())).findings}


def played_on() -> Desk:
    """Return two rounds in which everybody met two players."""
    return started(6, announced(2, 2, "LOT"), real_tables=True).round().round()


def test_fraud_18_an_arbiter_judges_their_own_table() -> None:
    """The same entry by the account of a player is refused."""
    desk = paired(2)
    own = desk.state.entrants[0].people[0].account or ""
    desk.ask(ORGANISER, a.NameArbiter(own, "Ann", WHY)).open_round().play()
    found = ended(desk)

    def judge(entries: list[TournamentEntry]) -> None:
        place = index(entries, a.EnterResult)
        entries[place] = replace(entries[place], by=Acting("arbiter", own))

    assert only_breach(audited(altered(found, judge))).rule == "TN-JUDGE-1"


def test_fraud_20_another_history() -> None:
    """It is signed by another key, lacks the heads that players kept, or contradicts a record."""
    first = whole()
    other = started(8, FOUR_SEATS).round().round().round()
    second = ended(other)
    breaches = audited(signed(second, OTHER_KEY)).breaches
    assert {(one.rule, one.reason) for one in breaches} == {("RC-TOUR-2", "not_published")}
    kept = rerun_tournament(first).hashes[-3].hex()
    assert audited(first, kept=[kept]).breaches == ()
    assert only_breach(audited(second, kept=[kept])).rule == "RC-TOUR-7"
    both = [audited(first), audited(second)]
    ((which, finding),) = contradictions(both)
    assert (which, finding.rule) == (both[1], "RC-TOUR-9")
    half = replace(first, entries=first.entries[:20])
    assert list(contradictions([audited(first), audited(half)])) == []


def test_a_report_names_the_people_of_that_time() -> None:
    """An arbiter who was dismissed later, a player who left, and who played in that round."""
    desk = playing(4, announced(2, 3, "LOT"), real_tables=True)
    desk.ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Bob", WHY))
    one, other = desk.state.rounds[0].tables[0].players
    desk.ask(OTHER_ARBITER, a.ForfeitSides(1, 1, (one,), WHY)).play()
    desk.ask(ORGANISER, a.DismissArbiter(OTHER_ARBITER.who, "Bob went home"))
    desk.ask(ARBITER, a.ReplacePlayer(other, person(40, "Gabi"), "Ill"))
    desk.ask(ARBITER, a.CorrectResult(1, 1, (1, 2), WHY, (), ()))
    leaver = desk.state.entrants[0].people[0]
    desk.ask(player(1), a.WithdrawEntrant(1)).round()
    lines = list(decisions_of(audited(ended(desk)), "en"))
    names = [f"Player {number}" for number in (one, other)]
    assert any(f", Bob: {names[0]} forfeits at table 1." in line for line in lines)
    assert any(f"{leaver.name}: {leaver.name} withdraws." in line for line in lines)
    (corrected,) = (line for line in lines if "corrects round 1" in line)
    assert f"{names[0]} (forfeit) → 1. {names[0]}, 2. {names[1]}." in corrected
    assert "Gabi" not in corrected
    assert any(f"Gabi plays for {names[1]} from round 2 on." in line for line in lines)


def test_time_pauses_and_replays_are_listed_with_round_and_table() -> None:
    desk = (
        playing(4, announced(2, 1, "LOT"), clock=BankClock(600, "house")).game().game(2, "game-2")
    )
    seated = desk.state.rounds[0].tables[1].players[0]
    desk.ask(ARBITER, a.GrantTime(1, 2, seated, 60, WHY), a.PauseTables(1, (1, 2), WHY))
    desk.ask(ARBITER, a.ResumeTables(1, (1,), WHY), a.OrderReplay(1, 1, WHY)).play()
    said = "\n".join(decisions_of(audited(ended(desk)), "en"))
    for line in (
        f"Player {seated} gets 60 more seconds at table 2 of round 1.",
        "An arbiter pauses tables 1 and 2 of round 1.",
        "Table 1 of round 1 goes on.",
        "Table 1 of round 1 is played again. Reason: A power cut\n",
    ):
        assert line in said


def test_points_that_changed_are_points() -> None:
    """Not the sixtieths of the record."""
    desk = started(4, announced(2, 2, "LOT")).round()
    rules = replace(desk.state.rules, scales=((180, 30),))
    desk.ask(ORGANISER, a.ChangeRules(rules, WHY)).round()
    (line,) = (one for one in decisions_of(audited(ended(desk)), "en") if "points" in one)
    assert line.endswith("Points by place: 1-0 → 3-0.5.")


def test_signatures_without_keys_are_one_note() -> None:
    """For each key: the end and both receipts say the same."""
    compared = TournamentAuditTerms(propose=not_installed)
    (found,) = (
        one
        for one in audit_tournament(whole(), RecordVerifier(None), compared).findings
        if one.rule == "RC-TOUR-2"
    )
    assert (found.weight, found.facts) == ("note", {"kid": KEY.kid, "count": 3})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"signature": None}, "not_signed"),
        ({"receipts": ()}, "not_signed"),
        ({"signature": "a.b"}, "not_a_signature"),
    ],
)
def test_missing_and_malformed_signatures_are_found(change: dict[str, Any], reason: str) -> None:
    found = audited(replace(whole(), **change)).breaches
    assert {(one.rule, one.reason) for one in found} == {("RC-TOUR-1", reason)}


def test_a_record_that_never_opens() -> None:
    found = audited(replace(whole(), entries=()))
    assert only_breach(found).rule == "TN-ACT-2"


def test_files_that_are_not_records() -> None:
    with pytest.raises(Malformed) as wrong:
        read_tournament(b'{"format": "carolus-tournament/1", "id": 5}')
    breach = only_breach(unreadable_tournament(wrong.value))
    assert (breach.rule, breach.where) == ("RC-FORM-1", "$.id")


def test_every_rule_of_tournaments_has_an_example_here() -> None:
    text = Path(__file__).read_text("utf-8")
    rules = [rule for rule in CATALOGUE if rule.startswith("RC-TOUR-")]
    assert [rule for rule in rules if f'"{rule}"' not in text] == []
