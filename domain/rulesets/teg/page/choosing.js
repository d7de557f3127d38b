/**
 * Choosing territories: on the map, and in lists as an alternative to it.
 *
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Position} Position
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {import("/page/app/kit/pointing.js").Pointing<Territory>} Pointing
 */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { listField } from "/page/app/kit/fields.js";
import { CONTINENTS, continentOf } from "./atlas.js";
import { landOf } from "./board.js";
import { landName } from "./phrases.js";

/** @param {Territory} territory */
export const spotOf = (territory) => `territory-${territory}`;

/**
 * Returns "Aral (5)": a territory with its tokens.
 * @param {Translate} t
 * @param {Position} position
 * @param {Territory} territory
 */
export function withTokens(t, position, territory) {
  const { tokens } = landOf(position, territory);
  return t("land.tokens", { territory: landName(t, territory), tokens });
}

/**
 * Returns a list of territories, by continent and by name.
 * @param {object} field
 * @param {Translate} field.t
 * @param {Position} field.position
 * @param {string} field.name of the field, for tests and styles
 * @param {string} field.label
 * @param {readonly Territory[]} field.among
 * @param {Territory | null} field.chosen
 * @param {(territory: Territory | null) => void} field.choose
 */
export function landField({ t, position, name, label, among, chosen, choose }) {
  const collator = new Intl.Collator(t("language"));
  const lands = among
    .map((value) => ({ value, land: landName(t, value), continent: continentOf(value) }))
    .sort((one, other) => collator.compare(one.land, other.land));
  const groups = CONTINENTS.map((continent) => ({
    label: t(`continent.${continent}`),
    values: lands.filter((one) => one.continent === continent)
      .map(({ value }) => ({ value, text: withTokens(t, position, value) })),
  })).filter(({ values }) => values.length);
  return listField({ name, label, none: t("field.none"), groups, chosen, choose });
}

/**
 * Returns the sequences of source and target among these.
 * @param {readonly {source: Territory, targets: readonly Territory[]}[]} choices
 */
export const waysOf = (choices) => (
  choices.flatMap(({ source, targets }) => targets.map((target) => [source, target])));

/**
 * Returns the hint for the step that is due.
 * @param {Turn} turn
 * @param {Pointing} pointing
 * @param {readonly string[]} keys  of the hint for the source, for the target, and at the end
 */
export function hintOf({ t, position }, { chosen }, keys) {
  const [source = "", target = ""] = chosen.map((land) => withTokens(t, position, land));
  return html`<p class="hint" role="status">${t(keys[chosen.length], { source, target })}</p>`;
}

/**
 * Returns the lists for source and target.
 * @param {Turn} turn
 * @param {Pointing} pointing
 * @param {readonly string[]} labels  their keys
 */
export const landFields = ({ t, position }, pointing, labels) => labels.map((label, step) => landField({
  t, position, name: step ? "target" : "source", label: t(label), among: pointing.among(step),
  chosen: pointing.chosen[step] ?? null, choose: (land) => pointing.pick(step, land),
}));
