/**
 * What the page does unseen at a table, for tests in Python. It runs in node with simulated time, and
 * records sockets, sounds and notifications.
 */
import { mock } from "node:test";

const BEGIN = Date.parse("2026-11-22T08:00:00Z");

// --- as much of a browser as these modules need ---------------------------------------------------

const page = new EventTarget();
const screen = Object.assign(new EventTarget(), { hidden: false, documentElement: {} });
Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  document: Object.assign(screen, globalThis.document),
  location: { protocol: "https:", host: "carolus.example", hash: "" },
  matchMedia: () => ({ matches: stillness }),
});
let stillness = false;

/** Resolves when all promises that can settle have settled. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

const pass = async (ms) => {
  for (let left = ms; left > 0; left -= 100) {
    mock.timers.tick(Math.min(left, 100));
    await settled();
  }
};

/** Runs this with its own clock. */
async function timed(run) {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: BEGIN });
  try {
    return await run();
  } finally {
    mock.timers.reset();
  }
}

const seconds = () => (Date.now() - BEGIN) / 1000;

// --- playback --------------------------------------------------------------------------------------

/**
 * What the player of seat 0 sees, and when in seconds, as these events arrive: the version of the
 * moment shown, and the sentences below the board. `does` happens right after they have arrived.
 */
export async function playback({
  events, story, own = [0], still = false, hidden = false, pace = null, does = [], meanwhile = null,
}) {
  const { MomentsOfGame } = await import("/page/app/replay/moments.js");
  const { Timeline } = await import("/page/app/replay/timeline.js");
  const { store } = await import("/page/app/store.js");
  return timed(async () => {
    [stillness, screen.hidden] = [still, hidden];
    store.set({ pace });
    const game = { own, source: { gameAt: async (version) => ({ version }), picture: async (version) => `${version}` } };
    const arrive = (count) => Object.assign(game, {
      events: events.slice(0, count),
      story: story.filter(({ last }) => last <= count),
      now: { version: count, game: { version: count }, picture: `${count}` },
    });
    const [first] = story;
    arrive(first.last);
    const timeline = new Timeline(new MomentsOfGame(game));
    timeline.follow();
    const shown = [];
    const look = () => {
      const { moment, sentences } = timeline;
      const live = timeline.version === null;
      if (moment.version === shown.at(-1)?.version && live === shown.at(-1).live) return;
      if (`${moment.game.version}` !== moment.picture) throw new Error("two moments at once");
      shown.push({ at: seconds(), version: moment.version, sentences, live });
    };
    look();
    timeline.onChange(look);
    for (const count of [meanwhile, events.length].filter(Boolean)) {
      arrive(count);
      timeline.follow();
      await settled();
    }
    for (const [deed, ...given] of does) {
      if (deed === "passes") await pass(...given);
      else if (deed === "returns") {
        screen.hidden = false;
        screen.dispatchEvent(new Event("visibilitychange"));
      } else timeline[deed](...given);
      await settled();
    }
    await pass(60_000);
    timeline.close();
    [stillness, screen.hidden] = [false, false];
    store.set({ pace: null });
    return shown;
  });
}

// --- calling a player ------------------------------------------------------------------------------

/** What a player hears and sees when the page calls them. */
export async function called({ sound = false, notify = false, hidden = false, permission = "granted", phone = false }) {
  const { call } = await import("/page/app/parts/calls.js");
  const { store } = await import("/page/app/store.js");
  const heard = { pitches: [], closed: 0, notes: [], focused: 0 };
  const thing = () => ({ connect: (other) => other, gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} } });
  globalThis.AudioContext = class {
    currentTime = 0;
    destination = {};
    createGain = thing;
    createOscillator() {
      const tone = { ...thing(), frequency: { value: 0 }, start: (at) => heard.pitches.push([at, tone.frequency.value]), stop() {} };
      return tone;
    }
    close() {
      heard.closed += 1;
    }
  };
  globalThis.Notification = class {
    static permission = permission;
    constructor(title, { body }) {
      if (phone) throw new TypeError("only service workers notify here");
      heard.notes.push([title, body]);
      heard.note = this;
    }
    close() {
      heard.closed += 1;
    }
  };
  globalThis.window = { focus: () => (heard.focused += 1) };
  return timed(async () => {
    store.set({ sound, notify });
    screen.hidden = hidden;
    call("Your turn", "A game");
    await pass(2000);
    heard.note?.onclick();
    delete heard.note;
    screen.hidden = false;
    return heard;
  });
}

// --- clocks ------------------------------------------------------------------------------------------

/**
 * What a running clock of seat 0 shows after each of these seconds, on a machine whose clock is some
 * hours wrong: the time left, whether that is little, and whether the page warns.
 */
export async function clocks({ clock, left, after, wrongHours = 0, own = [0] }) {
  const { left: leftOf, little, untilNext, Warnings } = await import("/page/app/game/clocks.js");
  const { takeTime } = await import("/page/app/time.js");
  return timed(async () => {
    const service = BEGIN - wrongHours * 3_600_000;
    takeTime(new Response("", { headers: { Date: new Date(service - 500).toUTCString() } }));
    const state = { clock, left_ms: [left * 1000, 0], running: [0], since: new Date(service).toISOString() };
    const warnings = new Warnings();
    const found = [];
    for (const second of after) {
      mock.timers.tick(second * 1000 - (Date.now() - BEGIN));
      const rest = leftOf(state, 0);
      found.push([Math.round(rest / 1000), rest <= little(state), warnings.due(state, own).length > 0]);
    }
    return { found, next: untilNext(state), still: untilNext({ ...state, running: [] }) };
  });
}

// --- the connection ----------------------------------------------------------------------------------

/** A connection during these events: when the page asked for it, and its state after each event. */
export async function connection(happenings) {
  const { Live } = await import("/page/app/live.js");
  return timed(async () => {
    const asked = [];
    let socket;
    globalThis.WebSocket = class {
      static CONNECTING = 0;
      readyState = 1;
      sent = [];
      constructor(address) {
        asked.push([seconds(), new URL(address).searchParams.get("after")]);
        socket = this;
      }
      send(text) {
        this.sent.push(JSON.parse(text));
      }
      close() {}
    };
    let known = 3;
    const heard = [];
    const live = new Live("abc", "seat0_x", () => known, ({ type }) => heard.push(type));
    const states = [];
    const deeds = {
      opens: () => socket.onopen(),
      sends: (type) => {
        if (type === "event") known += 1;
        socket.onmessage({ data: JSON.stringify({ type }) });
      },
      closes: (code) => socket.onclose({ code }),
      passes: (ms) => pass(ms),
      happens: (type) => page.dispatchEvent(new Event(type)),
    };
    for (const [deed, what] of happenings) {
      await deeds[deed](what);
      states.push(live.state);
    }
    const { sent } = socket;
    live.close();
    await pass(60_000);
    return { asked, states, heard, sent };
  });
}

// --- looking back ------------------------------------------------------------------------------------

/**
 * The versions that a timeline requests in each step: a move to a version, or a wait of some
 * milliseconds. Each response takes a while. The events of the game are single ones.
 */
export async function lookingBack({ steps, count = 40, takesMs = 30 }) {
  const { MomentsOfGame } = await import("/page/app/replay/moments.js");
  const { Source } = await import("/page/app/game/source.js");
  const { Timeline } = await import("/page/app/replay/timeline.js");
  const { speech } = await import("/page/app/i18n.js");
  const { store } = await import("/page/app/store.js");
  let asked = [];
  let calledOff = 0;
  let heard = 0;
  let waiting = 0;
  const words = () => Promise.resolve(new Response("{}"));
  globalThis.fetch = (address, asking) => (asking ? moment(address, asking) : words());
  const moment = (address, { signal, headers }) => new Promise((resolve, reject) => {
    const version = Number(new URL(address, "https://carolus.example").searchParams.get("version"));
    const language = headers["Accept-Language"];
    asked.push(version);
    heard += 1;
    waiting += 1;
    const body = address.includes("board.svg") ? `<svg>${version} ${language}</svg>` : JSON.stringify({ position: version });
    const timer = setTimeout(() => {
      waiting -= 1;
      resolve(new Response(body));
    }, takesMs);
    signal.addEventListener("abort", () => {
      calledOff += 1;
      waiting -= 1;
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
  const events = Array.from({ length: count }, (_, at) => ({ version: at + 1, by: at ? at % 2 : "chance" }));
  const story = events.map(({ version, by }) => ({ first: version, last: version, by, at: "", text: "It happened." }));
  const now = { version: count, game: {}, position: count, picture: null };
  const timeline = new Timeline(new MomentsOfGame({ events, story, own: [], now, source: new Source("abc", () => undefined) }));
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  // Until no request has come for as long as a retry takes.
  const rested = async () => {
    for (let before = -1; before !== heard || waiting; ) {
      before = heard;
      await rest(120);
    }
  };
  const found = [];
  for (const [deed, what] of steps) {
    asked = [];
    if (deed === "to") timeline.to(what);
    if (deed === "slides") for (const version of what) {
      timeline.to(version);
      await rest(5);
    }
    if (deed === "speaks") {
      store.set({ language: what });
      await speech.speak();
    }
    if (deed === "closes") timeline.close();
    if (deed === "to" || deed === "speaks") await rested();
    else await rest(deed === "closes" ? 0 : 250);
    found.push({ asked: [...new Set(asked)], requests: asked.length, shown: timeline.moment?.picture ?? null });
  }
  timeline.close();
  return { found, calledOff };
}

/** The names of the players on these seats. */
export async function names(seats) {
  const { players } = await import("/page/app/players.js");
  const named = players(seats, [], (side) => side);
  return seats.map((_, seat) => named.name(seat));
}

/** Who sits on these seats, in English: in a list of games, and as a table shows its bots. */
export async function sitters(seats, status) {
  const { botOf, sitterText } = await import("/page/app/players.js");
  const { speech } = await import("/page/app/i18n.js");
  ({ words: speech.words } = await import("/page/app/words/en.js"));
  return seats.map((seat) => [sitterText(seat), botOf(seat, status)]);
}

// --- the log ---------------------------------------------------------------------------------------

/** The lines of a log up to a version: under whose name each is, and whether a turn begins there. */
export async function log(sentences, started, version) {
  const { linesOf } = await import("/page/app/parts/log.js");
  return linesOf(sentences, started, version).map(({ by, begins, sentence }) => [by, begins, sentence.text]);
}

/** A story after further sentences have arrived, and the texts that are new after a version. */
export async function storyWith(known, more, after) {
  const { continued, lastText, textsIn } = await import("/page/app/story.js");
  const story = continued(known, more);
  return { texts: story.map(({ text }) => text), fresh: textsIn(story, after, Infinity), last: lastText(story) };
}

// --- problems --------------------------------------------------------------------------------------

/** What the page says about these problems, in English. */
export async function reasons(problems) {
  const { Problem } = await import("/page/app/api.js");
  const { reasonOf } = await import("/page/app/parts/problem.js");
  const { speech } = await import("/page/app/i18n.js");
  ({ words: speech.words } = await import("/page/app/words/en.js"));
  return problems.map((one) => reasonOf(new Problem(400, one)));
}

// --- terms -----------------------------------------------------------------------------------------

/** These clocks in English. */
export async function clocksInWords(clocks) {
  const { clockInWords } = await import("/page/app/parts/terms.js");
  const { speech } = await import("/page/app/i18n.js");
  ({ words: speech.words } = await import("/page/app/words/en.js"));
  return clocks.map(clockInWords);
}

// --- another language ------------------------------------------------------------------------------

/**
 * The picture of a table after the language has changed to German, while one in English was on its
 * way: of a game that the page reads, or in the answer to an action.
 */
export async function inAnotherLanguage({ answered = false }) {
  const { Followed } = await import("/page/app/game/followed.js");
  const { speech } = await import("/page/app/i18n.js");
  const speaks = (language) => Object.assign(speech, { language }).changed();
  const of = (version) => ({ version, status: "running", awaits: [], position: {}, seats: [] });
  const events = [{ version: 1, type: "game_opened" }, { version: 2, type: "game_started" }];
  const onTheirWay = [];
  const followed = new Followed("xivrn2kaxbp6dycz");
  let last = 1;
  followed.source = {
    game: async () => of(last),
    events: async (known, version) => events.slice(known, version),
    story: async () => [],
    picture: (version) => {
      const picture = `${speech.language} ${version}`;
      return new Promise((arrive) => onTheirWay.push(() => arrive(picture)));
    },
  };
  const allArrive = async () => {
    for (await settled(); onTheirWay.length; await settled()) onTheirWay.shift()();
  };
  speaks("en");
  followed.read();
  await settled();
  if (answered) await allArrive();
  followed.game ??= of(1);
  speaks("de");
  await allArrive();
  if (answered) {
    last = 2;
    followed.took({ version: 2, events: events.slice(1), game: of(2), board: "en 2" }, undefined, "en");
    followed.catchUp();
    await allArrive();
  }
  followed.close();
  speaks("en");
  return followed.now.picture;
}
