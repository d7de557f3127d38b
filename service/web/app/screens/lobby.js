/** The lobby: play at once, open a game for friends, and see other games. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { Problem } from "/page/app/api.js";
import { playTheHouse } from "/page/app/game/opening.js";
import { ago, listed, t } from "/page/app/i18n.js";
import { Games } from "/page/app/lobby/games.js";
import { canBeJoined, canBeWatched } from "/page/app/lobby/offers.js";
import { rulesAt } from "/page/app/parts/help.js";
import { problemView } from "/page/app/parts/problem.js";
import { sitterView } from "/page/app/parts/sitter.js";
import { idOf, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/lobby/games.js").GameSummary} GameSummary */

/** @type {import("/page/app/main.js").MakeScreen} */
export function lobby(redraw) {
  const games = new Games(redraw, () => known.length || learn());
  /** @type {any[]} */
  let known = [];
  /** The ruleset of the game that is being opened. */
  let opening = "";
  /** @type {Problem | null} */
  let problem = null;
  learn();

  /** Loads the rulesets; after a failure, it tries again when the stream connects. */
  function learn() {
    rulesets().then((answer) => {
      known = answer;
      problem = null;
      redraw();
    }, failed);
  }

  /** @param {unknown} error */
  function failed(error) {
    if (!(error instanceof Problem)) throw error;
    problem = error;
    opening = "";
    redraw();
  }

  /** @param {any} ruleset */
  function play(ruleset) {
    if (opening) return;
    opening = ruleset.id;
    problem = null;
    redraw();
    playTheHouse(ruleset).catch(failed);
  }

  /** @param {any} ruleset */
  const card = (ruleset) => html`<article class="card offer">
    <h2>${ruleset.title}</h2>
    <p class="hint">${t("lobby.seats", { from: Math.min(...ruleset.seats), to: Math.max(...ruleset.seats) })}
      · ${ruleset.designers.join(", ")}</p>
    <div class="buttons">
      ${ruleset.bots.length
        ? html`<button type="button" class="primary big" data-ruleset=${ruleset.id}
            aria-disabled=${opening ? "true" : "false"} @click=${() => play(ruleset)}>
            ${t(opening === ruleset.id ? "lobby.opening" : "lobby.play")}</button>`
        : nothing}
      <a class="button" href="#/new?ruleset=${ruleset.id}">${t("lobby.friends")}</a>
      <a class="button quiet" href=${rulesAt(ruleset.id)}>${t("rules.link")}</a>
      <a class="button quiet" href="#/leaders/${ruleset.id}">${t("lobby.leaders")}</a>
    </div>
  </article>`;

  return {
    title: "lobby.title",
    close: () => games.close(),
    draw: () => html`<section class="welcome">
        <h1>${t("lobby.welcome")}</h1>
        <p>${t("lobby.about")}</p>
      </section>
      ${problem ? problemView(problem) : nothing}
      <section class="offers" aria-label=${t("lobby.offers")}>${known.map(card)}</section>
      ${list("lobby.own", games.own, known)}
      ${list("lobby.join", games.others(canBeJoined), known)}
      ${list("lobby.running", games.others(canBeWatched), known)}`,
  };
}

/** @param {string} title @param {GameSummary[]} games @param {any[]} known */
function list(title, games, known) {
  if (!games.length) return nothing;
  return html`<section>
    <h2>${t(title)}</h2>
    <ul class="games">${repeat(games, (game) => game.id, (game) => html`<li>${row(game, known)}</li>`)}</ul>
  </section>`;
}

/** @param {GameSummary} game @param {any[]} known */
function row(game, known) {
  const title = known.find((one) => one.id === idOf(game.ruleset))?.title ?? idOf(game.ruleset);
  const free = game.seats.filter((seat) => !seat.taken).length;
  const own = Object.keys(store.game(game.id)?.seats ?? {}).map(Number);
  const { askers = [] } = game;
  const waits = game.seats.some((seat) => own.includes(seat.seat) && !seat.taken);
  const due = own.some((mine) => game.awaits?.some(({ seat }) => seat === mine));
  return html`<div class="game">
    <a class="title" href="#/games/${game.id}">${title}</a>
    <span class="players">${game.seats.map((seat) => html`<span class="player side-${seat.side}">
      ${own.includes(seat.seat) && seat.taken ? t("lobby.you") : sitterView(seat)}</span>`)}</span>
    <span class="state ${askers.length ? "open" : game.status}">
      ${askers.length ? t("lobby.asked", { count: askers.length, names: listed(askers) })
        : game.status === "open"
          ? waits ? t("lobby.sit") : t(canBeJoined(game) ? "lobby.take" : "lobby.free", { count: free })
          : t(due && game.status === "running" ? "turn.yours" : `lobby.status.${game.status}`)}</span>
    ${game.created_at ? html`<span class="when">${ago(game.created_at)}</span>` : nothing}
  </div>`;
}
