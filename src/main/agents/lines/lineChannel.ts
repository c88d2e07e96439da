import type { Readable, Writable } from 'node:stream';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter, type Event } from '#main/base/emitter';
import type { MessageChannel, WireProblem } from '../connection';
import { JoinedLines, type TextRule } from './joinedLines';
import {
  ABANDONED_BYTES,
  DRAIN_MILLISECONDS,
  EXIT_GRACE_MILLISECONDS,
  LINE_BYTES,
  METHOD_SEARCH_BYTES,
  QUEUED_BYTES,
  SCANNED_BYTES,
  STUCK_MILLISECONDS,
} from './limits';
import { guessMethod, type LargeLine, type Line, LineReader, type TextLine } from './lineReader';
import { GarbageRun, HiddenIds, type ParsedLine, parseLine } from './message';
import { messageRefusal } from './messageShape';
import { Congestion, OutboundLines } from './outboundLines';
import type { WireTap } from './wireTap';

/** The two streams of a process that carry lines, and the news of its end. */
export interface LineTransport {
  /** Bytes from the agent. */
  readonly input: Readable;
  /** Bytes to the agent. */
  readonly output: Writable;
  /** Why the process ended, as a sentence. Some of its output may still have to be read. */
  readonly ended: Promise<string>;
}

export interface LineChannelOptions {
  readonly transport: LineTransport;
  readonly tap: WireTap;
  /** Called with lines that are not messages. Such lines are never answered. */
  readonly report: (problem: WireProblem) => void;
  /** Selects messages that may be delivered joined. Without it each is delivered on its own. */
  readonly joins?: TextRule;
  readonly drainMilliseconds?: number;
  readonly exitGraceMilliseconds?: number;
  readonly stuckMilliseconds?: number;
}

/** A long line after parsing; its bytes are no longer kept. */
interface ParsedLarge {
  readonly type: 'parsed';
  readonly parsed: ParsedLine;
  readonly bytes: number;
  /** The beginning of a line that is not a message. */
  readonly garbage: string;
  /** Whether more of the same message follows. */
  readonly goesOn: boolean;
}

/**
 * Messages as lines of JSON over a process's standard streams. Reading starts with the first
 * listener. After `pause` no message is delivered, not even one that has arrived.
 */
export class LineChannel extends DisposableOwner implements MessageChannel {
  private readonly transport: LineTransport;
  private readonly tap: WireTap;
  private readonly report: (problem: WireProblem) => void;
  private readonly drainMilliseconds: number;
  private readonly exitGraceMilliseconds: number;
  private readonly reader = new LineReader();
  private readonly outbound: OutboundLines;
  private readonly hiddenIds = new HiddenIds();
  private readonly garbage: GarbageRun;
  private readonly joined: JoinedLines | null;
  /** Lines that were read; they are delivered one by one before anything else is read. */
  private waiting: (Line | ParsedLarge)[] = [];
  /**
   * True while a long line is parsed, one step per turn of the event loop; nothing is read
   * meanwhile.
   */
  private isParsingLarge = false;
  private readonly congested: Congestion;
  private deliveredBytes = 0;
  private readonly messages = this.register(new Emitter<unknown>());
  private readonly closes = this.register(new Emitter<string>());
  private timer: NodeJS.Timeout | undefined;
  private exitWords: string | undefined;
  private closedWords: string | undefined;
  private isStarted = false;
  private isPaused = false;
  private isPumping = false;
  private isInputEnded = false;

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
    this.garbage = new GarbageRun(options.report);
    this.joined = options.joins ? new JoinedLines(options.joins) : null;
    this.drainMilliseconds = options.drainMilliseconds ?? DRAIN_MILLISECONDS;
    this.exitGraceMilliseconds = options.exitGraceMilliseconds ?? EXIT_GRACE_MILLISECONDS;
    this.congested = new Congestion(options.stuckMilliseconds ?? STUCK_MILLISECONDS, () => {
      const amount = inMebibytes(this.outbound.bytes);
      const message =
        `The agent is stuck: it is not reading its input (${amount} unread). ` +
        'Airlock reads nothing more from it until it does. If that does not change, restart the agent.';
      this.report({ type: 'stuck', message });
    });
    this.transport.output.on('error', this.onOutputError);
    this.outbound = new OutboundLines(
      this.transport.output,
      this.tap,
      (message) => this.hiddenIds.textOf(message),
      () => this.congested.end(),
    );
  }

  get messageBytes(): number {
    return this.deliveredBytes;
  }

  congestion(): Promise<void> | null {
    return this.congested.relief;
  }

  /** Why the channel is closed, or null while it is open. */
  get closeReason(): string | null {
    return this.closedWords ?? null;
  }

  /** Does nothing once the channel is closed, because `onClose` has reported that. */
  send(message: object): void {
    const { output } = this.transport;
    if (this.isClosed || output.destroyed || output.writableEnded) return;
    if (this.outbound.bytes > ABANDONED_BYTES) {
      this.close(`The agent is not reading its input: ${inMebibytes(this.outbound.bytes)} unread.`);
      return;
    }
    this.outbound.send(message);
    if (this.outbound.bytes > QUEUED_BYTES) this.congested.begin();
  }

  pause(): void {
    this.isPaused = true;
    this.transport.input.pause();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.goOn();
  }

  protected override release(): void {
    this.detach();
    super.release();
  }

  private get isClosed(): boolean {
    return this.closedWords !== undefined || this.isDisposed;
  }

  private goOn(): void {
    if (!this.isStarted || this.isClosed) return;
    this.pump();
    if (!this.isPaused && !this.isParsingLarge && !this.isClosed) this.transport.input.resume();
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
    this.reader.giveBack(null);
    this.outbound.end();
    this.congested.end();
    const { input } = this.transport;
    // The error listeners stay, because a stream that fails later would otherwise crash the app.
    input.off('end', this.onInputEnd);
    input.off('close', this.onInputEnd);
    input.off('data', this.onData);
    // Discard further output: an agent blocked on writing would not see that its input has ended.
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
    // A dead process also breaks the pipe; its exit then tells more than the failed write.
    if (this.exitWords !== undefined || this.isClosed) return;
    const words = `The agent no longer accepts messages (${error.message}).`;
    this.finishAfter(this.exitGraceMilliseconds, words);
  };

  private onExit(words: string): void {
    if (this.isClosed) return;
    this.exitWords = words;
    this.finishAfter(this.drainMilliseconds, words);
    this.settle();
  }

  private pump(): void {
    // A listener may resume what it paused: the running loop then continues.
    if (this.isPumping) return;
    this.isPumping = true;
    while (!this.isPaused && !this.isClosed && !this.isParsingLarge) {
      const line = this.waiting.shift() ?? this.readLine();
      if (!line) break;
      this.deliver(line);
    }
    this.isPumping = false;
    this.settle();
  }

  /**
   * The next line that must be delivered on its own, after the lines that were joined before it.
   */
  private readLine(): Line | ParsedLarge | undefined {
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
    this.garbage.end();
    for (const { buffer, start, end } of lines) this.tap.recordBytes('in', buffer, start, end);
    this.deliveredBytes = lines.reduce((sum, { start, end }) => sum + end - start, 0);
    this.tell(message);
  }

  private deliver(line: Line | ParsedLarge): void {
    switch (line.type) {
      case 'too-long': {
        const about = line.method === null ? '' : ` (${line.method})`;
        this.close(`The agent sent a message of more than ${inMebibytes(LINE_BYTES)}${about}.`);
        break;
      }
      case 'large':
        this.parseInSteps(line);
        break;
      case 'refused':
        this.tap.recordBytes('in', line.buffer, line.start, line.end);
        this.hand(line, line.bytes, '');
        break;
      case 'parsed':
        this.hand(line.parsed, line.bytes, line.garbage);
        if (line.goesOn) this.restATurn();
        break;
      case 'line': {
        const { text, buffer, start, end } = line;
        const isShort = end - start <= SCANNED_BYTES;
        const refusal = isShort ? null : messageRefusal(buffer.subarray(start, end));
        const parsed: ParsedLine = refusal ? { type: 'refused', ...refusal } : parseLine(text);
        this.tap.recordBytes(directionOf(parsed), buffer, start, end);
        if (parsed.type === 'message') this.joined?.follow(line, parsed.value);
        this.hand(parsed, end - start, text);
      }
    }
  }

  /** Parses in steps: parsing and delivering sixteen megabytes takes longer than main may block. */
  private parseInSteps({ buffer, start, end }: LargeLine): void {
    this.isParsingLarge = true;
    this.transport.input.pause();
    const bytes = buffer.subarray(start, end);
    setImmediate(() => {
      const parsed = parseLine(bytes.toString('utf8'));
      const direction = directionOf(parsed);
      this.tap.recordBytes(direction, buffer, start, end);
      const garbage =
        direction === 'garbage' ? bytes.toString('utf8', 0, 2 * METHOD_SEARCH_BYTES) : '';
      const parts = this.partsOf(parsed).map((part, index, all): ParsedLarge => {
        const goesOn = index < all.length - 1;
        return { type: 'parsed', parsed: part, bytes: bytes.length, garbage, goesOn };
      });
      this.waiting.unshift(...parts);
      // The tap has taken a copy of its beginning.
      this.reader.giveBack(buffer);
      this.restATurn();
    });
  }

  private partsOf(parsed: ParsedLine): readonly ParsedLine[] {
    if (parsed.type !== 'message' || this.joined === null) return [parsed];
    return this.joined.split(parsed.value).map((value) => ({ type: 'message', value }));
  }

  /** Lets other work run before anything more is delivered. */
  private restATurn(): void {
    this.isParsingLarge = true;
    this.transport.input.pause();
    setImmediate(() => {
      this.isParsingLarge = false;
      this.goOn();
    });
  }

  private hand(parsed: ParsedLine, bytes: number, text: string): void {
    if (parsed.type === 'garbage') {
      this.garbage.add(text);
      return;
    }
    this.garbage.end();
    if (parsed.type === 'refused') {
      const method = guessMethod(JSON.stringify(parsed.husk)) ?? '';
      const message = `The agent sent a message that Airlock rejected: ${parsed.reason}.`;
      this.report({ type: 'invalid', method, message });
    }
    this.deliveredBytes = bytes;
    this.tell(parsed.type === 'refused' ? parsed.husk : parsed.value);
  }

  private tell(message: object): void {
    this.hiddenIds.hide(message);
    this.messages.fire(message);
  }

  /** Closes the channel once everything that the agent wrote has been delivered. */
  private settle(): void {
    if (!this.isInputEnded || this.isPaused || this.isPumping || this.isClosed) return;
    if (this.isParsingLarge) return;
    if (this.exitWords !== undefined) this.finish(this.exitWords);
    else this.finishAfter(this.exitGraceMilliseconds, 'The agent closed its output.');
  }

  private finishAfter(milliseconds: number, words: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // The timeout must not drop lines that wait because we paused.
      if (this.isPaused || this.isParsingLarge) this.finishAfter(milliseconds, words);
      else this.finish(words);
    }, milliseconds);
  }

  private finish(words: string): void {
    this.close(this.withCut(words));
  }

  /** Adds to the reason for the end that it came in the middle of a message, if it did. */
  withCut(words: string): string {
    const bytes = this.reader.unfinishedBytes;
    return bytes === 0 ? words : `${words} Its last message was cut short (${bytes} bytes).`;
  }

  private close(words: string): void {
    if (this.isClosed) return;
    this.closedWords = words;
    this.detach();
    this.closes.fire(words);
  }
}

function directionOf({ type }: ParsedLine): 'in' | 'garbage' {
  return type === 'garbage' ? 'garbage' : 'in';
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
