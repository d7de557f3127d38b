/**
 * What people decided, what that changed, and why: the events of a tournament with a reason,
 * withdrawals and conflicts of interest, newest first.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { dayTime, listed } from "/page/app/i18n.js";
import { Changes } from "/page/app/tournament/changes.js";
import { roundAt } from "/page/app/tournament/naming.js";
import { nameOf } from "/page/app/tournament/refusals.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").TournamentEvent} TournamentEvent */

/** The action that each event with a reason comes from. @type {Readonly<Record<string, string>>} */
const ACTIONS = {
  arbiter_named: "name_arbiter", arbiter_dismissed: "dismiss_arbiter", entrant_withdrawn: "withdraw_entrant",
  entrant_registered: "register_entrant", relation_declared: "declare_relation", relation_claimed: "claim_relation",
  relation_rejected: "reject_relation", relation_confirmed: "confirm_relation", entrant_expelled: "expel_entrant", entrant_reinstated: "reinstate_entrant", player_replaced: "replace_player", pairing_forbidden: "forbid_pairing",
  pairing_allowed: "allow_pairing", bye_granted: "give_bye", entrant_checked_in: "check_in", rules_changed: "change_rules",
  round_paired: "pair_by_hand", round_unpaired: "unpair_round", tables_changed: "change_tables",
  result_entered: "enter_result", sides_forfeited: "forfeit_sides", replay_ordered: "order_replay",
  result_corrected: "correct_result", time_granted: "grant_time",
  tables_paused: "pause_tables", tables_resumed: "resume_tables", tournament_ended: "end_tournament",
  tournament_aborted: "abort_tournament",
};

/** The events that count without a reason, too. */
const ALWAYS = new Set(["entrant_withdrawn", "relation_declared", "relation_confirmed"]);

/** The events whose tables are numbers. */
const PAUSES = new Set(["tables_paused", "tables_resumed"]);

/** The events that name an arbiter by account. */
const RELATIONS = new Set(["relation_declared", "relation_confirmed", "relation_claimed", "relation_rejected"]);

export class Decisions {
  /**
   * The decisions, with whom they are about and what each of them changed.
   * @type {{event: TournamentEvent, about: string[], changed: string[]}[]}
   */
  #found = [];
  #changes;
  /** The names of all who were ever named arbiters, by account. @type {Map<string, string>} */
  #arbiters = new Map();
  /** The version up to which the events have been read. */
  #version = 0;
  #open = false;
  #reading = false;
  #tournament;
  #redraw;

  /** @param {Followed} tournament @param {() => void} redraw */
  constructor(tournament, redraw) {
    this.#tournament = tournament;
    this.#redraw = redraw;
    this.#changes = new Changes((entrant, round) => tournament.nameOf(entrant, round), t);
  }

  /** Reads the events that are not known yet. */
  async #read() {
    this.#reading = true;
    const at = `${this.#tournament.address}/events?after=${this.#version}`;
    try {
      let cursor = "";
      do {
        const page = await api.get(at + cursor, { headers: { Accept: "application/json" } });
        for (const event of page.events) {
          const changed = this.#changes.take(event);
          const about = this.#changes.about(event);
          const type = this.#changes.typeOf(event);
          if (event.type === "arbiter_named") this.#arbiters.set(event.account, event.name);
          if (event.reason || ALWAYS.has(type)) this.#found.unshift({ event: { ...event, type }, about, changed });
        }
        this.#version = page.events.at(-1)?.version ?? page.version;
        cursor = page.next ? `&cursor=${page.next}` : "";
      } while (cursor);
    } catch (error) {
      // The next event asks again.
      if (!(error instanceof Problem)) throw error;
      this.#version = this.#tournament.version;
    }
    this.#reading = false;
    this.#redraw();
  }

  draw() {
    const behind = this.#version < this.#tournament.version;
    if (this.#open && behind && !this.#reading) this.#read();
    const none = this.#reading ? "tournament.loading" : "tournament.decisions.none";
    return html`<details class="decisions" @toggle=${(/** @type {any} */ { target }) => {
      this.#open = target.open;
      this.#redraw();
    }}><summary>${t("tournament.decisions")}</summary>
      ${this.#open && !this.#found.length ? html`<p class="hint" role="status">${t(none)}</p>` : nothing}
      <ol>${this.#found.map((one) => this.#line(one.event, one.about, one.changed))}</ol></details>`;
  }

  /** @param {any} event @param {readonly string[]} about @param {readonly string[]} changed */
  #line({ type, at, by, reason, round, table, tables, name, account }, about, changed) {
    const tournament = this.#tournament;
    const shown = table ?? (PAUSES.has(type) ? listed(tables.map(String)) : undefined);
    const place = shown ? `${t("tournament.round", { round })}, ${t("tournament.table", { table: shown })}` : "";
    const official = name ?? (RELATIONS.has(type) ? this.#nameOf({ role: "arbiter", who: account }) : "");
    const names = [...about, ...(official ? [official] : [])].join(", ");
    return html`<li><strong>${t(`tournament.action.${ACTIONS[type] ?? type}`)}</strong>
      ${place ? html`<a href=${roundAt(tournament.id, round, table ?? tables?.[0])}>${place}</a>` : round ? t("tournament.round", { round }) : nothing}
      ${names} ${reason ? html`<q>${reason}</q>` : t("tournament.decisions.own")}
      ${changed.length ? html`<ul class="changed">${changed.map((one) => html`<li><bdi>${one}</bdi></li>`)}</ul>` : nothing}
      <small>${this.#nameOf(by)}, <time datetime=${at}>${dayTime(at)}</time></small></li>`;
  }

  /** Returns the name under which someone acts in the tournament, or else the role. @param {{role: string, who: string}} by */
  #nameOf({ role, who }) {
    const { now } = this.#tournament;
    return this.#arbiters.get(who) ?? (now ? nameOf(now, who) : undefined) ?? t(`tournament.role.${role}`);
  }
}
