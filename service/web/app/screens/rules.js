/** How to play a game: `#/rules/<ruleset>`, and `#/rules/<ruleset>/<rule>` for one of its rules. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { entitle } from "/page/app/parts/calls.js";
import { Rules } from "/page/app/parts/rules.js";
import { nowhere } from "/page/app/screens/lost.js";

/** @type {import("/page/app/main.js").MakeScreen} */
export function rules(redraw, [, ruleset = "", rule = ""]) {
  const told = new Rules(ruleset, rule, redraw);
  return {
    close: () => told.close(),
    go: (path) => {
      if (path[0] !== "rules" || path[1] !== ruleset) return false;
      told.look(path[2] ?? "");
      return true;
    },
    draw: () => {
      if (told.missing) {
        entitle(t("lost.title"));
        return nowhere("lost.rules");
      }
      const title = told.title ? t("rules.title", { title: told.title }) : t("rules.link");
      entitle(title);
      return html`<article class="how">
        <h1>${title}</h1>
        ${told.draw()}
        ${told.title ? html`<p class="buttons">
          <a class="button" href="#/new?ruleset=${ruleset}">${t("lobby.friends")}</a>
          <a class="button" href="#/">${t("ending.lobby")}</a></p>` : nothing}
      </article>`;
    },
  };
}
