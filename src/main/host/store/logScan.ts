import { isAscii } from 'node:buffer';
import type { Envelope } from '#shared/session/events';
import { isKnownType } from './eventShape';
import type { ByteSource } from './fileAccess';
import { DECODE_BYTES, QUARANTINE_BYTES, REPORTED_LINES } from './limits';
import { NEWLINE, readLineBlocks } from './lineBlocks';
import { type LogLine, readLine } from './logLine';
import { OffsetIndex } from './offsetIndex';
import { Sequence, type Verdict } from './sequence';

export interface DamagedLine {
  readonly offset: number;
  readonly bytes: number;
  readonly reason: string;
}

/** What reading a log came upon besides its events. */
export interface LogFindings {
  damagedLines: number;
  /** The first of them. */
  readonly damaged: DamagedLine[];
  /** Their bytes, as far as a bound allows. */
  readonly quarantine: Buffer[];
  /** Numbers that no line has. */
  missing: number;
  /** Lines whose number had been there before; they are left out. */
  repeated: number;
  /** Events of kinds that this build does not know; they stay in the log. */
  unknownKinds: number;
  /** The highest version above ours; such lines are not folded. */
  newerVersion: number | null;
}

export interface LogScan extends LogFindings {
  readonly index: OffsetIndex;
  readonly lastSeq: number;
  /** Where the last whole line ends. */
  readonly end: number;
  /** It lacks its newline, and nothing else. */
  readonly lacksNewline: boolean;
  /** What lies after `end`: a line that was being written when the process or the power went. */
  readonly torn: Buffer;
}

export interface ScanRange {
  readonly from: number;
  readonly to: number;
  /** The number that the line before `from` has. */
  readonly afterSeq: number;
}

export type Visit = (event: Envelope) => void;

const WHOLE: ScanRange = { from: 0, to: Number.POSITIVE_INFINITY, afterSeq: 0 };

/** Reads a log's events in order, whatever state its file is in. Changes nothing. */
export async function scanLog(
  source: ByteSource,
  visit: Visit,
  range: ScanRange = WHOLE,
): Promise<LogScan> {
  const scanner = new Scanner(visit, range.afterSeq);
  let end = range.from;
  let lacksNewline = false;
  let torn = NOTHING;
  for await (const { type, bytes, offset } of readLineBlocks(source, range.from, range.to)) {
    if (type === 'tail' && !scanner.readTail(bytes, offset)) {
      torn = Buffer.from(bytes);
      break;
    }
    if (type === 'piece') scanner.quarantine(bytes, offset, 'line too long');
    if (type === 'lines') scanner.readLines(bytes, offset);
    lacksNewline = type === 'tail';
    end = offset + bytes.length;
  }
  scanner.finish();
  const { findings, index, lastSeq } = scanner;
  return { ...findings, index, lastSeq, end, lacksNewline, torn };
}

const NOTHING = Buffer.alloc(0);

/** Whole lines that are decoded together: few enough to stay in the processor's cache. */
function windowEnd(block: Buffer, start: number): number {
  const last = start + DECODE_BYTES;
  if (last >= block.length) return block.length;
  const newline = block.lastIndexOf(NEWLINE, last);
  return newline >= start ? newline + 1 : block.indexOf(NEWLINE, last) + 1;
}

interface PlacedEvent {
  readonly event: Envelope;
  readonly offset: number;
  readonly bytes: Buffer;
}

class Scanner {
  readonly index = new OffsetIndex();
  readonly findings: LogFindings = {
    damagedLines: 0,
    damaged: [],
    quarantine: [],
    missing: 0,
    repeated: 0,
    unknownKinds: 0,
    newerVersion: null,
  };
  private readonly sequence: Sequence<PlacedEvent>;
  private quarantined = 0;

  constructor(
    private readonly visit: Visit,
    afterSeq: number,
  ) {
    this.sequence = new Sequence(afterSeq);
  }

  get lastSeq(): number {
    return this.sequence.last;
  }

  readLines(block: Buffer, offset: number): void {
    let start = 0;
    while (start < block.length) {
      const end = windowEnd(block, start);
      this.readWindow(block.subarray(start, end), offset + start);
      start = end;
    }
  }

  private readWindow(window: Buffer, offset: number): void {
    // All of it is decoded at once: for short lines that is twice as fast as one by one.
    const isOneToOne = isAscii(window);
    const text = isOneToOne ? window.toString('latin1') : window.toString('utf8');
    let start = 0;
    let startByte = 0;
    while (start < text.length) {
      const end = text.indexOf('\n', start);
      const endByte = isOneToOne ? end : window.indexOf(NEWLINE, startByte);
      if (end > start) {
        this.take(readLine(text.slice(start, end)), window, offset, startByte, endByte);
      }
      start = end + 1;
      startByte = endByte + 1;
    }
  }

  /** False unless it is a line that lacks nothing but its newline. */
  readTail(bytes: Buffer, offset: number): boolean {
    const line = readLine(bytes.toString('utf8'));
    if (line.type !== 'damaged') this.take(line, bytes, offset, 0, bytes.length);
    return line.type !== 'damaged';
  }

  finish(): void {
    this.settle(this.sequence.finish());
  }

  quarantine(bytes: Buffer, offset: number, reason: string): void {
    const { findings } = this;
    findings.damagedLines++;
    if (findings.damaged.length < REPORTED_LINES) {
      findings.damaged.push({ offset, bytes: bytes.length, reason });
    }
    this.quarantined += bytes.length;
    // A copy: the block's buffer is used again.
    if (this.quarantined <= QUARANTINE_BYTES) findings.quarantine.push(Buffer.from(bytes));
  }

  private take(line: LogLine, block: Buffer, offset: number, start: number, end: number): void {
    const lineOffset = offset + start;
    if (line.type === 'event' && this.sequence.isNext(line.event.seq)) {
      this.sequence.skipTo(line.event.seq);
      this.deliver(line.event, lineOffset);
      return;
    }
    const bytes = block.subarray(start, end);
    switch (line.type) {
      case 'damaged':
        this.quarantine(bytes, lineOffset, line.reason);
        break;
      case 'newer':
        this.findings.newerVersion = Math.max(line.version, this.findings.newerVersion ?? 0);
        break;
      case 'event': {
        // A copy: a line that jumped ahead outlives its block.
        const placed = { event: line.event, offset: lineOffset, bytes: Buffer.from(bytes) };
        this.settle(this.sequence.take(line.event.seq, placed));
      }
    }
  }

  private settle(verdicts: readonly Verdict<PlacedEvent>[]): void {
    for (const verdict of verdicts) {
      const { event, offset, bytes } = verdict.item;
      switch (verdict.type) {
        case 'accepted':
          this.findings.missing += verdict.missing;
          this.deliver(event, offset);
          break;
        case 'repeated':
          this.findings.repeated++;
          break;
        case 'misplaced':
          this.quarantine(bytes, offset, `number ${event.seq} out of place`);
          break;
      }
    }
  }

  private deliver(event: Envelope, offset: number): void {
    this.index.add(event.seq, offset);
    if (!isKnownType(event.type)) this.findings.unknownKinds++;
    try {
      this.visit(event);
    } catch (error) {
      // One event that cannot be folded must not keep the session from opening.
      const reason = error instanceof Error ? error.message : String(error);
      this.quarantine(Buffer.from(JSON.stringify(event)), offset, `cannot be folded: ${reason}`);
    }
  }
}
