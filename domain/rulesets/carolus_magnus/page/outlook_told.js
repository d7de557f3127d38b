/** What a walk of the emperor would come to, as the page shows it. */
import { html } from "/page/vendor/lit-html/lit-html.js";

/** @param {import("./outlook.js").Outlook} outlook @param {number} steps */
export function forecastTold(outlook, steps) {
  const { t } = outlook.turn;
  const forecast = outlook.forecasts.get(steps);
  if (!forecast) {
    const told = outlook.failed ? t("outlook.failed") : t("outlook.waiting");
    return html`<span class="cm-forecast cm-waiting">${told}</span>`;
  }
  return html`<span class="cm-forecast ${forecast.changes ? "cm-changes" : ""}">${
    forecast.sentences.map((sentence) => html`<span>${sentence} </span>`)}</span>`;
}
