/**
 * The proof of a game: the browser's own findings, line by line, and next to them the service's
 * verdict by the rules, which the browser does not know.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/proof/words.js";
import { findingText } from "/page/app/parts/finding.js";
import { problemView } from "/page/app/parts/problem.js";
import { canProve } from "/page/app/proof/bytes.js";
import { same } from "/page/app/proof/canonical.js";

/** @typedef {import("/page/app/proof/proving.js").Proving} Proving */
/** @typedef {import("/page/app/proof/verify.js").Line} Line */
/** @typedef {import("/page/app/proof/verify.js").Finding} Finding */
/** @typedef {import("/page/app/proof/verify.js").Answer} Answer */

/** The most answers of chance to list; more than anybody reads. */
const ANSWERS_MAX = 2000;

/** The most characters of an expected or found value, as JSON. */
const LETTERS_MAX = 2000;

/**
 * @param {Proving} proving
 * @param {(version: number) => void} jump  shows the moment of a version
 */
export function proofView(proving, jump) {
  return html`<section class="proof" aria-label=${t("proof.title")}>
    <h2>${t("proof.title")}</h2>
    ${canProve() ? proved(proving, jump) : html`<p class="problem">${t("proof.no_crypto")}</p>`}
  </section>`;
}

/** @param {Proving} proving @param {(version: number) => void} jump */
function proved(proving, jump) {
  const { state, verdict, sum } = proving;
  return html`
    ${state === "failed" && proving.problem ? problemView(proving.problem) : nothing}
    ${state === "reading" ? html`<label class="reading">${t("proof.reading")}
      <progress max="1" .value=${proving.read}></progress></label>` : nothing}
    ${verdict && sum ? html`
      <p class="verdict ${sum.state}" role="status">${t(`proof.${sum.word}`)}</p>
      <h3>${t("proof.browser")}</h3>
      <ul class="checks">${verdict.lines.map((line) => lineView(line, jump))}</ul>
      ${answersView(verdict.answers, jump)}
      ${comparisonView(proving, jump)}
      ${verdict.lines.some(({ id, state }) => id === "dice" && state === "ok")
        ? html`<p class="hint">${t("proof.limits")}</p>` : nothing}
      <h3>${t("proof.service")}</h3>
      <p class="hint">${t("proof.rules_about")}</p>
      <ul class="checks">${rulesView(proving)}</ul>` : nothing}`;
}

/** @param {Line} line @param {(version: number) => void} jump */
function lineView({ id, state, done, total, finding }, jump) {
  const word = state === "wrong" || state === "open" ? `proof.reason.${finding?.reason}` : `proof.line.${id}.passed`;
  const version = finding?.version;
  return html`<li class=${state}>
    ${mark(state)}
    <div><strong>${t(`proof.line.${id}`)}</strong>
      <span>${t(word, { count: total, version: version ?? "", entry: finding?.entry ?? "" })}</span>
      ${state === "busy" && total > 1 ? html`<progress max=${total} .value=${done}
        aria-label=${t(`proof.line.${id}`)}></progress>` : nothing}
      ${state === "wrong" && finding ? wrongView(finding, jump) : nothing}
    </div></li>`;
}

/**
 * Returns where the proof fails, and what was expected there.
 * @param {Finding} finding
 * @param {(version: number) => void} jump
 */
function wrongView({ version, entry, ...values }, jump) {
  const { expected, found } = unlike(values);
  return html`<p class="where">
      ${version === undefined ? nothing : html`<button type="button" class="quiet"
        @click=${() => jump(version)}>${t("proof.event", { version })}</button>`}
      ${entry === undefined ? nothing : html`<span>${t("proof.entry", { entry })}</span>`}</p>
    ${expected === undefined && found === undefined ? nothing : html`<dl class="compared">
      ${expected === undefined ? nothing : html`<dt>${t("proof.expected")}</dt><dd tabindex="0"><code>${json(expected)}</code></dd>`}
      ${found === undefined ? nothing : html`<dt>${t("proof.found")}</dt><dd tabindex="0"><code>${json(found)}</code></dd>`}
    </dl>`}`;
}

/** Returns only the differences of two objects. @param {{ expected?: any, found?: any }} values */
function unlike({ expected, found }) {
  const both = [expected, found].every((one) => one !== null && typeof one === "object" && !Array.isArray(one));
  if (!both) return { expected, found };
  const names = Object.keys({ ...expected, ...found }).filter((name) => !same(expected[name] ?? null, found[name] ?? null));
  const only = (/** @type {any} */ one) => Object.fromEntries(names.map((name) => [name, one[name] ?? null]));
  return { expected: only(expected), found: only(found) };
}

/**
 * Returns all dice, drawn again.
 * @param {Answer[]} answers
 * @param {(version: number) => void} jump
 */
function answersView(answers, jump) {
  if (answers.length === 0) return nothing;
  return html`<details class="answers"><summary>${t("proof.answers", { count: answers.length })}</summary>
    <div class="scrolls" tabindex="0" role="region" aria-label=${t("proof.answers", { count: answers.length })}>
    <table>
      <thead><tr><th scope="col">${t("replay.version")}</th><th scope="col">${t("proof.bounds")}</th>
        <th scope="col">${t("proof.draws")}</th><th scope="col">${t("proof.means")}</th></tr></thead>
      <tbody>${answers.slice(0, ANSWERS_MAX).map((one) => html`<tr class=${one.valid ? "ok" : "wrong"}>
        <th scope="row"><button type="button" class="quiet" @click=${() => jump(one.version)}>${one.version}</button></th>
        <td>${boundsText(one.bounds)}</td><td>${one.draws.join(" ")}</td>
        <td><code>${meaning(one.action)}</code></td></tr>`)}</tbody>
    </table></div></details>`;
}

/** Returns `7 × 6` for seven dice, `15 14 13` for a shuffle. @param {number[]} bounds */
function boundsText(bounds) {
  const [first] = bounds;
  const alike = bounds.length > 1 && bounds.every((bound) => bound === first);
  return alike ? `${bounds.length} × ${first}` : bounds.join(" ");
}

/** @param {any} action */
function meaning({ type: _, ...facts }) {
  return json(Object.values(facts)).slice(1, -1);
}

/**
 * Returns how a record from outside compares with the log of this service.
 * @param {Proving} proving
 * @param {(version: number) => void} jump
 */
function comparisonView({ comparison, rules }, jump) {
  if (comparison === null) return nothing;
  const { kind, version } = comparison;
  if (kind === "refused") {
    return html`<p class="problem">${t("proof.log.refused", { entry: rules?.entries ?? "" })}</p>`;
  }
  if (kind !== "apart") return html`<p class="same">${t(`proof.log.${kind}`)}</p>`;
  return html`<p class="problem">${t("proof.log.apart", { version })}
    <button type="button" class="quiet" @click=${() => jump(version)}>${t("proof.event", { version })}</button></p>`;
}

/** Returns the verdict of the service, which knows the rules. @param {Proving} proving */
function rulesView({ rules, state }) {
  if (!rules) {
    const word = state === "done" ? "proof.rules_not_yet" : "proof.rules_asking";
    return html`<li class=${state === "done" ? "open" : "waiting"}>${mark(state === "done" ? "open" : "waiting")}
      <div><strong>${t("proof.rules")}</strong> <span>${t(word)}</span></div></li>`;
  }
  const { valid, entries, events, findings } = rules;
  return html`<li class=${valid ? "ok" : "wrong"}>${mark(valid ? "ok" : "wrong")}
      <div><strong>${t("proof.rules")}</strong>
        <span>${t(valid ? "proof.rules_followed" : "proof.rules_broken", { entries, events })}</span></div></li>
    ${findings.map((one) => html`<li class=${one.weight === "breach" ? "wrong" : "open"}>
      ${mark(one.weight === "breach" ? "wrong" : "open")}
      <div>${findingText(one)}
        ${one.entry === null ? nothing : html`<span>${t("proof.entry", { entry: one.entry })}</span>`}
      </div></li>`)}`;
}

const PATHS = {
  ok: "M5 13l4.5 4.5L19 7.5",
  wrong: "M6 6l12 12M18 6 6 18",
  open: "M12 12v6M12 6.5v.5",
  busy: "M7 12h.1M12 12h.1M17 12h.1",
  waiting: "M7 12h.1M12 12h.1M17 12h.1",
};

/**
 * Returns a symbol with its meaning; the symbols differ in shape too.
 * @param {keyof PATHS} state
 */
const mark = (state) => html`<svg class="mark" viewBox="0 0 24 24" width="22" height="22" role="img"
  aria-label=${t(`proof.state.${state}`)}><circle cx="12" cy="12" r="11"></circle><path d=${PATHS[state]}></path></svg>`;

/** @param {any} value */
function json(value) {
  const text = JSON.stringify(value);
  return text.length > LETTERS_MAX ? `${text.slice(0, LETTERS_MAX)} …` : text;
}
