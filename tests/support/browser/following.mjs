/**
 * A page that follows a tournament, for tests in Python. It runs in node, on a clock that jumps from
 * one timer to the next, with a service that answers at once and a stream of given events.
 */
let clock = 0;
let timers = [];
let stream = null;
Object.assign(globalThis, {
  addEventListener() {},
  document: {
    createTreeWalker: () => ({}), createComment: () => ({}), createElement: () => ({}), getElementById: () => null,
    documentElement: {}, head: { append: (link) => queueMicrotask(() => link.onload()) },
  },
  EventSource: class extends EventTarget {
    constructor() {
      super();
      stream = this;
    }
    close() {}
  },
});
Object.defineProperty(globalThis, "performance", { value: { now: () => clock }, configurable: true });

/**
 * Returns when the page asks for what while these events happen, without the first look: the times
 * in milliseconds, with the ends of the addresses.
 * @param {"official" | "player" | "newcomer" | "spectator"} reader  a player is the first entrant, at the
 *   first table; a newcomer has an account, but has not entered
 * @param {[number, object][]} events  with their times; their versions follow from their order
 */
export async function followed(entrants, reader, events, luck = 0.5) {
  const { store } = await import("/page/app/store.js");
  store.player = reader === "spectator" ? null : { id: "ann", name: "Ann", key: "key" };
  const people = Array.from({ length: entrants }, (_, at) => ({
    entrant: at + 1, name: `P${at}`, people: [{ account: at || reader !== "player" ? `p${at}` : "ann" }], replaced: [],
  }));
  const tables = Array.from({ length: entrants / 2 }, (_, at) => ({ table: at + 1, entrants: [2 * at + 1, 2 * at + 2] }));
  const round = { round: 1, tables };
  const asked = [];
  globalThis.fetch = async (address) => {
    const end = address.split("/").slice(4).join("/");
    if (clock) asked.push([Math.round(clock), end]);
    const roles = [{ role: reader === "official" ? "arbiter" : "player", actions: [] }];
    const answers = {
      "": { version: 1, round: 1, entrants: people, announcement: { team: 1 } }, "export": { rounds: [round] }, "standings": {}, "rounds/1": round,
      "legal-actions": { roles },
    };
    return new Response(JSON.stringify(answers[end]));
  };
  globalThis.setTimeout = (does, ms) => timers.push([clock + ms, does]);
  Math.random = () => luck;
  const { Followed } = await import("/page/app/tournament/followed.js");
  const followed = new Followed("cup");
  while (!stream) await settled();
  events.forEach(([at, event], nth) => {
    const data = JSON.stringify({ version: nth + 2, ...event });
    timers.push([at, () => stream.dispatchEvent(new MessageEvent("event", { data }))]);
  });
  while (timers.length) {
    timers.sort(([one], [other]) => one - other);
    const [at, does] = timers.shift();
    clock = at;
    does();
    await settled();
  }
  followed.close();
  return asked;
}

/** Waits for what needs no time. */
async function settled() {
  for (let turns = 0; turns < 20; turns++) await new Promise((done) => setImmediate(done));
}
