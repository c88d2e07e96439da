import { PassThrough, Writable } from 'node:stream';
import { LineReader } from '#main/agents/lines/lineReader';
import type { Frame } from '../support/recordings';
import type { RpcMessage } from '../support/rpcPeer';

/** What is done to one line of a good transcript. */
export interface LineFault {
  /** Which of its lines, counted over and over. */
  readonly line: number;
  readonly kind: 'drop' | 'repeat' | 'swap' | 'cut' | 'flip';
  /** Where in the line: a part of its length. */
  readonly place: number;
}

/**
 * An agent that says what another one was recorded saying, in bytes and with faults: each request
 * that comes is met by what was recorded after one of the same method.
 */
export class ByteAgent {
  /** What the agent writes. */
  readonly input = new PassThrough();
  /** What is written to it. */
  readonly output: Writable;
  private readonly reader = new LineReader();
  private readonly ids = new Map<unknown, unknown>();
  private next = 0;
  private said = 0;
  private held: Buffer | undefined;

  constructor(
    private readonly frames: readonly Frame<RpcMessage>[],
    private readonly faults: readonly LineFault[],
  ) {
    this.output = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        this.take(chunk);
        done();
      },
    });
  }

  /** Its process ends. */
  end(): void {
    this.input.end();
  }

  private take(chunk: Uint8Array): void {
    this.reader.push(chunk);
    for (let line = this.reader.next(); line?.type === 'line'; line = this.reader.next()) {
      const { method, id } = JSON.parse(line.text) as RpcMessage;
      if (method !== undefined) this.answer(method, id);
    }
  }

  private answer(method: string, id: unknown): void {
    const { frames } = this;
    const asked = frames.findIndex(
      ({ dir, msg }, index) => index >= this.next && dir === 'out' && msg.method === method,
    );
    if (asked < 0) return;
    this.ids.set(frames[asked]?.msg.id, id);
    this.next = asked + 1;
    for (; this.next < frames.length; this.next += 1) {
      const { dir, msg } = frames[this.next] as Frame<RpcMessage>;
      if (dir === 'in') this.say(msg);
      else if (msg.method !== undefined) return;
    }
  }

  private say(message: RpcMessage): void {
    const isAnswer = message.method === undefined;
    const own = isAnswer ? { ...message, id: this.ids.get(message.id) ?? message.id } : message;
    const line = Buffer.from(`${JSON.stringify(own)}\n`);
    const { faults, held } = this;
    const fault = faults.find((each) => each.line === this.said);
    this.said += 1;
    this.held = undefined;
    if (fault?.kind === 'swap') this.held = line;
    else this.write(line, fault);
    if (held) this.write(held, undefined);
  }

  private write(line: Buffer, fault: LineFault | undefined): void {
    const place = Math.floor((fault?.place ?? 0) * line.length);
    switch (fault?.kind) {
      case 'drop':
        return;
      case 'repeat':
        this.input.write(line);
        break;
      case 'cut':
        // Without the end of the line the rest of it is the next message.
        this.input.write(line.subarray(0, place));
        return;
      case 'flip':
        line.writeUInt8((line[place] ?? 0) ^ (1 << (place % 8)), place);
        break;
    }
    this.input.write(line);
  }
}
