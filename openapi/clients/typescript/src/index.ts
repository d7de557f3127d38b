/** A client of Carolus, the open service that plays, checks, replays and proves board games. */
export type * as api from "./api.js";
export { type Asked, Client, type ClientOptions, type GameFrame, newKey } from "./client.js";
export {
  IllegalAction,
  NotAllowed,
  ProblemError,
  ServiceUnreachable,
  StaleVersion,
  TooManyRequests,
} from "./errors.js";
export { type Choose, Seat } from "./seat.js";
export type { Fetch, Patience } from "./sending.js";
export type { Frame } from "./streams.js";
export type { Event, Schemas } from "./types.js";
