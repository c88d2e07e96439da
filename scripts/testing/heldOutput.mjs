/** What a program prints while another one has the screen: kept until `release`, and shown at once from then on. */
export class HeldOutput {
  #kept = [];
  #isReleased = false;
  #show;

  constructor(show = (chunk) => process.stdout.write(chunk)) {
    this.#show = show;
  }

  write(chunk) {
    if (this.#isReleased) this.#show(chunk);
    else this.#kept.push(chunk);
  }

  release() {
    this.#isReleased = true;
    for (const chunk of this.#kept.splice(0)) this.#show(chunk);
  }
}
