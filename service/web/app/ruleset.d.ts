/**
 * What a ruleset brings to the page: the default export of its `page/index.js`, of type RulesetPage.
 *
 * The shell owns the connection, the game, the picture of the board, dialogs, languages and what is
 * sent. A ruleset says what can be done with the picture, and tells in words what happened. It asks
 * the service for nothing by itself but through `Turn.ask`.
 */
import type { TemplateResult, nothing } from "/page/vendor/lit-html/lit-html.js";

export type Language = "en" | "es" | "de";

/** An action of a seat, as `POST /v1/games/{game}/actions` takes it. */
export type Action = { type: string } & Record<string, any>;

/** An event as the service tells it: `type`, `version`, `by`, `at`, `hash`, and its facts. */
export type GameEvent = { type: string; version: number; by: number | "chance" | "table" } & Record<string, any>;

/** The position as the viewer may see it; each ruleset knows the shape of its own. */
export type Position = any;

export type Content = TemplateResult | string | typeof nothing | Content[];

/**
 * Text in the language of the page: `t("place.hint", {count: 3})`. Looks in the words of the
 * ruleset first, then in those of the shell; `{count}` is replaced; `key.one` and `key.other` are
 * chosen by `Intl.PluralRules` on `count`.
 */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The players of a game and how to name them. */
export interface Seats {
  readonly count: number;
  /** Seat numbers that this page plays; empty for a spectator. */
  readonly own: readonly number[];
  /** Name to show: what the player is called, else the side ("White", of partners "White 3"). */
  name(seat: number): string;
  /** Whether the player said what to be called. */
  named(seat: number): boolean;
  /** The side as the service names it, such as "white" or "blue". */
  side(seat: number): string;
}

/** What `legal-actions` says of the seat that is due. */
export interface Legal {
  readonly count: number;
  /** Per kind of action the choices for each slot, in compact form. */
  readonly choices: readonly ({ type: string } & Record<string, any>)[];
  /** The first of the actions themselves, for controls that list them. */
  readonly actions: readonly Action[];
  /** What `Turn.more` is given to list further ones; null if there are none. */
  readonly next: string | null;
}

/** All that a ruleset may know when it is a seat's turn. It is made anew at each version. */
export interface Turn {
  readonly position: Position;
  readonly options: any;
  readonly seat: number;
  readonly seats: Seats;
  readonly legal: Legal;
  /** All events that are known, in order: what this turn has brought so far, such as dice. */
  readonly events: readonly GameEvent[];
  readonly t: Translate;
  /** Ask for a new drawing of the controls and of the lit spots, after the draft has changed. */
  changed(): void;
  /** Further legal actions, for controls that list them. */
  more(next: string): Promise<Pick<Legal, "actions" | "next">>;
  /** Send these actions now. The shell shows a refusal, or the new position. */
  send(actions: Action[]): void;
  /**
   * Ask the checker what these actions would do; nothing is stored and no die is rolled. Gives the
   * verdict of `dry_run=true`: `legal`, `refusals` (each with the rule's sentence as `message`),
   * `events`, `position`.
   */
  ask(actions: Action[]): Promise<Verdict>;
}

export interface Verdict {
  legal: boolean;
  refusals: { rule: string; reason: string; message: string; facts: Record<string, any>; index: number }[];
  /** What would happen, and by which of the actions. They have neither version nor time yet. */
  events: { index: number; event: { type: string } & Record<string, any> }[];
  position: Position;
}

/**
 * A place that can be chosen: an element with `data-spot="<id>"`, of the picture, or of the
 * controls where it is not on the board, such as a player's court. There it takes what is dropped;
 * what a click does is the business of the button that it is.
 */
export interface Spot {
  /** The value of `data-spot`. */
  readonly id: string;
  /** What a screen reader says, and what is shown on hover: "Place a blue paladin in territory 5". */
  readonly label: string;
  /** `legal` is lit; `chosen` is marked as part of the draft; `preview` shows a preview on focus. */
  readonly state?: "legal" | "chosen";
  /** Whether it takes this dragged thing (the `data-drag` of an element of the controls). */
  takes?(dragged: string): boolean;
  /** Clicked, dropped on, or Enter pressed. `dragged` is set for a drop. */
  choose(dragged?: string): void;
  /** Pointed at or focused; what it returns is shown beside the board until it is left. */
  preview?(): Promise<Content> | Content;
}

/**
 * What a seat is about to do: a small state machine that lives as long as the version. The page may
 * change its language meanwhile: what it shows is told when it is shown.
 */
export interface Draft {
  /** The spots of the picture that can be chosen now. */
  spots(): Spot[];
  /** Buttons and hints, shown beside or below the board. Must work without the picture, too. */
  controls(): Content;
  /**
   * What is placed but not sent yet, or would come of it: drawn on the picture at these spots, or
   * on these of its pieces (`data-piece`). It is an `svg` template, drawn around its own origin in
   * the units of the picture; several at one place stand side by side. What is not of the picture
   * shows its own. `place` names another place of the spot than `data-at`: `data-at-<place>`.
   */
  pending(): { spot: string; label: string; piece: TemplateResult; place?: string }[];
  /** Whether there is something to undo, and the way back by one step. */
  readonly undoable: boolean;
  undo(): void;
}

/** A line of the graph: one value for each version in `at`. */
export interface Line {
  readonly name: string;
  /** A side ("white") or a name of the ruleset's CSS (`--line-…`) that gives colour and dash. */
  readonly style: string;
  readonly values: readonly number[];
}

/** One graph over the whole game, such as castles, or territories. */
export interface Graph {
  readonly title: string;
  /** Versions at which the values are, rising. */
  readonly at: readonly number[];
  readonly lines: readonly Line[];
}

/**
 * The game told to a newcomer, in a few paragraphs in this order, in our own words: each has a
 * heading, `how.<name>`, and the sentences `how.<name>.text`. Below them the page shows the rules by
 * chapter: what has ids such as `CM-PLACE-1` is headed by the word `chapter.PLACE`.
 */
export interface How {
  readonly paragraphs: readonly string[];
  readonly words: Record<Language, Record<string, string>>;
}

/** An option of a game, as its form and its terms show it. */
export interface Option {
  readonly name: string;
  readonly advanced?: boolean;
  /** The numbers of players with which it means something; without it, all of them. */
  readonly players?: readonly number[];
  /** Whether a number is that of a seat. The API counts seats from 0, and the page from 1. */
  readonly seat?: boolean;
}

/** The default export of a ruleset's `page/index.js`. */
export interface RulesetPage {
  /** All words of the ruleset in one language; the three have the same keys. */
  words(language: Language): Promise<Record<string, string>>;
  /** Style sheets beside this module, such as `["board.css"]`. Every animation in them ends. */
  readonly styles: readonly string[];
  /**
   * The options in the order of the form; each has the words `option.<name>`,
   * `option.<name>.help`, and `option.<name>.<value>` for each value of a choice. `advanced` ones
   * are folded away. Types, ranges and defaults are those of the ruleset's `options_schema`; a value
   * that has no words of its own is called as the side of this name is.
   */
  readonly options: readonly Option[];
  /** The game told to a newcomer; null if it is not. Loaded when it is asked for. */
  how(): Promise<How | null>;
  /** Begin the draft of a turn. */
  draft(turn: Turn): Draft;
  /**
   * What belongs to one seat, as HTML: castles, court and reserve; cards; whose turn is told by the
   * shell. `options` are those of the game.
   */
  seat(position: Position, seat: number, seats: Seats, t: Translate, options: any): Content;
  /** What belongs to all: supply, round, deck, the goal. */
  status(position: Position, seats: Seats, t: Translate, options: any): Content;
  /**
   * An event in one short sentence, or null if it deserves none. `events` are all that are known,
   * in order, this one among them, so that a sentence can say what only those before it tell: by
   * how much a territory was won, or how many pieces were placed in all.
   */
  story(
    event: GameEvent, seats: Seats, t: Translate, events: readonly GameEvent[],
  ): string | null;
  /** Lines over the whole game, told from its events. */
  graphs(events: readonly GameEvent[], seats: Seats, t: Translate): Graph[];
  /** How a game ended, in a sentence. */
  ending(outcome: any, seats: Seats, t: Translate): string;
  /**
   * Chance: the bounds that an answer was drawn with (`draws` below each), given the position
   * before it, and the action that the drawn numbers make. With it the browser recomputes every
   * die: see docs/reference/fair-chance.md. Null where nobody told it: then no die is called wrong.
   */
  readonly chance: {
    bounds(position: Position, options: any): number[];
    answer(position: Position, options: any, draws: number[]): Action;
  } | null;
}

/** What the shell has of a ruleset: its page, with the words in the languages that were spoken. */
export interface LoadedPage extends Omit<RulesetPage, "words"> {
  readonly words: Words;
}

/** Words by language, as far as they are loaded. */
export type Words = Partial<Record<Language, Record<string, string>>>;
