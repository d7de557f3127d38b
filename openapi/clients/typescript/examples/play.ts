/** Play a game of Carolus Magnus against a house bot, from the opening to the signed end. */
import { Client, type Schemas, Seat } from "carolus-client";
import { verifyRecord } from "carolus-client/verify";

declare const process: { argv: string[] };

/** Returns any legal action. */
function choose(legal: Schemas["LegalActions"]): Schemas["SentAction"] {
  return legal.actions[Math.floor(Math.random() * legal.actions.length)]!;
}

const client = new Client(process.argv[2] ?? "http://127.0.0.1:8000");
const { game: opened, tokens } = await client.createGame({ ruleset: "carolus-magnus", options: { players: 2 } });
await new Seat(client, opened.id, 1, tokens.creator).sitBot("greedy");
const me = new Seat(client, opened.id, 0, tokens.seats[0]!);
await me.sit("Anna");
const end = await me.play(choose);
const record = await client.record(opened.id);
const verified = await verifyRecord(client, record);
console.log(end.status, "at version", end.version);
console.log(verified.valid ? "the record is true and signed" : "it is not");
