const LINE_FEED = 0x0a;

/** Cuts the agent's stdin into lines. Nothing is read before `begin`. */
export class Input {
  #stream;
  #rest = [];
  #held = false;

  constructor(stream, { onLine, onEnd }) {
    this.#stream = stream;
    stream.pause();
    stream.on('data', (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        const line = Buffer.concat([...this.#rest.splice(0), chunk.subarray(start, end)]);
        start = end + 1;
        onLine(line.toString('utf8'));
      }
      this.#rest.push(chunk.subarray(start));
    });
    stream.on('end', onEnd);
    // A client that dies may reset the pipe instead of ending it.
    stream.on('error', onEnd);
  }

  begin() {
    if (!this.#held) this.#stream.resume();
  }

  hold() {
    this.#held = true;
    this.#stream.pause();
  }

  release() {
    this.#held = false;
    this.#stream.resume();
  }
}
