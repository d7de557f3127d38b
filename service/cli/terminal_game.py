"""A game in the terminal: the player types actions and commands, and house bots answer.

It works with any ruleset: ``legal`` provides the actions, the ruleset's notation their text,
``text`` the board, and the events that this seat may see report what others did.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

import click
import msgspec

from domain.chance import SCHEME, commitment
from domain.expectations import plain_fault
from domain.kit.story import values_in_words
from domain.refusal import IllegalAction, Malformed
from domain.ruleset import Language, Legal, kinds_of, tag_of
from domain.table import notation
from domain.table.actions import Resign, SeatTableAction, TakeSeat
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, open_game, perform
from domain.table.game import TABLE, By, Game
from domain.table.opening import OpenGame
from domain.table.standing_orders import GiveStandingOrders, giving
from domain.table.story import Story
from domain.table.wording import present
from domain.valid_values import explained
from service.cli import rendering
from service.cli.playing_on import Beginning
from service.cli.prompt import read_line
from service.cli.rendering import echo
from service.cli.shared import chance_of
from service.runtime.timestamps import now
from service.tasks.house import decide_for_house

LISTED_MAX: Final = 40
"""List up to this many legal actions of a kind; of more, show a sample."""

LISTED_OF_KIND_MAX: Final = 1_000
"""The same for ``legal KIND``."""

_GIVE: Final = tag_of(GiveStandingOrders)
_NO_ORDERS: Final = "none"
_ORDERS_HELP: Final = (
    "  orders    show your standing orders, which answer reactions for you; orders NAME VALUE ... "
    "gives\n            others, and orders none withdraws them\n"
)


class TerminalGame:
    """One game and its player."""

    def __init__(
        self,
        begun: Beginning,
        seat: int,
        seating: list[TakeSeat],
        seed: str,
        language: Language,
    ) -> None:
        rules, options = begun.rules, begun.options
        random_bytes, self._pick = chance_of(seed)
        secret = random_bytes(32)
        opening = OpenGame(
            rules.meta.pinned,
            options,
            SCHEME,
            commitment(secret),
            present(rules),
            continues=begun.continues,
        )
        self._rules = rules
        self._seat = seat
        self._seed = seed
        self._language: Language = language
        self._dealer = FairDealer(secret)
        opened = open_game("terminal", rules, opening).game
        self._game: Game = perform(opened, TABLE, seating, self._dealer, at=now()).game
        self._story = Story(self._game, seat, language)
        self._left = False

    def run(self) -> None:
        """Play until the game ends or the player leaves."""
        shows_map = "'map' to see the borders, " if rendering.borders(self._rules) else ""
        echo(
            f"{self._rules.meta.title}. Type 'help' to see how to play, {shows_map}'quit' to leave."
        )
        if self._rules.house_options:
            options = msgspec.to_builtins(self._game.options)
            limits = {name: options[name] for name in self._rules.house_options}
            echo(f"options: {values_in_words(limits)}")
        for line in rendering.seats(self._game, self._seat):
            echo(line)
        try:
            while self._game.status == "running" and not self._left:
                if self._game.bots_due:
                    by, action = decide_for_house(self._game, self._pick)
                    self._act(by, action, house=True)
                else:
                    self._turn()
        except KeyboardInterrupt:
            click.echo()
            self._left = True
        if self._left:
            echo(f"You left the game. --seed {self._seed} starts it again.")
        else:
            self._end()

    # --- the player's actions -----------------------------------------------------------------

    def _turn(self) -> None:
        """Show the board, and read lines until one changes the game."""
        self.board()
        echo(f"Your turn:{self._due()}", bold=True)
        version = self._game.version
        while self._game.version == version and not self._left:
            line = read_line("> ")
            if line is None:
                self._left = True
            elif line.strip():
                self._obey(line.strip())

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, rest.strip())
            else:
                self._act(self._seat, self._parse(line))
        except Malformed as wrong:
            alike = get_close_matches(word.lower(), self._words(), n=1, cutoff=0.7)
            meant = f" Did you mean {alike[0]}?" if alike and alike[0] != word.lower() else ""
            echo(f"Not understood: {wrong}.{meant}", fg="yellow")
        except IllegalAction as refused:
            echo(rendering.refusal(refused.refusal, self._language), fg="red")

    def _parse(self, line: str) -> Any:
        """Parse an action typed as JSON or in the notation, with or without its name."""
        rules = self._rules
        if line.startswith("{"):
            kinds = rules.seat_actions | SeatTableAction
            has_orders = rules.orders_type is not None
            kinds = kinds | giving(rules) if has_orders else kinds
            try:
                return msgspec.json.decode(line, type=kinds)
            except msgspec.ValidationError as wrong:
                fault = explained(wrong, kinds, msgspec.json.decode(line))
                raise Malformed(fault.with_place()) from wrong
            except msgspec.DecodeError as wrong:
                raise Malformed(plain_fault(wrong).with_place()) from wrong
        return rules.parse_action(self._named(line))

    def _named(self, line: str) -> str:
        """Return the line with the full name of its action.

        Players may type the first word of a name only, or no name if only one kind is legal.
        """
        word, _, rest = line.partition(" ")
        own = _tags(self._rules.seat_actions)
        if word.lower() in [*own, *_tags(self._rules.chance_actions)]:
            return line
        kinds = self._kinds()
        kind = _meant(word, kinds) or _meant(word, own)
        if kind:
            return f"{kind} {rest}"
        if len(kinds) == 1:
            return f"{kinds[0]} {line}"
        raise Malformed(f"no action is called {word.lower()!r}; expected one of {', '.join(own)}")

    def _words(self) -> list[str]:
        """Return the words with which a line may begin: actions, their first words, commands."""
        own = _tags(self._rules.seat_actions)
        return [*own, *(kind.partition("_")[0] for kind in own), *_COMMANDS]

    # --- commands -----------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """Explain how to play."""
        legal = self._rules.legal(self._game.position, self._seat)
        example = self._rules.write_action(legal.at(0))
        kinds = self._kinds()
        short = example.partition(" ")[2] if len(kinds) == 1 else ""
        shows_map = "  map       show all borders; map NAME shows those of one place\n"
        echo(
            f"Type an action, such as: {example}\n"
            + (f"While only {kinds[0]} is legal, this is enough: {short}\n" if short else "")
            + "You can also type an action as JSON, as in the HTTP API.\n"
            "Seats have the numbers of actions and options: the first is seat 0.\n"
            "  legal     list your legal actions; legal KIND lists one kind, such as: "
            f"legal {kinds[0]}\n"
            "  board     draw the board again\n"
            + (shows_map if rendering.borders(self._rules) else "")
            + "  rule      show all rules; rule ID shows one, such as: rule "
            f"{next(iter(self._rules.catalogue))}\n"
            + ("" if self._rules.orders_type is None else _ORDERS_HELP)
            + "  resign    resign the game; you confirm it with y\n"
            "  quit, q   leave; the game is not stored"
        )

    def legal(self, rest: str) -> None:
        """List the legal actions, or a sample of them; ``rest`` can name one kind."""
        legal = self._rules.legal(self._game.position, self._seat)
        groups = self._by_kind(legal)
        if rest:
            kind = _meant(rest, groups)
            if not kind:
                raise Malformed(
                    f"no legal action is called {rest!r}; expected one of {', '.join(groups)}"
                )
            groups = {kind: groups[kind]}
            echo(f"{_counted(len(groups[kind]))}: {kind}")
        else:
            echo(f"{_counted(legal.count)}:{self._due()}")
        most = LISTED_OF_KIND_MAX if rest else LISTED_MAX
        for indexes in groups.values():
            step = 1 if len(indexes) <= most else -(-len(indexes) // 5)
            if step > 1:
                echo(f"a sample of {len(indexes):,}:")
            for index in indexes[::step]:
                echo(f"  {self._rules.write_action(legal.at(index))}")

    def _by_kind(self, legal: Legal[Any]) -> dict[str, Sequence[int]]:
        """Return the indexes of the legal actions by kind."""
        kinds = self._kinds()
        if len(kinds) == 1:  # do not go through what can be a million actions
            return {kinds[0]: range(legal.count)}
        groups: dict[str, list[int]] = {}
        for index in range(legal.count):
            kind = tag_of(legal.at(index))
            groups.setdefault(kind, []).append(index)
        return dict(groups)

    def map(self, rest: str) -> None:
        """Show the borders on the map, or those of one place."""
        borders = rendering.borders(self._rules)
        if not borders:
            raise Malformed("this game has no map")
        wanted = rest.lower().replace(" ", "_")
        if wanted and wanted not in borders:
            raise Malformed(f"the map has no {rest!r}; expected one of {', '.join(borders)}")
        width = max(map(len, borders))
        for name, others in borders.items():
            if wanted in {"", name}:
                echo(f"  {name:<{width}}  {', '.join(others)}")

    def board(self, rest: str = "") -> None:
        """Draw the board."""
        view = self._rules.view(self._game.position, self._game.as_seen_by(self._seat))
        click.echo(f"\n{self._rules.text(view, self._language)}")

    def rule(self, rest: str) -> None:
        """Show the rule with this id, or all rules."""
        echo(rendering.rule(self._rules, rest.upper(), self._language))

    def orders(self, rest: str) -> None:
        """Show the standing orders, replace them, or withdraw them."""
        kind = self._rules.orders_type
        if kind is None:
            raise Malformed("this game has no standing orders")
        if rest:
            words = "" if rest.lower() == _NO_ORDERS else rest
            self._act(self._seat, notation.parse(f"{_GIVE} {words}", kind))
        given = GiveStandingOrders(self._game.seats[self._seat].orders)
        echo(f"orders: {notation.write(given).removeprefix(_GIVE).strip() or _NO_ORDERS}")

    def resign(self, rest: str) -> None:
        """Resign the game, if the player confirms it."""
        answer = read_line("Resign the game? [y/N] ")
        if answer is None:
            self._left = True
        elif answer.strip().lower() in {"y", "yes"}:
            self._act(self._seat, Resign())

    def quit(self, rest: str) -> None:
        """Leave."""
        self._left = True

    # --- events -------------------------------------------------------------------------------

    def _act(self, by: By, action: object, *, house: bool = False) -> None:
        batch = perform(self._game, by, [action], self._dealer, at=now(), house=house)
        self._game = batch.game
        self._print(batch)

    def _print(self, batch: Batch) -> None:
        """Print what happened, as far as this seat may see it."""
        for sentence in self._story.sentences(*(entry.events for entry in batch.entries)):
            echo(f"  {sentence.text}", dim=True)
        self._story.end_row()  # what is printed stays

    def _end(self) -> None:
        self.board()
        outcome = self._game.outcome
        if outcome is None:
            echo("The game was called off: the house bots alone did not finish it.")
            return
        ending = rendering.ending(outcome.reason, outcome.winners, outcome.standing)
        echo(f"The game is over by {ending}.")
        # A player who resigned has lost, even if the house bot in their seat wins.
        resigned = self._game.seats[self._seat].resigned
        won = self._game.sides[self._seat] in outcome.winners and not resigned
        echo("You won!" if won else "You did not win.", bold=True)

    def _kinds(self) -> list[str]:
        """Return the kinds of actions that are legal now; the game may await more kinds."""
        legal = self._rules.legal(self._game.position, self._seat)
        return [str(choice["type"]) for choice in legal.choices]

    def _due(self) -> str:
        """Return the legal actions in compact form: on one line if there is one kind."""
        legal = self._rules.legal(self._game.position, self._seat)
        lines = [line for choice in legal.choices for line in rendering.choice_lines(choice)]
        return f" {lines[0]}" if len(lines) == 1 else "".join(f"\n  {line}" for line in lines)


def _counted(actions: int) -> str:
    """Return a number of legal actions in words."""
    return f"{actions:,} legal action{'s' * (actions != 1)}"


def _meant(word: str, kinds: Collection[str]) -> str:
    """Return the kind with this name, or the only one with this first word; otherwise ""."""
    word = word.lower()
    if word in kinds:
        return word
    meant = [kind for kind in kinds if kind.partition("_")[0] == word]
    return meant[0] if len(meant) == 1 else ""


def _tags(actions: Any) -> list[str]:
    """Return the names of a union of actions."""
    return [tag_of(kind) for kind in kinds_of(actions)]


_COMMANDS: Final[Mapping[str, Callable[[TerminalGame, str], None]]] = {
    "help": TerminalGame.help,
    "legal": TerminalGame.legal,
    "board": TerminalGame.board,
    "map": TerminalGame.map,
    "rule": TerminalGame.rule,
    "orders": TerminalGame.orders,
    "resign": TerminalGame.resign,
    "quit": TerminalGame.quit,
    "q": TerminalGame.quit,
}
