/** Thrown through the steps that are being played when a cancel is heeded. */
export class Cancelled extends Error {}

/** A request of the client while it is served. Scenarios may answer it twice, or never. */
export class Exchange {
  /** What is played when it is cancelled; null: the usual answer. */
  onCancel = null;
  settled = false;
  usualAnswer = () => ({});
  beforeAnswer = () => undefined;
  #output;
  #journal;
  #controller = new AbortController();

  constructor(request, { output, journal }) {
    this.id = request.id;
    this.method = request.method;
    this.params = request.params ?? {};
    this.#output = output;
    this.#journal = journal;
  }

  get signal() {
    return this.#controller.signal;
  }

  answer(fields = {}) {
    return this.result({ ...this.usualAnswer(), ...fields });
  }

  result(result) {
    return this.#settle({ result });
  }

  fail(error) {
    return this.#settle({ error });
  }

  answerAs(id) {
    return this.#output.send({ jsonrpc: '2.0', id, result: this.usualAnswer() });
  }

  mute() {
    this.settled = true;
  }

  /** False: the scenario ignores it. `usually` is played where the scenario has no wish of its own. */
  cancel(usually) {
    if (this.onCancel === 'ignore') return false;
    this.onCancel ??= usually;
    this.#controller.abort(new Cancelled());
    return true;
  }

  #settle(outcome) {
    this.settled = true;
    this.beforeAnswer();
    const { id, method } = this;
    this.#journal.write({ type: 'replied', id, method, ...outcome });
    return this.#output.send({ jsonrpc: '2.0', id, ...outcome });
  }
}
