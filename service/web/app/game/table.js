/** A game at the table: the followed game, with the draft of the player's turn and all requests. */
import { api, Problem } from "/page/app/api.js";
import { drafts } from "/page/app/game/drafts.js";
import { Followed } from "/page/app/game/followed.js";
import { sitting } from "/page/app/game/opening.js";
import { speech, t } from "/page/app/i18n.js";
import { idOf } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/app/ruleset.js").Action} Action */
/** @typedef {import("/page/app/ruleset.js").Legal} Legal */
/** @typedef {import("/page/app/ruleset.js").Draft} Draft */
/** @typedef {import("/page/app/ruleset.js").Turn} Turn */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** What the page shows after an action, asked for with it. */
const NEXT = "legal_actions=true&story=true&board=board";

export class Table extends Followed {
  /** @type {Draft | null} */
  draft = null;
  /** Whether a request is on its way to the service. */
  busy = false;
  /** The type of the refused action, if `refusal` is about one. */
  refused = "";
  /** What a house bot advised last; good for its version only. @type {import("/page/api").components["schemas"]["Hint"] | null} */
  hint = null;
  /** The turn of the draft, brought up to date while its decision is due. @type {Turn | null} */
  #draftOf = null;
  /** Identifies the decision that the draft is about. */
  #about = "";

  // --- the player's turn -------------------------------------------------------------------------

  /**
   * Creates the draft of our turn, unless there is one already for the same decision. Choices
   * survive a change of language, and decisions that other players make at the same time. What was
   * chosen before a reload is chosen again.
   */
  arrived() {
    const { game, page, legal, due } = this;
    if (!game || !page || due === null || !legal) {
      this.draft = null;
      this.#draftOf = null;
      return;
    }
    const about = JSON.stringify([due, game.position, legal.choices]);
    const turn = this.#turn(game, due, legal);
    if (this.#continues(turn)) {
      Object.assign(this.#draftOf ?? {}, turn);
      if (about !== this.#about) this.#keepAs(about);
      return;
    }
    [this.#draftOf, this.#about] = [turn, about];
    this.refusal = null; // it was about another turn
    const choice = drafts.get(this.id, about);
    this.draft = null;
    this.draft = page.draft(turn);
    if (choice !== null) this.draft.resume?.(choice);
  }

  /** Stores what is chosen, for a reload. @param {string} about  identifies the decision */
  #keepAs(about) {
    this.#about = about;
    drafts.keep(this.id, about, this.draft?.choice ?? null);
  }

  /**
   * Returns whether a turn has the same decision as the draft: we may do the same as before, and
   * since then neither we nor chance acted, but only others who are awaited with us.
   * @param {Turn} turn
   */
  #continues(turn) {
    const before = this.#draftOf;
    if (before?.seat !== turn.seat || !alike(before.legal.choices, turn.legal.choices)) return false;
    const since = turn.events.slice(before.events.length);
    return alike(before.position, turn.position)
      || since.every(({ by }) => by !== "chance" && by !== turn.seat);
  }

  /**
   * @param {Game} game
   * @param {number} seat
   * @param {Legal} legal
   * @returns {Turn}
   */
  #turn(game, seat, legal) {
    return {
      position: game.position,
      options: game.options,
      seat,
      seats: this.seats,
      legal,
      events: this.events,
      story: this.story,
      t: this.t,
      changed: () => {
        this.refusal = null;
        this.#keepAs(this.#about);
        this.changed();
      },
      send: (actions) => {
        const about = this.#about;
        void this.act(actions, seat).then((sent) => sent && drafts.drop(this.id, about));
      },
      ask: (actions, alternatives) => {
        const path = `/v1/games/${this.id}/actions?alternatives=${alternatives.length}`;
        return api.ask(path, { body: { actions: [...actions, ...alternatives] }, token: this.#tokenOf(seat) });
      },
      more: (cursor) => this.source.legal(cursor),
    };
  }

  // --- acting ------------------------------------------------------------------------------------

  /** @param {number} seat */
  #tokenOf(seat) {
    return store.game(this.id)?.seats[seat];
  }

  /**
   * Sends actions of a seat. Returns whether the service carried them out; if not, `refusal` says
   * why.
   * @param {Action[]} actions
   * @param {number} seat
   */
  act(actions, seat) {
    const path = `/v1/games/${this.id}/actions?${NEXT}`;
    const token = this.#tokenOf(seat);
    const { language } = speech;
    const send = () => api.post(path, { body: { actions }, token, version: this.game?.version });
    return this.#do(async () => {
      this.acting = true;
      const done = await this.#insist(send).finally(() => (this.acting = false));
      this.took(done, token, language);
    }, actions[0].type, () => this.catchUp());
  }

  /**
   * Sends a request again as long as the game moves on without changing what it is about: another
   * player asked for a pause, say, or voted at the same time.
   * @param {() => Promise<any>} send
   */
  async #insist(send) {
    const about = this.#draftOf;
    for (;;) {
      const { version } = this.game ?? {};
      try {
        return await send();
      } catch (error) {
        await this.read();
        if (!(error instanceof Problem) || error.status !== 412) throw error;
        const moved = version !== this.game?.version;
        if (!moved || about !== this.#draftOf) throw new Problem(412, { detail: t("turn.faster") });
      }
    }
  }

  /**
   * Asks a house bot what it would do in place of this seat.
   * @param {number} seat
   */
  askHint(seat) {
    return this.#do(async () => {
      this.hint = await api.post(`/v1/games/${this.id}/hint`, { token: this.#tokenOf(seat) });
    }, "ask_hint");
  }

  /**
   * Takes a seat, or lets a house bot take it.
   * @param {number} seat
   * @param {{name?: string | null, bot?: string, entropy?: string}} body
   */
  sit(seat, body) {
    const token = body.bot ? this.creator : (this.#tokenOf(seat) ?? this.creator);
    return this.#do(() => api.put(`/v1/games/${this.id}/seats/${seat}`, { body, token }));
  }

  /**
   * Joins a game open to anyone, with this browser's account.
   * @param {number} seat
   * @param {string} name
   */
  join(seat, name) {
    return this.#do(async () => {
      const { withAccount } = await import("/page/app/account.js").catch(() => {
        throw new Problem(0, { detail: t("problem.unreached") });
      });
      const used = await withAccount(name, async ({ key }) => {
        const asked = { body: sitting(name), token: key };
        await api.put(`/v1/games/${this.id}/seats/${seat}`, asked).catch((error) => {
          throw error.status === 401 ? new Problem(401, { detail: t("account.bad") }) : error;
        });
        return key;
      });
      store.keep(this.id, { seats: { [seat]: used } });
    });
  }

  /**
   * Leaves a seat before the start. A seat taken by account becomes free for anyone again.
   * @param {number} seat
   */
  stand(seat) {
    return this.#do(async () => {
      const token = this.#tokenOf(seat);
      await api.del(`/v1/games/${this.id}/seats/${seat}`, { token });
      if (token === store.player?.key) store.leave(this.id, seat);
    });
  }

  /** Calls off the game before the start. */
  callOff() {
    const body = { actions: [{ type: "abort_game" }] };
    return this.#do(() => api.post(`/v1/games/${this.id}/actions`, { body, token: this.creator }));
  }

  /** Asks for a rematch on the same seats. Returns the id of the next game, or null if refused. */
  async again() {
    let id = /** @type {string | null} */ (null);
    const done = await this.#do(async () => {
      for (const seat of this.own) {
        const body = { entropy: sitting().entropy };
        const path = `/v1/games/${this.id}/rematch`;
        const mine = this.#tokenOf(seat);
        const next = await api.post(path, { body, token: mine });
        id = next.game.id;
        // An account continues with its own key.
        const seats = { [seat]: next.token ?? mine };
        store.keep(next.game.id, { ruleset: idOf(next.game.ruleset), seats, before: this.id });
      }
    });
    return done ? id : null;
  }

  /** Withdraws from the rematch. Returns whether that succeeded. */
  withdraw() {
    return this.#do(async () => {
      for (const seat of this.own.filter((one) => this.game?.seats[one].taken)) {
        await api.del(`/v1/games/${this.id}/seats/${seat}`, { token: this.#tokenOf(seat) });
      }
      store.forget(this.id);
    });
  }

  /**
   * @param {() => Promise<unknown>} what
   * @param {string} [action]  its type, if it is an action
   * @param {() => Promise<void>} [done]  what to do when it has succeeded: by default, read all
   */
  async #do(what, action = "", done = () => this.read()) {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    this.changed();
    let read = () => this.read();
    try {
      await what();
      read = done;
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refusal = error;
      this.refused = action;
      return false;
    } finally {
      this.busy = false;
      await read();
      this.changed();
    }
  }
}

/** @param {unknown} one @param {unknown} other */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);
