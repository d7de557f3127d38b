/** A problem in words: the sentence of the rule, and its id for who wants to look it up. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";

/** @param {import("/page/app/api.js").Problem} problem */
export const problemTold = (problem) => html`<p class="problem" role="alert">
  ${problem.detail || problem.title}
  ${problem.rule ? html`<span class="rule">${problem.rule}</span>` : nothing}
</p>`;
