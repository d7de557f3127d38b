/** A player's own part of a tournament: entering, checking in, the next table, leaving. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { withAccount } from "/page/app/account.js";
import { api } from "/page/app/api.js";
import { sitting } from "/page/app/game/opening.js";
import { dayTime, listed } from "/page/app/i18n.js";
import { copyButton } from "/page/app/parts/copying.js";
import { problemView } from "/page/app/parts/problem.js";
import { randomDigits } from "/page/app/random.js";
import { go } from "/page/app/router.js";
import { idOf } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";
import { accountIn } from "/page/app/tournament/accounts.js";
import { pointsText } from "/page/app/tournament/numbers.js";
import { factsView } from "/page/app/tournament/naming.js";
import { conflictsIn } from "/page/app/tournament/refusals.js";
import { namesIn } from "/page/app/tournament/requests.js";
import { peopleIn } from "/page/app/tournament/stints.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/api.js").Problem} Problem */
/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").RoundTable} RoundTable */
/** @typedef {import("/page/api").components["schemas"]} Schemas */

/** How much an entrant contributes to the draws, in bytes: nobody can choose it afterwards. */
const ENTROPY_BYTES = 32;

/**
 * @param {Followed} tournament
 * @param {(type: string, preset?: Record<string, any>) => void} decide  opens the form of an action
 * @param {string} code  that the address contains, or ""
 */
export function ownView(tournament, decide, code) {
  const { now, own, refusal } = tournament;
  if (!now) return nothing;
  const content = own ? ofEntrant(tournament, now, own, decide) : ofStranger(tournament, now, code);
  const withheld = withheldView(tournament);
  if (content === nothing && withheld === nothing) return nothing;
  return html`<section class="card own-part" aria-label=${t("tournament.own")} aria-busy=${tournament.busy ? "true" : "false"}>
    ${withheld} ${content} ${refusal ? refusalView(refusal, now) : nothing}</section>`;
}

/** Says which role of an official this account has, and its key lacks the right for. @param {Followed} tournament */
const withheldView = ({ legal, account }) => (legal?.withheld.length ? legal.withheld.map(({ role, scope }) => html`<p class="problem">
  ${t(`tournament.withheld.${role}`, { scope, account })}</p>`) : nothing);

/**
 * Says why something was refused; of a wrong code, more than that a code may be required.
 * @param {Problem} refusal
 * @param {Schemas["Tournament"]} now
 */
const refusalView = (refusal, now) => html`${problemView(refusal.reason === "code_is_required"
  ? { ...refusal, detail: t("tournament.code.wrong") } : refusal)} ${factsView(refusal.facts, now)}`;

/**
 * Returns what a tournament waits for: that this player goes to a table, or checks in; "" if nothing.
 * @param {Followed} tournament
 */
export function dueText({ now, own, round, account }) {
  if (!now || own?.status !== "in") return "";
  if (now.phase === "playing" && round) {
    if (!playsIn(account, own, round.round)) return "";
    const mine = round.tables.find(({ entrants }) => entrants.includes(own.entrant));
    return mine?.game && !mine.points ? t("tournament.you.table", { round: round.round, table: mine.table }) : "";
  }
  const { check_in: check } = now;
  const asked = now.phase === "between" && check?.open && check.round === now.round + 1
    && playsIn(account, own, check.round) && !check.present.includes(own.entrant) && !own.byes.some((bye) => bye.round === check.round);
  return asked ? t("tournament.you.check_in", { round: check.round }) : "";
}

/**
 * Returns whether an account plays for an entry in a round: who takes over begins with the next one.
 * @param {string} account
 * @param {Schemas["Entrant"]} entrant
 * @param {number} round
 */
const playsIn = (account, entrant, round) => peopleIn(entrant, round).some((person) => person.account === account);

// --- entering ------------------------------------------------------------------------------------

/** Returns whether entrants can still enter. @param {Schemas["Tournament"]} now */
export function canBeEntered({ phase, registration_open: open, announcement, round, entrants }) {
  const { most, late_until: late } = announcement.registration;
  if (entrants.length >= most || phase === "ended" || phase === "aborted") return false;
  return phase === "registration" ? open : round + 1 <= late;
}

/**
 * @param {Followed} tournament
 * @param {Schemas["Tournament"]} now
 * @param {string} code  that the address contains, or ""
 */
function ofStranger(tournament, now, code) {
  if (tournament.successor) return replacedView(tournament.successor);
  if (!canBeEntered(now)) return leftOutView(tournament, now);
  // The key of an official may lack the right to play.
  if (tournament.legal && !tournament.rolesFor("register_entrant").includes("player")) return nothing;
  const { registration: { kind }, team } = now.announcement;
  if (kind === "list" && !now.invited.includes(tournament.account)) return notListed(tournament);
  return html`${requestsView(tournament, now)} ${failedView(tournament)}<h2>${t("tournament.enter")}</h2>
    <form class="fields" @submit=${(/** @type {any} */ event) => enter(event, tournament)}>
      <label>${t("settings.name")}
        <input type="text" name="name" required maxlength="40" autocomplete="nickname"
          .value=${store.settings.name || (store.player?.name ?? "")}></label>
      ${kind === "code" ? html`<label>${t("tournament.code")}
        <input type="text" name="code" required maxlength="64" autocomplete="off" spellcheck="false"
          .value=${code}></label>` : nothing}
      ${team === 2 ? html`<label>${t("tournament.partner")}
          <input type="text" name="partner" required maxlength="40" autocomplete="off"></label>
        <label>${t("tournament.partner.account")}
          <input type="text" name="partner_account" required autocomplete="off" spellcheck="false"></label>
        <p class="help">${t("tournament.account.help")} ${t("tournament.partner.help")}</p>` : nothing}
      <button type="submit" class="primary big" aria-disabled=${tournament.busy ? "true" : "false"}>
        ${t(team === 2 ? "tournament.partner.ask" : "tournament.enter.do")}</button>
      ${store.player ? nothing : html`<p class="help">${t("seat.anyone.key")}</p>`}
    </form>`;
}

/** Shows who wants to enter with this account as a pair, and whom it has asked. @param {Followed} tournament @param {Schemas["Tournament"]} now */
function requestsView(tournament, now) {
  const { account, busy } = tournament;
  const answer = (/** @type {{ type: string, asker: string, people?: Schemas["Person"][] }} */ action) => html`<button type="button"
    class=${action.type === "confirm_partner" ? "primary" : ""} aria-disabled=${busy ? "true" : "false"}
    @click=${() => tournament.ask(() => tournament.take("player", [action]))}>
    ${t(action.asker === account ? "tournament.partner.withdraw" : `tournament.action.${action.type}`)}</button>`;
  return requestsOf(tournament, now)
    .map(({ asker, people }) => {
      const other = people.find((person) => person.account !== account)?.name ?? "";
      const own = people.find((person) => person.account === account)?.name ?? ""; // the asker chose it
      return asker === account
        ? html`<p>${t("tournament.partner.waits", { name: other })}</p><div class="buttons">${answer({ type: "decline_partner", asker })}</div>`
        : html`<h2>${t("tournament.partner.asks", { name: other, own })}</h2><div class="buttons">
          ${answer({ type: "confirm_partner", asker, people })} ${answer({ type: "decline_partner", asker })}</div>`;
    });
}

/** Returns the requests to enter as a pair that this account has made or received. @param {Followed} tournament @param {Schemas["Tournament"]} now */
const requestsOf = ({ account }, { partners_asked: requests }) =>
  requests.filter(({ people }) => people.some((person) => person.account === account));

/** Says how the request of this account failed. @param {Followed} tournament */
const failedView = ({ failed }) => (failed ? html`<p class="problem">${t(`tournament.partner.${failed.how}`, { name: failed.name })}</p>` : nothing);

/** Says that a pair is not in the tournament because nobody confirmed it. @param {Followed} tournament @param {Schemas["Tournament"]} now */
function leftOutView(tournament, now) {
  const open = requestsOf(tournament, now);
  if (!open.length) return failedView(tournament);
  return open.map((request) => {
    const { asker, partner } = namesIn(request);
    return html`<p>${request.asker === tournament.account ? t("tournament.partner.late", { name: partner })
      : t("tournament.partner.missed", { name: asker })}</p>`;
  });
}

/** Says that only listed accounts may enter, and shows one's own for the organiser, or where to get one. @param {Followed} tournament */
const notListed = ({ account }) => html`<p>${t("tournament.listed_only")}</p>
  ${account ? html`<div class="copying"><label><span>${t("tournament.account.own")}</span>
    <input type="text" readonly .value=${account}></label>
    ${copyButton(account, t("tournament.account.copy"))}</div>` : settingsButton("tournament.account.get")}`;

/** @param {any} event @param {Followed} tournament */
function enter(event, tournament) {
  event.preventDefault();
  const { name, code, partner, partner_account: theirs } = event.target.elements;
  const called = name.value.trim();
  store.set({ name: called });
  tournament.ask(() => withAccount(called, ({ id, key }) => {
    const people = [{ name: called, account: id }];
    if (partner) people.push({ name: partner.value.trim(), account: accountIn(theirs.value) });
    return tournament.take("player", [{
      type: "register_entrant", people, entropy: randomDigits(ENTROPY_BYTES),
      ...(code ? { code: code.value.trim() } : {}),
    }], undefined, key);
  }));
}

// --- taking part ---------------------------------------------------------------------------------

/**
 * @param {Followed} tournament
 * @param {Schemas["Tournament"]} now
 * @param {Schemas["Entrant"]} own
 * @param {(type: string, preset?: Record<string, any>) => void} decide
 */
function ofEntrant(tournament, now, own, decide) {
  if (now.phase === "ended" || now.phase === "aborted") return placeView(tournament, own.entrant);
  const { successor } = tournament;
  if (successor) {
    const plays = playsIn(tournament.account, own, now.round) && ["paired", "playing"].includes(now.phase);
    return html`${plays ? nextView(tournament, now, own, decide) : nothing} ${replacedView(successor)}`;
  }
  const may = (/** @type {string} */ type) => tournament.rolesFor(type).includes("player");
  const preset = { entrant: own.entrant };
  const requests = now.announcement.byes.most;
  return html`${own.status === "in" ? nextView(tournament, now, own, decide) : html`<p>${t(`tournament.you.${own.status}`)}</p>`}
    ${conflictsIn(now, own.entrant, t).map((one) => html`<p class="hint">${one}</p>`)}
    ${own.status === "in" ? html`<div class="buttons">
      ${requests && may("request_bye") ? html`<button type="button" class="quiet"
        @click=${() => decide("request_bye", preset)}>${t("tournament.rest")}</button>` : nothing}
      ${may("declare_relation") && now.arbiters.length ? html`<button type="button" class="quiet"
        @click=${() => decide("declare_relation", preset)}>${t("tournament.relation")}</button>` : nothing}
      ${may("withdraw_entrant") ? html`<button type="button" class="quiet"
        @click=${() => decide("withdraw_entrant", preset)}>${t("tournament.withdraw")}</button>` : nothing}
    </div>` : nothing}`;
}

/** Says who plays in place of someone. @param {NonNullable<Followed["successor"]>} successor */
const replacedView = ({ person, from }) => html`<p>${t("tournament.you.replaced", { name: person.name, round: from })}</p>`;

/** Returns points for a sentence, with the number that decides its form. @param {number} sixtieths */
const counted = (sixtieths) => ({ points: pointsText(sixtieths), count: sixtieths / 60 });

/** Returns the final place of an entrant. @param {Followed} tournament @param {number} entrant */
function placeView({ standings }, entrant) {
  const line = standings?.standings.find((one) => one.entrant === entrant);
  if (!line) return nothing;
  return html`<p class="place">${t("tournament.you.place", { rank: line.rank, ...counted(line.points) })}</p>`;
}

/**
 * Returns what comes next for an entrant.
 * @param {Followed} tournament
 * @param {Schemas["Tournament"]} now
 * @param {Schemas["Entrant"]} own
 * @param {(type: string, preset?: Record<string, any>) => void} decide
 */
function nextView(tournament, now, own, decide) {
  const { entrant, byes } = own;
  const { round } = tournament;
  if (now.phase === "registration") return html`<h2>${t("tournament.you.in")}</h2>
    ${beginsView(now) ?? html`<p>${t("tournament.you.wait")}</p>`} ${callView()}`;
  if (now.phase !== "between" && round) {
    if (!playsIn(tournament.account, own, round.round)) return html`<h2>${t("tournament.you.next")}</h2>`;
    const table = round.tables.find(({ entrants }) => entrants.includes(entrant));
    return table ? tableView(tournament, now, round, table, decide)
      : html`<h2>${t("tournament.you.rest", { round: round.round })}</h2>`;
  }
  const next = now.round + 1;
  if (byes.some((bye) => bye.round === next)) return html`<h2>${t("tournament.you.rest", { round: next })}</h2>`;
  if (now.played_out) return html`<h2>${t("tournament.you.last")}</h2>${placeView(tournament, entrant)}`;
  return html`${checkInView(tournament, now, entrant) ?? html`<h2>${t("tournament.you.next")}</h2>`}
    ${beginsView(now) ?? nothing} ${now.round ? placeView(tournament, entrant) : nothing} ${callView()}`;
}

/** Returns when the next round begins, or null if no time is announced. @param {Schemas["Tournament"]} now */
function beginsView({ announcement: { pace }, round }) {
  const time = pace.times[round];
  return time ? html`<p>${t("tournament.you.begins", { round: round + 1, time: dayTime(time) })}</p>` : null;
}

/** Offers that the browser calls a player who closes the page, unless it does so already. */
const callView = () => (store.settings.push || store.settings.notify ? nothing
  : settingsButton("tournament.you.call"));

/** @param {string} key  of its text */
const settingsButton = (key) => html`<p><button type="button" class="quiet" @click=${async () => {
  const part = await import("/page/app/parts/settings.js").catch(() => null);
  part?.settings();
}}>${t(key)}</button></p>`;

/**
 * Returns the check-in for the next round, or null if there is none.
 * @param {Followed} tournament
 * @param {Schemas["Tournament"]} now
 * @param {number} entrant
 */
function checkInView(tournament, { check_in: check, round }, entrant) {
  if (check?.round !== round + 1) return null;
  if (check.present.includes(entrant)) return html`<h2>${t("tournament.you.here", { round: check.round })}</h2>`;
  if (!check.open) return html`<h2>${t("tournament.you.absent", { round: check.round })}</h2>`;
  return html`<h2>${t("tournament.you.check_in", { round: check.round })}</h2>
    <button type="button" class="primary big" aria-disabled=${tournament.busy ? "true" : "false"}
      @click=${() => tournament.ask(() => tournament.take("player", [{ type: "check_in", entrant }]))}>
      ${t("tournament.check_in.do")}</button>`;
}

/**
 * @param {Followed} tournament
 * @param {Schemas["Tournament"]} now
 * @param {import("/page/app/tournament/followed.js").Round} round
 * @param {RoundTable} table
 * @param {(type: string, preset?: Record<string, any>) => void} decide
 */
function tableView(tournament, now, round, table, decide) {
  const own = tournament.own?.entrant ?? 0;
  const others = table.entrants.filter((one) => one !== own).map((one) => tournament.nameOf(one, round.round));
  const place = { round: round.round, table: table.table };
  const how = now.rules.seats === 2 ? "tournament.you.against" : "tournament.you.with";
  const title = html`<h2>${t("tournament.you.table", place)}</h2>
    <p>${t(how, { names: listed(others) })}</p>`;
  if (table.points) {
    return html`${title}<p>${t("tournament.you.result", counted(table.points[table.entrants.indexOf(own)]))}</p>`;
  }
  if (!round.opened) return html`${title}<p class="hint">${t("tournament.you.soon", { round: round.round })}</p>`;
  const { game } = table;
  if (game) {
    return html`${title}<button type="button" class="primary big" aria-disabled=${tournament.busy ? "true" : "false"}
      @click=${() => tournament.ask(() => sitDown(tournament, game))}>${t("tournament.you.go")}</button>`;
  }
  if (now.announcement.real_tables && tournament.rolesFor("claim_result").includes("player")) {
    return html`${title}<button type="button" class="primary big"
      @click=${() => decide("claim_result", { ...place, entrant: own })}>${t("tournament.action.claim_result")}</button>`;
  }
  return html`${title}<p class="hint" role="status">${t("tournament.you.opening")}</p>`;
}

/**
 * Takes one's own seat at a table, unless that is done, and goes there.
 * @param {Followed} tournament
 * @param {string} id  of the game
 */
async function sitDown({ account }, id) {
  const key = store.player?.key;
  const game = await api.get(`/v1/games/${id}`, { token: key });
  const seat = game.seats.findIndex((/** @type {Schemas["Seat"]} */ one) => one.reserved_for === account);
  if (seat >= 0 && key) {
    if (!game.seats[seat].taken) await api.put(`/v1/games/${id}/seats/${seat}`, { body: sitting(""), token: key });
    store.keep(id, { ruleset: idOf(game.ruleset), seats: { [seat]: key } });
  }
  go(`#/games/${id}`);
}
