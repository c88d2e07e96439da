/** A failure the reader can act on: what went wrong, and what to do next. */
export class Failure extends Error {
  constructor(message, next) {
    super(message);
    this.name = 'Failure';
    this.next = next;
  }
}

/** The reader stopped the work, so there is nothing to explain. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.name = 'Interrupted';
    this.signal = signal;
  }
}
