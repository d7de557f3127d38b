/**
 * Records that the page downloads, for tests in Python. It runs in node, with a service that sends
 * the given responses, and no delay between retries.
 */
Object.assign(globalThis, {
  addEventListener() {},
  setTimeout: (run) => setImmediate(run),
});

const choosing = await import("/page/app/records/choice.js");
const { recordsOfFilter, recordsOfGames } = await import("/page/app/records/gathering.js");

/**
 * Makes the service send these responses in order: an error's status, text that arrives whole or
 * breaks off (`cut`), or no response (null).
 */
function serve(answers) {
  const asked = [];
  globalThis.fetch = async (path, { headers }) => {
    asked.push(path);
    if (!headers["Accept-Language"]) throw new Error("a request names the language");
    const answer = answers.shift() ?? null;
    if (answer === null) throw new TypeError("nobody answered");
    if (answer.status) return new Response("{}", { status: answer.status });
    const body = new ReadableStream({
      start(stream) {
        if (answer.text) stream.enqueue(new TextEncoder().encode(answer.text));
        if (!answer.cut) stream.close();
      },
      // The page reads what was sent before it sees that the connection broke.
      pull(stream) {
        stream.error(new TypeError("the connection broke off"));
      },
    }, { highWaterMark: 0 });
    return new Response(body);
  };
  return asked;
}

/** The result, the requests, and the counts reported meanwhile. */
async function gather(answers, run) {
  const asked = serve(answers);
  const counts = [];
  const signal = new AbortController().signal;
  const lines = await run((count) => counts.push(count), signal).catch((error) => (
    `${error.constructor.name}${error.status ?? ""}`));
  return { lines, asked, counts };
}

/** The records of a query that have this number. */
export const ofFilter = (query, number, answers) => gather(answers, (tell, signal) =>
  recordsOfFilter(new URLSearchParams(query), (record) => record.number === number, tell, signal));

export const ofGames = (games, answers) => gather(answers, (tell, signal) =>
  recordsOfGames(games, tell, signal));

/** The query that a choice sends to the service. */
export const queryOf = (choice) => String(choosing.recordsQuery(choice));

/** The choice that an address contains. */
export const choiceOf = (query) => choosing.choiceOf(new URLSearchParams(query));
