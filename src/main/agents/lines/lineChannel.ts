import type { Readable, Writable } from 'node:stream';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter, type Event } from '#main/base/emitter';
import type { MessageChannel, WireProblem } from '../connection';
import { cutText } from './cutText';
import { JoinedLines, type TextRule } from './joinedLines';
import {
  DRAIN_MILLISECONDS,
  EXIT_GRACE_MILLISECONDS,
  GARBAGE_RUN,
  GARBAGE_TEXT_LENGTH,
  LINE_BYTES,
  QUEUED_BYTES,
} from './limits';
import { guessMethod, type Line, LineReader, type TextLine } from './lineReader';
import { parseLine } from './parseLine';
import type { WireTap } from './wireTap';

/** The two ends of a process that lines run over, and the news of its end. */
export interface LineTransport {
  /** Bytes from the agent. */
  readonly input: Readable;
  /** Bytes to the agent. */
  readonly output: Writable;
  /** Why the process is gone, as a sentence. Lines that it wrote may still wait to be read. */
  readonly ended: Promise<string>;
}

export interface LineChannelOptions {
  readonly transport: LineTransport;
  readonly tap: WireTap;
  /** Told of what came and was no message; never answered to the agent. */
  readonly report: (problem: WireProblem) => void;
  /** Messages that may be delivered joined. Without it each is delivered by itself. */
  readonly joins?: TextRule;
  readonly drainMilliseconds?: number;
  readonly exitGraceMilliseconds?: number;
}

/**
 * Messages as lines of JSON over a process's standard streams. Reading starts with the first
 * listener; after `pause` not even a message that has arrived is delivered.
 */
export class LineChannel extends DisposableOwner implements MessageChannel {
  private readonly transport: LineTransport;
  private readonly tap: WireTap;
  private readonly report: (problem: WireProblem) => void;
  private readonly drainMilliseconds: number;
  private readonly exitGraceMilliseconds: number;
  private readonly reader = new LineReader();
  private readonly joined: JoinedLines | null;
  /** Read, and to be delivered one by one before anything else is read. */
  private waiting: Line[] = [];
  private readonly messages = this.register(new Emitter<unknown>());
  private readonly closes = this.register(new Emitter<string>());
  private timer: NodeJS.Timeout | undefined;
  private exitWords: string | undefined;
  private closedWords: string | undefined;
  private isStarted = false;
  private isPaused = false;
  private isPumping = false;
  private isInputEnded = false;
  private garbageRun = 0;
  private hasWarnedOfGarbage = false;

  readonly onClose = this.closes.event;
  readonly onMessage: Event<unknown> = (listener) => {
    const subscription = this.messages.event(listener);
    this.start();
    return subscription;
  };

  constructor(options: LineChannelOptions) {
    super();
    this.transport = options.transport;
    this.tap = options.tap;
    this.report = options.report;
    this.joined = options.joins ? new JoinedLines(options.joins) : null;
    this.drainMilliseconds = options.drainMilliseconds ?? DRAIN_MILLISECONDS;
    this.exitGraceMilliseconds = options.exitGraceMilliseconds ?? EXIT_GRACE_MILLISECONDS;
    this.transport.output.on('error', this.onOutputError);
  }

  /** Why the channel is closed, or null while it is open. */
  get closeReason(): string | null {
    return this.closedWords ?? null;
  }

  /** Does nothing once the channel is closed: `onClose` has told so. */
  send(message: object): void {
    const { output } = this.transport;
    if (this.isClosed || output.destroyed || output.writableEnded) return;
    // A single message may be larger than what may wait; the one after it has to wait its turn.
    if (output.writableLength > QUEUED_BYTES) {
      this.close(`The agent is stuck: it leaves ${inMebibytes(output.writableLength)} unread.`);
      return;
    }
    const text = JSON.stringify(message);
    const line = Buffer.from(`${text}\n`);
    this.tap.recordBytes('out', line, 0, line.length - 1);
    output.write(line);
  }

  pause(): void {
    this.isPaused = true;
    this.transport.input.pause();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    if (!this.isStarted || this.isClosed) return;
    this.pump();
    if (!this.isPaused && !this.isClosed) this.transport.input.resume();
  }

  protected override release(): void {
    this.detach();
    super.release();
  }

  private get isClosed(): boolean {
    return this.closedWords !== undefined || this.isDisposed;
  }

  private start(): void {
    if (this.isStarted || this.isClosed) return;
    this.isStarted = true;
    const { input, ended } = this.transport;
    input.on('end', this.onInputEnd);
    input.on('close', this.onInputEnd);
    input.on('error', this.onInputEnd);
    input.on('data', this.onData);
    if (this.isPaused) input.pause();
    void ended.then((words) => this.onExit(words));
  }

  private detach(): void {
    clearTimeout(this.timer);
    const { input } = this.transport;
    // The listeners for errors stay: a stream that fails later would otherwise end the app.
    input.off('end', this.onInputEnd);
    input.off('close', this.onInputEnd);
    input.off('data', this.onData);
    // What still comes is thrown away: an agent that cannot write would not see its input end.
    input.resume();
  }

  private readonly onData = (chunk: Uint8Array): void => {
    this.reader.push(chunk);
    this.pump();
  };

  private readonly onInputEnd = (): void => {
    this.isInputEnded = true;
    this.settle();
  };

  private readonly onOutputError = (error: Error): void => {
    // A dead process breaks the pipe too; then its exit tells more than the write that failed.
    if (this.exitWords !== undefined || this.isClosed) return;
    const words = `The agent takes no more messages (${error.message}).`;
    this.finishAfter(this.exitGraceMilliseconds, words);
  };

  private onExit(words: string): void {
    if (this.isClosed) return;
    this.exitWords = words;
    this.finishAfter(this.drainMilliseconds, words);
    this.settle();
  }

  private pump(): void {
    // A listener may resume what it paused: the loop that is under way then goes on.
    if (this.isPumping) return;
    this.isPumping = true;
    while (!this.isPaused && !this.isClosed) {
      const line = this.waiting.shift() ?? this.readLine();
      if (!line) break;
      this.deliver(line);
    }
    this.isPumping = false;
    this.settle();
  }

  /** The next line that has to be delivered by itself, once what was joined before it is. */
  private readLine(): Line | undefined {
    const { joined, reader } = this;
    if (!joined) return reader.next();
    let line = reader.next();
    while (line?.type === 'line' && !joined.isFull && joined.take(line)) line = reader.next();
    if (joined.isEmpty) return line;
    const { lines, message } = joined.end();
    if (line) this.waiting.push(line);
    if (message === null) this.waiting.unshift(...lines);
    else this.deliverJoined(lines, message);
    return this.isPaused || this.isClosed ? undefined : this.waiting.shift();
  }

  private deliverJoined(lines: readonly TextLine[], message: object): void {
    this.garbageRun = 0;
    for (const { buffer, start, end } of lines) this.tap.recordBytes('in', buffer, start, end);
    this.messages.fire(message);
  }

  private deliver(line: Line): void {
    if (line.type === 'too-long') {
      const about = line.method === null ? '' : ` (${line.method})`;
      this.close(`The agent sent a message of more than ${inMebibytes(LINE_BYTES)}${about}.`);
      return;
    }
    const parsed = parseLine(line.text);
    if (parsed.type === 'garbage') {
      this.tap.recordBytes('garbage', line.buffer, line.start, line.end);
      this.reportGarbage(line.text);
      return;
    }
    this.garbageRun = 0;
    this.tap.recordBytes('in', line.buffer, line.start, line.end);
    if (parsed.type === 'refused') {
      const method = guessMethod(JSON.stringify(parsed.husk)) ?? '';
      const message = `The agent sent a message that is not let in: ${parsed.reason}.`;
      this.report({ type: 'invalid', method, message });
    } else this.joined?.follow(line, parsed.value);
    this.messages.fire(parsed.type === 'refused' ? parsed.husk : parsed.value);
  }

  private reportGarbage(text: string): void {
    this.report({ type: 'garbage', text: cutText(text, GARBAGE_TEXT_LENGTH) });
    if (++this.garbageRun < GARBAGE_RUN || this.hasWarnedOfGarbage) return;
    this.hasWarnedOfGarbage = true;
    const message = `The agent printed ${GARBAGE_RUN} lines in a row that are no messages.`;
    this.report({ type: 'unexpected', message });
  }

  /** Closes the channel if all that the agent wrote has been delivered. */
  private settle(): void {
    if (!this.isInputEnded || this.isPaused || this.isPumping || this.isClosed) return;
    if (this.exitWords !== undefined) this.finish(this.exitWords);
    else this.finishAfter(this.exitGraceMilliseconds, 'The agent closed its output.');
  }

  private finishAfter(milliseconds: number, words: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // Lines that wait because we paused are not lost to a clock.
      if (this.isPaused) this.finishAfter(milliseconds, words);
      else this.finish(words);
    }, milliseconds);
  }

  private finish(words: string): void {
    const bytes = this.reader.unfinishedBytes;
    this.close(bytes === 0 ? words : `${words} Its last message was cut short (${bytes} bytes).`);
  }

  private close(words: string): void {
    if (this.isClosed) return;
    this.closedWords = words;
    this.detach();
    this.closes.fire(words);
  }
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
