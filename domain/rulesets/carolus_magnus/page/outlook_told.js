/** What a walk of the emperor would come to, as the page shows it. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { castle } from "./shapes.js";

/** @param {import("./outlook.js").Outlook} outlook @param {number} steps */
export function forecastTold(outlook, steps) {
  const { t } = outlook.turn;
  const forecast = outlook.forecasts.get(steps);
  if (!forecast) {
    const told = outlook.failed ? t("outlook.failed") : t("outlook.waiting");
    return html`<span class="cm-forecast">${told}</span>`;
  }
  const { side, sentences } = forecast;
  return html`<span class="cm-forecast ${side ? "cm-changes" : ""}">
    ${side ? castle(side) : nothing}<span>${sentences.join(" ")}</span></span>`;
}
