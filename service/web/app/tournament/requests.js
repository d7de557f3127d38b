/** Requests to enter as a pair: those that wait for the partner, and how a player's own one failed. */

/** @typedef {import("/page/api").components["schemas"]["Tournament"]} Tournament */
/** @typedef {import("/page/api").components["schemas"]["Person"]} Person */

/** How a request failed, and who did not confirm it. @typedef {{how: "declined" | "elsewhere", name: string}} Failed */

/** Returns the names of a pair that is not entered yet: who asked, and who has to confirm. @param {Tournament["partners_asked"][number]} request */
export function namesIn({ asker, people }) {
  const named = (/** @type {boolean} */ asks) => people.find(({ account }) => (account === asker) === asks)?.name ?? "";
  return { asker: named(true), partner: named(false) };
}

/** What became of the last request of a player. It reads events in their order. */
export class OwnRequest {
  /** @type {Failed | null} */
  failed = null;
  /** The person who is asked. @type {Person | null} */
  #partner = null;
  #account;

  /** @param {string} account  of the player */
  constructor(account) {
    this.#account = account;
  }

  /** @param {any} event */
  take({ type, asker, people, by }) {
    const account = this.#account;
    if (type === "partner_asked" && asker === account) {
      this.failed = null;
      this.#partner = people.find((/** @type {Person} */ one) => one.account !== account) ?? null;
    } else if (type === "partner_declined" && asker === account) {
      this.#end(by.who === account ? null : "declined");
    } else if (type === "entrant_registered" && this.#partner) {
      const { account: partner } = this.#partner;
      const entered = people.map((/** @type {Person} */ one) => one.account);
      if (entered.includes(account)) this.#end(null);
      else if (entered.includes(partner)) this.#end("elsewhere");
    }
  }

  /** @param {Failed["how"] | null} how  null if nobody has to know */
  #end(how) {
    this.failed = how && this.#partner ? { how, name: this.#partner.name } : null;
    this.#partner = null;
  }
}
