/** Keeps the end of a long output: that is where the failure is. */
export class OutputTail {
  readonly #limit: number;
  #chunks: string[] = [];
  #length = 0;
  truncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: string): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > this.#limit * 2) this.#shorten();
  }

  get text(): string {
    if (this.#length > this.#limit) this.#shorten();
    return this.#chunks.join('');
  }

  #shorten(): void {
    const whole = this.#chunks.join('');
    // Not in the middle of a character that takes two units.
    const start = whole.length - this.#limit;
    const tail = whole.slice(/[\uDC00-\uDFFF]/.test(whole.charAt(start)) ? start + 1 : start);
    this.#chunks = [tail];
    this.#length = tail.length;
    this.truncated = true;
  }
}
