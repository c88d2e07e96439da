import { once } from 'node:events';
import { closeSync, createWriteStream, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import { setImmediate as nextRound } from 'node:timers/promises';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LINE_ENDS = { lf: Buffer.from('\n'), crlf: Buffer.from('\r\n') };

/**
 * The agent's stdout. Not `process.stdout`, which cannot be closed. Writes keep their order
 * whoever awaits them, and settle when there is room for more.
 */
export class Output {
  framing = { lineEnd: 'lf', bom: false, blankLines: false, drip: false };
  onBroken = (_error) => undefined;
  #fd;
  #stream;
  #last = Promise.resolve();
  #open = true;

  constructor(fd) {
    this.#fd = fd;
    const stat = fstatSync(fd);
    this.#stream =
      stat.isFIFO() || stat.isSocket()
        ? new Socket({ fd, readable: false, writable: true })
        : createWriteStream('', { fd });
    this.#stream.on('error', (error) => {
      this.#open = false;
      this.onBroken(error);
    });
    this.#stream.setMaxListeners(0);
  }

  send(message) {
    return this.line(JSON.stringify(message));
  }

  /** One line in the framing of the moment. */
  line(content) {
    const { lineEnd, bom, blankLines } = this.framing;
    const end = LINE_ENDS[lineEnd];
    return this.bytes(
      Buffer.concat([
        ...(blankLines ? [end] : []),
        ...(bom ? [BYTE_ORDER_MARK] : []),
        Buffer.from(content),
        end,
      ]),
    );
  }

  bytes(bytes) {
    const { drip } = this.framing;
    return this.#after(() => (drip ? this.#drip(bytes) : this.#put(bytes)));
  }

  /** Pieces of one line, between which nothing else is written however long they take. */
  pieces(pieces) {
    return this.#after(async () => {
      for await (const piece of pieces) await this.#put(piece);
    });
  }

  /** Settles when everything has left the process. */
  flushed() {
    return this.#after(
      () =>
        new Promise((resolve) => {
          if (!this.#open) resolve();
          else this.#stream.write('', () => resolve());
        }),
    );
  }

  async close() {
    await this.flushed();
    this.#open = false;
    this.#stream.destroy();
    await once(this.#stream, 'close');
    // The runtime never closes the standard streams by itself. Nothing else may become stdout.
    closeSync(this.#fd);
    openSync(devNull, 'w');
  }

  #after(task) {
    this.#last = this.#last.then(task);
    return this.#last;
  }

  async #put(bytes) {
    if (!this.#open || this.#stream.write(bytes)) return;
    await new Promise((resolve) => {
      const done = () => {
        this.#stream.off('drain', done);
        this.#stream.off('close', done);
        resolve();
      };
      this.#stream.on('drain', done);
      this.#stream.on('close', done);
    });
  }

  async #drip(bytes) {
    for (const byte of bytes) {
      await this.#put(Buffer.from([byte]));
      await nextRound();
    }
  }
}
