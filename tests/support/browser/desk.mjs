/** What the page of a tournament says to a player or at the desk, for tests in Python. It runs in node. */
import { drawn, textOf } from "./drawn.mjs";

Object.assign(globalThis, {
  location: new URL("http://127.0.0.1/"),
  addEventListener() {},
  document: {
    createTreeWalker: () => ({}), createComment: () => ({}), createElement: () => ({}), getElementById: () => null,
    documentElement: {}, head: { append: (link) => queueMicrotask(() => link.onload()) },
  },
});

/** What a tournament that is followed has, in addition to what a test says. */
const followed = (said) => ({
  account: "ana", own: undefined, successor: null, failed: null, refusal: null, busy: false, round: undefined, rounds: [],
  legal: { roles: [], withheld: [], arbiters_without_scope: [] }, rolesFor: () => [], nameOf: (entrant) => `P${entrant}`, ...said,
});

/** Returns what a player reads, who may take these actions. */
export async function own(said, actions = ["register_entrant"]) {
  const rolesFor = (type) => (actions.includes(type) ? ["player"] : []);
  const { ownView } = await import("/page/app/tournament/own.js");
  return textOf(drawn(ownView(followed({ rolesFor, ...said }), () => {}, "")).html);
}

/** Returns what an official reads at the desk, who may take these actions. */
export async function desk(said, actions, role = "organiser") {
  const { deskView } = await import("/page/app/tournament/desk/desk.js");
  const rolesFor = (type) => (actions.includes(type) ? [role] : []);
  return textOf(drawn(deskView(followed({ rolesFor, ...said }), () => {}, { code: "", setCode() {} })).html);
}

/** Returns what the page warns of before an action is taken. */
export async function warned(type, now) {
  const { leftOut } = await import("/page/app/tournament/desk/deed.js");
  return leftOut(type, now);
}

/** Returns the claims that the page warns of before a round or the tournament ends. */
export async function undecided(type, now) {
  const { undecided: found } = await import("/page/app/tournament/desk/deed.js");
  return found(type, now);
}

/** Returns how the request of a player to enter as a pair failed. */
export async function failed(account, events) {
  const { OwnRequest } = await import("/page/app/tournament/requests.js");
  const request = new OwnRequest(account);
  for (const event of events) request.take(event);
  return request.failed;
}

/** Returns who won. */
export async function winners(said) {
  const { winnersView } = await import("/page/app/tournament/standings.js");
  return textOf(drawn(winnersView(followed(said))).html);
}

/** Returns the first line of a tournament. */
export async function lead(now) {
  const { leadText } = await import("/page/app/tournament/about.js");
  return leadText(now, null);
}

/** Returns what is missing in the form of an action that has just opened, then with these values; and the action. */
export async function filled(type, values, said) {
  const { FORMS } = await import("/page/app/tournament/desk/forms.js");
  const { missingText } = await import("/page/app/tournament/desk/deed.js");
  const deed = { role: "arbiter", tournament: followed(said), now: said.now, set() {}, values: {} };
  for (const field of FORMS[type]) Object.assign(deed.values, field.begins?.(deed));
  const before = missingText(deed, FORMS[type]);
  Object.assign(deed.values, values);
  const later = said.later ?? said;
  Object.assign(deed, { tournament: followed(later), now: later.now });
  const parts = FORMS[type].map((field) => field.part(deed));
  const action = parts.includes(null) ? null : Object.assign({}, ...parts);
  return { before, after: missingText(deed, FORMS[type]), action };
}

/** Returns what the settings say about the key of this browser, and the names of their fields. */
export async function key(player) {
  const { store } = await import("/page/app/store.js");
  store.player = player;
  const { AccountPart } = await import("/page/app/parts/account.js");
  const { html } = drawn(new AccountPart(() => {}).draw());
  return { text: textOf(html), forms: html.split("<form").length - 1 };
}

/** Returns whether the page offers a replay of the game of a table. */
export async function played(source) {
  const { isPlayed } = await import("/page/app/tournament/rounds.js");
  return isPlayed({ source });
}

/** Returns for whom a table waits, and until when. */
export async function waits(game, end) {
  const { waitsText } = await import("/page/app/tournament/rounds.js");
  return waitsText(game, end);
}

/** Returns whom the page names before the next round is paired. */
export async function absent(type, said) {
  const { absentees } = await import("/page/app/tournament/desk/deed.js");
  return absentees(type, said);
}
