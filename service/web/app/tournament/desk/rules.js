/** The fields of changed rules: the number of rounds, and the tie-breaks. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { possibleTieBreaks } from "/page/app/tournament/announcing.js";
import { tieBreaksField } from "/page/app/tournament/tie-breaks.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/desk/deed.js").Deed} Deed */

/** @type {import("/page/app/tournament/desk/fields.js").Field} */
export const rules = {
  draw: (deed) => {
    const { rounds, breaks } = chosenIn(deed);
    const { swiss, seats } = deed.now.rules;
    return html`<label>${t("tournament.rounds")}
        <input type="number" inputmode="numeric" required min="1" max="99" .value=${String(rounds)}
          @input=${(/** @type {any} */ { target }) => target.value && deed.set({ rounds: target.valueAsNumber })}></label>
      ${tieBreaksField(breaks, possibleTieBreaks(swiss, seats), (chosen) => deed.set({ breaks: chosen }))}`;
  },
  part: (deed) => {
    const { rounds, breaks } = chosenIn(deed);
    return { rules: { ...deed.now.rules, rounds, tie_breaks: breaks } };
  },
  missing: () => "",
};

/** Returns the chosen rounds and tie-breaks, or those that apply. @param {Deed} deed */
const chosenIn = ({ values, now }) => ({
  rounds: values.rounds ?? now.rules.rounds,
  breaks: values.breaks ?? now.rules.tie_breaks,
});
