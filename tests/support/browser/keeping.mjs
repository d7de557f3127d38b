/**
 * What the page keeps, and how it reads its address, for tests in Python. It runs in node, with a
 * storage, an address, and a service that has no games and no words.
 */
const kept = new Map();
Object.assign(globalThis, {
  addEventListener() {},
  document: Object.assign(new EventTarget(), { hidden: false, documentElement: {} }, globalThis.document),
  location: { protocol: "https:", host: "carolus.example", hash: "" },
  history: { replaceState: (_, __, address) => (globalThis.location.hash = address) },
  fetch: async () => new Response(JSON.stringify({ status: 404, detail: "none" }), { status: 404 }),
});
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  configurable: true, // else the global stays, and each call needs a new thread
});

/** The page's place and data after it starts at an address, with this in the storage. */
export async function begin(hash, { settings = {}, games = {} } = {}) {
  kept.set("carolus.settings", JSON.stringify(settings)).set("carolus.games", JSON.stringify(games));
  globalThis.location.hash = hash;
  const { router } = await import("/page/app/router.js");
  const { store } = await import("/page/app/store.js");
  const { speech } = await import("/page/app/i18n.js");
  await speech.speak();
  const { path } = router.place;
  return {
    path,
    hash: globalThis.location.hash,
    settings: store.settings,
    kept: Object.fromEntries(Object.keys(store.games).map((id) => [id, store.game(id).unclaimed ?? []])),
    language: speech.language,
  };
}

/** The same after the page has looked for the game at the address and not found it. */
export async function lookFor(hash, storage) {
  await begin(hash, storage);
  const { router } = await import("/page/app/router.js");
  const { store } = await import("/page/app/store.js");
  const { Table } = await import("/page/app/game/table.js");
  const table = new Table(router.place.path[1]);
  await table.open();
  return { failure: table.failure?.status, kept: Object.keys(store.games), own: table.own };
}

/** The ids of games among these. */
export async function games(ids) {
  const { isGame } = await import("/page/app/router.js");
  return ids.filter((one) => isGame(one ?? undefined));
}

/**
 * What the page asks for and stores while something needs an account: for each attempt, a name and
 * the status with which the service refuses it, or null if it does not.
 */
export async function attempts(all) {
  const asked = [];
  globalThis.fetch = async (address, { method, body }) => {
    if (method === "DELETE") asked.push(`revokes ${address.split("/").at(-1)}`);
    else asked.push(`creates ${JSON.parse(body).name}`);
    const id = String(asked.length);
    const made = { player: { id, name: body && JSON.parse(body).name }, token: { id: `t${id}` }, secret: `key ${id}` };
    return new Response(JSON.stringify(made), { status: 200 });
  };
  const { store } = await import("/page/app/store.js");
  const { Problem } = await import("/page/app/api.js");
  const { withAccount } = await import("/page/app/account.js");
  for (const [name, status] of all) {
    await withAccount(name, async ({ key }) => {
      asked.push(`uses ${key}`);
      if (status !== null) throw new Problem(status, {});
    }).catch(() => {});
    asked.push(store.player ? `stores ${store.player.name}` : "stores nothing");
  }
  return asked;
}

/** A local time as the page writes it for a reader with these languages: in full, and as a time long ago. */
export async function times(languages, local) {
  Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
  const { clockTime, dayTime, speech } = await import("/page/app/i18n.js");
  await speech.speak();
  const at = new Date(local).toISOString();
  return [dayTime(at), clockTime(at)].map((one) => one.replaceAll(/\s/g, " "));
}
