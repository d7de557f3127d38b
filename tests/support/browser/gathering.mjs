/**
 * Records that the page takes away, for tests in Python: it is run in node, with a service that
 * answers as it is told, and no time between one try and the next.
 */
Object.assign(globalThis, {
  addEventListener() {},
  setTimeout: (run) => setImmediate(run),
});

const choosing = await import("/page/app/records/choice.js");
const { recordsOfFilter, recordsOfGames } = await import("/page/app/records/gathering.js");

/**
 * Let the service give these answers, one after the other: an error's status, text that comes whole
 * or breaks off (`cut`), or nothing at all (null).
 */
function serve(answers) {
  const asked = [];
  globalThis.fetch = async (path, { headers }) => {
    asked.push(path);
    if (!headers["Accept-Language"]) throw new Error("a request tells the language");
    const answer = answers.shift() ?? null;
    if (answer === null) throw new TypeError("nobody answered");
    if (answer.status) return new Response("{}", { status: answer.status });
    const body = new ReadableStream({
      start(stream) {
        if (answer.text) stream.enqueue(new TextEncoder().encode(answer.text));
        if (!answer.cut) stream.close();
      },
      // What was sent is read before it is seen that no more comes.
      pull(stream) {
        stream.error(new TypeError("the connection broke off"));
      },
    }, { highWaterMark: 0 });
    return new Response(body);
  };
  return asked;
}

/** What comes of it, what was asked, and which numbers were told meanwhile. */
async function gather(answers, run) {
  const asked = serve(answers);
  const told = [];
  const signal = new AbortController().signal;
  const lines = await run((count) => told.push(count), signal).catch((error) => (
    `${error.constructor.name}${error.status ?? ""}`));
  return { lines, asked, told };
}

/** The records of a query that have this number. */
export const ofFilter = (query, number, answers) => gather(answers, (tell, signal) =>
  recordsOfFilter(new URLSearchParams(query), (record) => record.number === number, tell, signal));

export const ofGames = (games, answers) => gather(answers, (tell, signal) =>
  recordsOfGames(games, tell, signal));

/** What the service is asked for by a choice. */
export const queryOf = (choice) => String(choosing.recordsQuery(choice));

/** What is chosen by an address. */
export const choiceOf = (query) => choosing.choiceOf(new URLSearchParams(query));
