/** State that tells when it has changed: all classes of state here are of this kind. */
export class Changing {
  /** @type {Set<() => void>} */
  #heard = new Set();

  /**
   * Call this after each change. Returns what ends it.
   * @param {() => void} heard
   * @returns {() => void}
   */
  onChange(heard) {
    this.#heard.add(heard);
    return () => this.#heard.delete(heard);
  }

  /** Tell everybody that something is different now. */
  changed() {
    for (const heard of this.#heard) heard();
  }
}
