// Plays on boardgame.io's server: `node client.js PORT`. Each line of standard input is an order,
// and gets a line in response:
//   {"open": 128}                 opens this many matches and takes all seats
//   {"play": 30, "at_once": 16}   makes this many moves in each of them, and reports the cost

"use strict";

const readline = require("node:readline");
const { io } = require("socket.io-client");

const ADDRESS = `http://127.0.0.1:${process.argv[2]}`;
const SEATS = ["0", "1"];

async function post(path, body) {
  const answer = await fetch(`${ADDRESS}/games/duel/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// One match; both seats move over one connection.
class Match {
  static async open() {
    const { matchID } = await post("create", { numPlayers: SEATS.length });
    const credentials = {};
    for (const seat of SEATS) {
      const joined = await post(`${matchID}/join`, { playerID: seat, playerName: "bench" });
      credentials[seat] = joined.playerCredentials;
    }
    const match = new Match(matchID, credentials);
    await match.synced;
    return match;
  }

  constructor(id, credentials) {
    this.id = id;
    this.credentials = credentials;
    this.socket = io(`${ADDRESS}/duel`, { transports: ["websocket"], forceNew: true });
    this.synced = new Promise((resolve, reject) => {
      this.socket.on("connect_error", reject);
      this.socket.on("sync", (_, { state }) => {
        this.state = state;
      });
      this.socket.on("matchData", resolve); // the last message of a sync
      this.socket.emit("sync", id, SEATS[0], credentials[SEATS[0]], SEATS.length);
    });
  }

  // Make this many moves, each after the one before has come back.
  play(moves) {
    return new Promise((resolve) => {
      let left = moves;
      this.socket.on("update", (_, state) => {
        if (state._stateID !== this.state._stateID + 1) throw new Error("a move was not taken");
        this.state = state;
        left -= 1;
        if (left) this.move();
        else resolve();
      });
      this.move();
    });
  }

  move() {
    const seat = this.state.ctx.currentPlayer;
    const payload = { type: "pass", args: [], playerID: seat, credentials: this.credentials[seat] };
    const action = { type: "MAKE_MOVE", payload };
    this.socket.emit("update", action, this.state._stateID, this.id, seat);
  }
}

let matches = [];

async function open(count) {
  matches = await Promise.all(Array.from({ length: count }, Match.open));
  return { open: count };
}

async function play(moves, atOnce) {
  const waiting = [...matches];
  const playOn = async () => {
    for (let match = waiting.pop(); match; match = waiting.pop()) await match.play(moves);
  };
  const usedBefore = process.cpuUsage();
  const began = process.hrtime.bigint();
  await Promise.all(Array.from({ length: atOnce }, playOn));
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const { user, system } = process.cpuUsage(usedBefore);
  for (const { socket } of matches) socket.disconnect();
  return { moves: matches.length * moves, seconds, processor_seconds: (user + system) / 1e6 };
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    const done = "open" in order ? await open(order.open) : await play(order.play, order.at_once);
    console.log(JSON.stringify(done));
  }
}

main();
