import type { Writable } from 'node:stream';
import { charactersIn } from '#shared/text/charactersIn';
import { jsonPieces, type TextOf } from './jsonPieces';
import { TAP_FRAME_BYTES } from './limits';
import type { WireTap } from './wireTap';

const LINE_FEED = 10;

/** Longer messages are encoded and written piece by piece as the other side reads them. */
const LONG_CHARACTERS = 256 * 1024;

interface Waiting {
  readonly message: object;
  /** A lower bound of the number of characters. */
  readonly characters: number;
}

/**
 * I21: messages on their way to an agent, in order. Encoding a long one as a whole would take
 * several times its size in memory, and longer than main may block.
 */
export class OutboundLines {
  private readonly waiting: Waiting[] = [];
  private waitingCharacters = 0;
  private isWriting = false;
  private isEnded = false;
  /** Present while the rest of a message waits for room. */
  private drained: PromiseWithResolvers<void> | null = null;

  constructor(
    private readonly output: Writable,
    private readonly tap: WireTap,
    /** The JSON text of a message, or of a part of one. */
    private readonly textOf: TextOf,
    /** Called when the other side has read all of it. */
    private readonly onEmpty: () => void,
  ) {
    output.on('drain', this.onDrain);
  }

  /** The bytes that the other side has not read. */
  get bytes(): number {
    return this.output.writableLength + this.waitingCharacters;
  }

  send(message: object): void {
    const characters = charactersIn(message);
    if (!this.isWriting && characters <= LONG_CHARACTERS) {
      this.writeWhole(message);
      return;
    }
    this.waiting.push({ message, characters });
    this.waitingCharacters += characters;
    void this.writeWaiting();
  }

  /** Drops the messages that still wait. */
  end(): void {
    this.isEnded = true;
    this.waiting.length = 0;
    this.waitingCharacters = 0;
    this.drained?.resolve();
  }

  private readonly onDrain = (): void => {
    this.drained?.resolve();
    this.drained = null;
    this.tellIfEmpty();
  };

  private readonly tellIfEmpty = (): void => {
    if (this.isOver || (!this.isWriting && this.output.writableLength === 0)) this.onEmpty();
  };

  private writeWhole(message: object): void {
    const text = this.textOf(message);
    const bytes = Buffer.byteLength(text);
    const line = Buffer.allocUnsafeSlow(bytes + 1);
    line.write(text);
    line[bytes] = LINE_FEED;
    this.tap.recordBytes('out', line, 0, bytes);
    // So small a write causes no "drain" event.
    this.output.write(line, this.tellIfEmpty);
  }

  private async writeWaiting(): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      if (next.characters <= LONG_CHARACTERS) this.writeWhole(next.message);
      else await this.writeInPieces(next.message);
      this.waitingCharacters = Math.max(0, this.waitingCharacters - next.characters);
      if (this.isOver) break;
    }
    this.isWriting = false;
    this.tellIfEmpty();
  }

  private async writeInPieces(message: object): Promise<void> {
    let beginning = Buffer.alloc(0);
    let bytes = 0;
    for (const text of jsonPieces(message, this.textOf)) {
      if (this.isOver) return;
      const piece = Buffer.from(text);
      bytes += piece.length;
      if (beginning.length <= TAP_FRAME_BYTES) beginning = Buffer.concat([beginning, piece]);
      if (!this.output.write(piece)) await this.untilDrained();
    }
    if (this.isOver) return;
    this.output.write('\n', this.tellIfEmpty);
    this.tap.recordBeginning('out', beginning, bytes);
  }

  private get isOver(): boolean {
    return this.isEnded || this.output.destroyed || this.output.writableEnded;
  }

  private untilDrained(): Promise<void> {
    this.drained ??= Promise.withResolvers();
    return this.drained.promise;
  }
}

/**
 * Lasts while an agent has not read everything that was sent to it. Reading from the agent stops
 * meanwhile.
 */
export class Congestion {
  private full: PromiseWithResolvers<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly stuckMilliseconds: number,
    /** Called when the congestion has lasted too long. */
    private readonly onStuck: () => void,
  ) {}

  /** Settles when the congestion is over; null if there is no congestion. */
  get relief(): Promise<void> | null {
    return this.full?.promise ?? null;
  }

  begin(): void {
    if (this.full !== null) return;
    this.full = Promise.withResolvers();
    this.timer = setTimeout(this.onStuck, this.stuckMilliseconds);
  }

  end(): void {
    clearTimeout(this.timer);
    this.full?.resolve();
    this.full = null;
  }
}
