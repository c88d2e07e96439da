/** The client, as JSON-RPC sees it: what we ask of it, and which answer belongs to what. */
export class Peer {
  #output;
  #journal;
  #lastId = 0;
  /** Several requests may share an id, since a scenario may want it so; answers go to the oldest. */
  #waiting = new Map();
  #ids = new Map();

  constructor(output, journal) {
    this.#output = output;
    this.#journal = journal;
  }

  notify(method, params) {
    return this.#output.send({ jsonrpc: '2.0', method, params });
  }

  /**
   * Settles with the answer, `{ result }` or `{ error }`; never rejects.
   * `encode` writes the line itself, for requests that are not quite JSON. A quiet request is not
   * written down, for those that come by the thousand.
   */
  request(method, params, options = {}) {
    const { as, id = this.#nextId(), encode = JSON.stringify, isQuiet = false } = options;
    const answer = this.#expect(id, { method, as, isQuiet });
    if (!isQuiet) this.#journal.write({ type: 'asked', id, method, params, as });
    void this.#output.line(encode({ jsonrpc: '2.0', id, method, params }));
    return answer;
  }

  withdraw(name) {
    if (!this.#ids.has(name)) throw new Error(`No request is named "${name}".`);
    return this.notify('$/cancel_request', { requestId: this.#ids.get(name) });
  }

  takeAnswer(message) {
    const key = JSON.stringify(message.id);
    const [waiter, ...others] = this.#waiting.get(key) ?? [];
    if (waiter === undefined) {
      this.#journal.write({ type: 'stray', message });
      return;
    }
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
    const { result, error } = message;
    const { method, as, isQuiet } = waiter;
    if (!isQuiet) {
      this.#journal.write({ type: 'answered', id: message.id, method, as, result, error });
    }
    waiter.resolve(error === undefined ? { result } : { error });
  }

  #nextId() {
    this.#lastId += 1;
    return this.#lastId;
  }

  #expect(id, { method, as, isQuiet }) {
    return new Promise((resolve) => {
      const key = JSON.stringify(id);
      const waiters = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, [...waiters, { method, as, isQuiet, resolve }]);
      if (as !== undefined) this.#ids.set(as, id);
    });
  }
}
