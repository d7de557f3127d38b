/** How to play a game: `#/rules/<ruleset>`, and `#/rules/<ruleset>/<rule>` for one of its rules. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { entitle } from "/page/app/parts/calls.js";
import { Rules } from "/page/app/parts/rules.js";
import { nowhere } from "/page/app/screens/lost.js";

/** @type {import("/page/app/main.js").MakeScreen} */
export function rules(redraw, [, ruleset = "", rule = ""]) {
  const shown = new Rules(ruleset, rule, redraw);
  return {
    close: () => shown.close(),
    go: (path) => {
      if (path[0] !== "rules" || path[1] !== ruleset) return false;
      shown.look(path[2] ?? "");
      return true;
    },
    draw: () => {
      if (shown.missing) {
        entitle(t("lost.title"));
        return nowhere("lost.rules");
      }
      const title = shown.title ? t("rules.title", { title: shown.title }) : t("rules.link");
      entitle(title);
      return html`<article class="how">
        <h1>${title}</h1>
        ${shown.draw()}
        ${shown.title ? html`<p class="buttons">
          ${shown.guided ? html`<a class="button primary" href="#/learn/${ruleset}">${t("lobby.learn")}</a>` : nothing}
          <a class="button" href="#/new?ruleset=${ruleset}">${t("lobby.friends")}</a>
          <a class="button" href="#/">${t("ending.lobby")}</a></p>` : nothing}
      </article>`;
    },
  };
}
