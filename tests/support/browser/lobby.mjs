/**
 * The lobby of a browser without any games of its own, for tests in Python. It runs in node, with a
 * service that has these games, newest first.
 */
Object.assign(globalThis, {
  addEventListener() {},
  document: Object.assign(new EventTarget(), { hidden: false, documentElement: {} }, globalThis.document),
  location: { protocol: "https:", host: "carolus.example", hash: "" },
});

/** Starts a lobby with a service that has these games; returns it, its stream and the requests. */
async function opened(games) {
  const asked = [];
  globalThis.fetch = async (address) => {
    const query = new URL(address, "https://carolus.example").searchParams;
    const [from, limit] = ["cursor", "limit"].map((name) => Number(query.get(name)));
    const account = query.get("reserved_for");
    const found = games.filter(({ status, seats }) => status === query.get("status")
      && (account === null || seats.some((seat) => !seat.taken && seat.reserved_for === account)));
    const next = from + limit < found.length ? String(from + limit) : null;
    asked.push([query.get("status"), from]);
    return new Response(JSON.stringify({ games: found.slice(from, from + limit), next }));
  };
  let stream = new EventTarget();
  globalThis.EventSource = class extends EventTarget {
    constructor() {
      super();
      stream = this;
    }
  };
  const { Games } = await import("/page/app/lobby/games.js");
  const drawn = [];
  const lobby = new Games(() => drawn.push(true), () => {});
  stream.dispatchEvent(new Event("ready"));
  while (drawn.length < 2) await new Promise((done) => setImmediate(done));
  return { lobby, stream, asked };
}

/** Our games, as an account that has stored none: how soon each needs us, by id. */
export async function own(games, account, changed = []) {
  const { store } = await import("/page/app/store.js");
  store.player = account && { id: account, name: "Ann", key: "key" };
  const { lobby, stream } = await opened(games);
  for (const game of changed) {
    stream.dispatchEvent(new MessageEvent("game", { data: JSON.stringify(game) }));
  }
  const { urgencyOf } = await import("/page/app/lobby/offers.js");
  return lobby.own.map((game) => [game.id, urgencyOf(game)]);
}

/**
 * The games that a stranger can join and watch, including after these changes, and the pages that
 * the browser requested.
 */
export async function seen(games, changed = []) {
  const { lobby, stream, asked } = await opened(games);
  const { canBeJoined, canBeWatched } = await import("/page/app/lobby/offers.js");
  for (const game of changed) {
    stream.dispatchEvent(new MessageEvent("game", { data: JSON.stringify(game) }));
  }
  const ids = (wanted) => lobby.others(wanted).map(({ id }) => id);
  return { join: ids(canBeJoined), watch: ids(canBeWatched), asked };
}
