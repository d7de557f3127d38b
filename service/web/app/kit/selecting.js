/**
 * Selecting a piece and then one of its places, such as a unit and the hex to which it moves. Two
 * pieces can stand on one spot: pointing at it again selects the other one. A place can be outside
 * the picture; it needs a button then.
 */

/** @typedef {import("/page/app/ruleset.js").Spot} Spot */

/** What the player has chosen so far. */
export class Selecting {
  /** @type {string | null} */
  piece = null;
  /** @type {string | null} */
  place = null;
  #changed;
  #confirm;

  /**
   * @param {Readonly<Record<string, readonly string[]>>} reach  the places of each piece
   * @param {{at(piece: string): string, spot(place: string): string}} board  `at` returns the spot
   *   of a piece, `spot` that of a place, or "" if the picture has none
   * @param {() => void} changed  called after each step
   * @param {() => void} confirm  called when the player chooses the chosen place a second time
   */
  constructor(reach, board, changed, confirm) {
    this.reach = reach;
    this.board = board;
    this.#changed = changed;
    this.#confirm = confirm;
  }

  get pieces() {
    return Object.keys(this.reach);
  }

  /** The places of the selected piece. */
  get places() {
    return this.piece === null ? [] : this.reach[this.piece];
  }

  get undoable() {
    return this.piece !== null;
  }

  /** What is chosen, as JSON; null if nothing. */
  get choice() {
    return this.undoable ? { piece: this.piece, place: this.place } : null;
  }

  undo() {
    if (this.place !== null) this.go(null);
    else this.select(null);
  }

  /**
   * Chooses a former piece and place again, as far as they are still possible.
   * @param {{piece: string, place: string | null}} choice
   */
  resume({ piece, place }) {
    if (!(piece in this.reach)) return;
    this.piece = piece;
    this.place = place !== null && this.places.includes(place) ? place : null;
    this.#changed();
  }

  /** @param {string | null} piece  null selects none */
  select(piece) {
    this.piece = piece;
    this.place = null;
    this.#changed();
  }

  /** @param {string | null} place  of the selected piece; null takes it back */
  go(place) {
    this.place = place;
    this.#changed();
  }

  /**
   * Returns the spots of all pieces, and those of the places of the selected piece, which count
   * where both are the same.
   * @param {{piece(piece: string): string, place(piece: string, place: string): string}} label
   * @returns {Spot[]}
   */
  spots(label) {
    const { piece, place, places, board } = this;
    const targets = places.filter((one) => board.spot(one)).map((one) => /** @type {Spot} */ ({
      id: board.spot(one),
      label: label.place(/** @type {string} */ (piece), one),
      state: one === place ? "chosen" : "legal",
      choose: () => (one === place ? this.#confirm() : this.go(one)),
    }));
    const taken = new Set(targets.map(({ id }) => id));
    const starts = new Map(this.pieces.map((one) => [board.at(one), this.#nextAt(board.at(one))]));
    return [...targets, ...[...starts].filter(([id]) => !taken.has(id)).map(([id, next]) => (
      /** @type {Spot} */ ({
        id,
        label: label.piece(next ?? /** @type {string} */ (piece)),
        state: piece !== null && board.at(piece) === id ? "chosen" : "legal",
        choose: () => this.select(next),
      })))];
  }

  /** Returns the piece that pointing at a spot selects; null after the last one. @param {string} spot */
  #nextAt(spot) {
    const here = this.pieces.filter((one) => this.board.at(one) === spot);
    const now = this.piece === null ? -1 : here.indexOf(this.piece);
    return here[now + 1] ?? null;
  }
}
