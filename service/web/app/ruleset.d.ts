/**
 * The interface of a ruleset's page: the default export of its `page/index.js`, of type
 * RulesetPage.
 *
 * Controls that several games need are in `kit/`. For decisions without controls of their own, a
 * page can return the draft of `generic.js`.
 *
 * The shell owns the connection, the game, the picture of the board, dialogs, languages and
 * sending. A ruleset defines the interactions with the picture; the service describes events in
 * words. It reaches the service only through `Turn.ask` and `Turn.more`.
 */
import type { TemplateResult, nothing } from "/page/vendor/lit-html/lit-html.js";
import type { Sentence } from "/page/app/story.js";

export type Language = "en" | "es" | "de";

/** An action of a seat, as in `POST /v1/games/{game}/actions`. */
export type Action = { type: string } & Record<string, any>;

/** An event of the service: `type`, `version`, `by`, `at`, `hash`, and its facts. */
export type GameEvent = { type: string; version: number; by: number | "chance" | "table" } & Record<string, any>;

/** The position as the viewer may see it; each ruleset knows its own type. */
export type Position = any;

export type Content = TemplateResult | string | typeof nothing | Content[];

/**
 * Returns text in the language of the page: `t("place.hint", {count: 3})`. It looks in the words of
 * the ruleset first, then in those of the shell, and replaces `{count}`; `Intl.PluralRules` chooses
 * between `key.one` and `key.other` by `count`.
 */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The players of a game and their names. */
export interface Seats {
  readonly count: number;
  /** The seat numbers that this page plays; empty for a spectator. */
  readonly own: readonly number[];
  /** Returns the player's name, or the side ("White", or "White 3" for partners). */
  name(seat: number): string;
  /** Returns whether the player has given a name. */
  named(seat: number): boolean;
  /** Returns the service's name for the side, such as "white" or "blue". */
  side(seat: number): string;
}

/** The answer of `legal-actions` for the seat that is due. */
export interface Legal {
  readonly count: number;
  /** For each kind of action the choices per slot, in compact form. */
  readonly choices: readonly ({ type: string } & Record<string, any>)[];
  /** The first of the actions, for controls that list them. */
  readonly actions: readonly Action[];
  /**
   * For each of `actions`, the spots that it concerns, in the order in which a player points at
   * them; empty for an action without a place.
   */
  readonly spots?: readonly (readonly string[])[];
  /** The cursor for `Turn.more`; null if there are no further actions. */
  readonly next: string | null;
}

/** Everything a ruleset may use when it is a seat's turn. Every version creates a new one. */
export interface Turn {
  readonly position: Position;
  readonly options: any;
  readonly seat: number;
  readonly seats: Seats;
  readonly legal: Legal;
  /** All known events, in order, including those of this turn so far, such as dice. */
  readonly events: readonly GameEvent[];
  /** What happened so far, in sentences of the service. */
  readonly story: readonly Sentence[];
  readonly t: Translate;
  /** Requests a new drawing of the controls and of the lit spots, after the draft has changed. */
  changed(): void;
  /** Returns further legal actions, for controls that list them. */
  more(next: string): Promise<Pick<Legal, "actions" | "spots" | "next">>;
  /** Sends these actions now. The shell shows a refusal, or the new position. */
  send(actions: Action[]): void;
  /**
   * Asks the checker what these actions would do, without storing anything or rolling dice, and what
   * each alternative would do after them: all in one request. Returns the verdict of `dry_run=true`:
   * `legal`, `refusals` (each with the rule's sentence as `message`), `events`, `position`.
   */
  ask(actions: Action[], alternatives: Action[]): Promise<Verdict>;
}

export interface Verdict extends Effect {
  /** The effect of each alternative, as the only action after the others; none if those are illegal. */
  alternatives: Effect[];
}

export interface Effect {
  legal: boolean;
  refusals: { rule: string; reason: string; message: string; facts: Record<string, any>; index: number }[];
  /**
   * The possible events, and the index of each one's action. They have neither version nor time
   * yet.
   */
  events: { index: number; event: { type: string } & Record<string, any> }[];
  /** The same in sentences. */
  sentences: { index: number; text: string }[];
  position: Position;
}

/**
 * A place to choose: an element of the picture with `data-spot="<id>"`, or one of the controls if
 * it is not on the board, such as a player's court. An element of the controls accepts drops; as a
 * button, it handles clicks itself.
 */
export interface Spot {
  /** The value of `data-spot`. */
  readonly id: string;
  /** The text for screen readers and on hover: "Place a blue paladin in territory 5". */
  readonly label: string;
  /** `legal` is lit; `chosen` is marked as part of the draft. */
  readonly state?: "legal" | "chosen";
  /**
   * Returns whether it accepts this dragged thing (the `data-drag` of an element of the controls).
   */
  takes?(dragged: string): boolean;
  /** Called on a click, a drop, or Enter. `dragged` is set for a drop. */
  choose(dragged?: string): void;
  /**
   * Called on hover or focus; the page shows the result next to the board until the spot is left.
   */
  preview?(): Promise<Content> | Content;
}

/**
 * The action that a seat is preparing: a small state machine for one version. The language of the
 * page may change meanwhile, so a draft creates its text when it is drawn.
 */
export interface Draft {
  /** The spots of the picture that the player can choose now. */
  spots(): Spot[];
  /** Fields and hints, next to the board or below it. They must also work without the picture. */
  controls(): Content;
  /**
   * The buttons that send: the primary one first, then others, such as for the end of the turn. The
   * page shows them in its status bar, always in the same place.
   */
  confirm(): Content;
  /**
   * Pieces that are placed but not sent, or that would result: drawn in the picture at these spots,
   * or on these of its pieces (`data-piece`). `piece` is an `svg` template, centred on its own
   * origin, in the units of the picture; several at one place are drawn side by side. Spots outside
   * the picture show their own. `place` names a position of the spot other than `data-at`:
   * `data-at-<place>`.
   */
  pending(): { spot: string; label: string; piece: TemplateResult; place?: string }[];
  /** Whether there is something to undo; `undo` goes back one step. */
  readonly undoable: boolean;
  undo(): void;
  /**
   * What the player has chosen so far, as JSON, and null if nothing. The page stores it, and passes
   * it to `resume` of a new draft of the same decision, for example after a reload. `resume` leaves
   * out what is not legal. Drafts that send with one press have neither.
   */
  readonly choice?: unknown;
  resume?(choice: any): void;
}

/** A place of the picture: a spot or a piece, at `data-at` or at `data-at-<place>`. */
export interface Where {
  readonly spot: string;
  readonly place?: string;
}

/** The events of a step, and the table after it. */
export interface Step {
  readonly step: readonly GameEvent[];
  /** All known events of the game. */
  readonly events: readonly GameEvent[];
  readonly position: Position;
  readonly seats: Seats;
}

/** What a step looks like while the page shows it. */
export interface Scene {
  /**
   * Pieces that fly from place to place. `piece` is an `svg` template, centred on its own origin, in
   * the units of the picture.
   */
  readonly flights?: readonly { piece: TemplateResult; from: Where; to: Where }[];
  /** An arrow between two spots. */
  readonly arrow?: { from: string; to: string };
  /** The dice rolled, next to the sentence on the step; each element of the class `rolls` rolls. */
  readonly dice?: Content;
}

/** A line of the graph: one value for each version in `at`. */
export interface Line {
  readonly name: string;
  /** A side ("white") or a name in the ruleset's CSS (`--line-…`) that sets colour and dash. */
  readonly style: string;
  readonly values: readonly number[];
}

/** One graph over the whole game, such as castles or territories. */
export interface Graph {
  readonly title: string;
  /** The versions of the values, ascending. */
  readonly at: readonly number[];
  readonly lines: readonly Line[];
}

/** An option of a game in its form and its terms. */
export interface Option {
  readonly name: string;
  readonly advanced?: boolean;
  /** The numbers of players with which it has an effect; without it, all of them. */
  readonly players?: readonly number[];
  /** Whether a number is a seat number. The API counts seats from 0, the page from 1. */
  readonly seat?: boolean;
  /** Whether it says where partners sit: a tournament decides that itself. */
  readonly partners?: boolean;
  /**
   * Returns the value in effect in a game with these options, or undefined if the option has no
   * effect there; without it, the chosen value is in effect.
   */
  effective?(options: any): unknown;
}

/**
 * The default export of a ruleset's `page/index.js`. The shell loads the words of the ruleset: the
 * files in its folder `words`.
 */
export interface RulesetPage {
  /**
   * Takes the components of the game, as in `GET /v1/rulesets/{ruleset}`. The shell calls it once,
   * before all other functions. The names in the components have the language of that moment, so
   * use ids, and words for names.
   */
  unpack?(components: any): void;
  /** Style sheets next to this module, such as `["board.css"]`. All their animations must end. */
  readonly styles: readonly string[];
  /**
   * The options in the order of the form; each has the words `option.<name>`, `option.<name>.help`,
   * and `option.<name>.<value>` for each value of a choice. `advanced` options are folded away.
   * Types, ranges and defaults are in the ruleset's `options_schema`; a value without a word of its
   * own has the name of the side with this name.
   */
  readonly options: readonly Option[];
  /**
   * The paragraphs of an introduction for newcomers: each has a heading, `how.<name>`, and its text,
   * `how.<name>.text`. Below them the page shows the rules by chapter: the word `chapter.PLACE` is
   * the heading of rules with ids such as `CM-PLACE-1`.
   */
  readonly how: readonly string[];
  /**
   * The standing orders by which a player answers reactions in advance: their members, each with
   * its values, of which the first leaves the decision to the player; and notes on what else a
   * player should know. They have the words `standing_orders.<name>` and
   * `standing_orders.<name>.<value>`. A game with such orders can have a smaller time for reactions.
   */
  readonly orders?: {
    readonly members: readonly { readonly name: string; readonly values: readonly string[] }[];
    readonly notes: readonly string[];
  };
  /** Creates the draft of a turn. */
  draft(turn: Turn): Draft;
  /**
   * Returns the panel of one seat, as HTML: castles, court and reserve; cards. The shell shows
   * whose turn it is. `options` are those of the game.
   */
  seat(position: Position, seat: number, seats: Seats, t: Translate, options: any): Content;
  /**
   * Returns the shared status: supply, round, deck, goal. `over` is whether the game has ended. If
   * it ended outside its rules, by a resignation for example, the position does not show that.
   */
  status(position: Position, seats: Seats, t: Translate, options: any, over: boolean): Content;
  /** Returns what a step looks like on the board, besides what its two pictures differ in. */
  scene?(step: Step): Scene;
  /**
   * Returns lines over the whole game, computed from its events. The first graph is that of the score
   * by which the sides rank, with the sides as styles: it shows at the end how the game turned.
   */
  graphs(events: readonly GameEvent[], seats: Seats, t: Translate): Graph[];
  /**
   * Chance: the bounds of the draws of an answer (each draw is below its bound), given the position
   * before it, and the action that the draws make. With it, the browser recomputes every die: see
   * docs/reference/fair-chance.md. It loads on demand, because most people never prove a game. If it
   * is null, the page judges no dice.
   */
  readonly chance: (() => Promise<Chance>) | null;
}

export interface Chance {
  bounds(position: Position, options: any): number[];
  answer(position: Position, options: any, draws: number[]): Action;
}

/** A ruleset's page in the shell, with its words in the languages used so far. */
export interface LoadedPage extends RulesetPage {
  readonly words: Words;
}

/** Words by language, as far as they are loaded. */
export type Words = Partial<Record<Language, Record<string, string>>>;
