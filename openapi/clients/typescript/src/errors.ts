/** What can go wrong: problems of the service, and services that do not answer. */
import type { Schemas } from "./types.js";

/** The service did not answer in time, after all retries. A request may have been carried out. */
export class ServiceUnreachable extends Error {
  override name = "ServiceUnreachable";
}

/**
 * The service did not carry out a request, and says why. Switch on `type`, `rule` and `reason`; the
 * message is for people.
 */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: Schemas["Problem"];

  constructor(problem: Schemas["Problem"]) {
    super(`${problem.status} ${problem.title}: ${problem.detail ?? ""}`);
    this.problem = problem;
  }

  /** The type of problem, such as `/problems/illegal-action`. */
  get type(): Schemas["Problem"]["type"] {
    return this.problem.type;
  }

  get status(): number {
    return this.problem.status;
  }

  /** The rule that refuses, such as `CM-OPEN-5`. */
  get rule(): string | undefined {
    return this.problem.rule;
  }

  /** The code of the reason why the rule refuses. */
  get reason(): string | undefined {
    return this.problem.reason;
  }

  /** The fields that do not fit the schema, and what was expected there. */
  get errors(): readonly Schemas["FieldError"][] {
    return this.problem.errors ?? [];
  }
}

/** A rule refuses the actions (409): `rule` and `reason` say which, and why. */
export class IllegalAction extends ProblemError {
  override name = "IllegalAction";
}

/** The game has moved on (412): look at it again before you act. */
export class StaleVersion extends ProblemError {
  override name = "StaleVersion";

  /** The current version of the game. */
  get version(): number {
    return this.problem.version ?? 0;
  }
}

/** The token is missing or not valid (401), or does not grant the right (403). */
export class NotAllowed extends ProblemError {
  override name = "NotAllowed";
}

/** The bucket of requests is empty (429), for longer than the client waits. */
export class TooManyRequests extends ProblemError {
  override name = "TooManyRequests";
}

const BY_TYPE: Record<string, typeof ProblemError> = {
  "/problems/illegal-action": IllegalAction,
  "/problems/stale-version": StaleVersion,
  "/problems/unauthorized": NotAllowed,
  "/problems/forbidden": NotAllowed,
  "/problems/too-many-requests": TooManyRequests,
};

/** Returns the error for what the service, or a proxy in front of it, says in a response. */
export async function problemIn(response: Response): Promise<ProblemError> {
  let content: unknown = null;
  try {
    content = await response.json();
  } catch {
    // Not from the service: the status has to do.
  }
  const problem = {
    type: "about:blank",
    title: response.statusText || "Unexpected response",
    status: response.status,
    detail: response.url,
    ...(typeof content === "object" ? content : {}),
  };
  return new (BY_TYPE[problem.type] ?? ProblemError)(problem);
}
