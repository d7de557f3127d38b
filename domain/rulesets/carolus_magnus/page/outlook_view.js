/** Renders the outcome of the emperor's possible moves. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { destination } from "./board.js";
import { castle, foreseenCastle } from "./shapes.js";

/** @param {import("./outlook.js").Outlook} outlook @param {number} steps */
export function forecastView(outlook, steps) {
  const { t } = outlook.turn;
  const forecast = outlook.forecasts.get(steps);
  if (!forecast) {
    const text = outlook.failed ? t("outlook.failed") : t("outlook.waiting");
    return html`<span class="cm-forecast">${text}</span>`;
  }
  const { side, sentences } = forecast;
  return html`<span class="cm-forecast ${side ? "cm-changes" : ""}">
    ${side ? castle(side) : nothing}<span>${sentences.join(" ")}</span></span>`;
}

/**
 * Returns the castles that a move would build or take over, for the board; for the chosen move, in
 * all territories that would merge.
 * @param {import("./outlook.js").Outlook} outlook
 * @param {number | null} chosen
 */
export function foreseen(outlook, chosen) {
  const { position } = outlook.turn;
  /** @type {Map<number, {side: string, label: string}>} */
  const castles = new Map();
  for (const steps of outlook.steps) {
    const forecast = outlook.forecasts.get(steps);
    if (!forecast?.side) continue;
    const label = forecast.sentences.join(" ");
    const heads = steps === chosen ? forecast.parts : [destination(position, steps)];
    for (const head of heads) castles.set(head, { side: forecast.side, label });
  }
  return [...castles].map(([head, { side, label }]) => (
    { spot: `territory-${head}`, label, piece: foreseenCastle(side) }));
}
