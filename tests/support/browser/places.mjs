/** Draws the places at the end of a game in node, for tests in Python. */
Object.assign(globalThis, {
  addEventListener() {},
  document: Object.assign(new EventTarget(), { hidden: false, documentElement: {} }, globalThis.document),
  location: { protocol: "https:", host: "carolus.example", hash: "" },
});

/**
 * Returns the rank and the text of each line. Names are those of the seats, in order; without a
 * ruleset, the game has no words.
 */
export async function lines(places, sides, names, language, ruleset) {
  const { standingView } = await import("/page/app/parts/standing.js");
  const { drawn, textOf } = await import("./drawn.mjs");
  const { speaking, wordsIn } = await import("./speaking.mjs");
  const shell = (await import(`/page/app/words/${language}.js`)).words;
  const own = ruleset ? (await wordsIn(`/page/rulesets/${ruleset}/words`))[language] : {};
  const say = speaking({ words: { [language]: { ...shell, ...own } } }, language);
  const t = (key, values) => (ruleset || key in shell ? say(key, values) : key);
  const seats = { count: sides.length, side: (seat) => sides[seat], name: (seat) => names[seat] };
  const { html } = drawn(standingView(places, seats, t, ruleset));
  return [...html.matchAll(/<li value="?(\d+)"?>([\s\S]*?)<\/li>/g)]
    .map(([, rank, inside]) => [Number(rank), textOf(inside)]);
}
