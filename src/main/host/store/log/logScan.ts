import { isAscii } from 'node:buffer';
import { JsonText } from '#main/base/json/jsonText';
import type { ByteSource } from '#main/host/store/fileAccess';
import {
  DECODE_BYTES,
  DECODE_FIRST_BYTES,
  QUARANTINE_BYTES,
  REPORTED_LINES,
} from '#main/host/store/limits';
import type { SessionId } from '#shared/ids';
import type { Envelope } from '#shared/session/events';
import { isKnownType } from '#shared/session/kinds/eventKinds';
import { isTextChunk } from './coalescer';
import { NEWLINE, readLineBlocks } from './lineBlocks';
import { type LogLine, readLine } from './logLine';
import { OffsetIndex } from './offsetIndex';
import { type LineVerdict, Sequence } from './sequence';
import { TextRun, timeOf } from './textRun';

export interface DamagedLine {
  readonly offset: number;
  readonly bytes: number;
  readonly reason: string;
}

/** The findings of reading a log, in addition to its events. */
export interface LogFindings {
  damagedLines: number;
  /** The first damaged lines. */
  readonly damaged: DamagedLine[];
  /** The bytes of the damaged lines, up to a limit. */
  readonly quarantine: Buffer[];
  /** Count of numbers that no line has. */
  missing: number;
  /** Count of lines with an earlier line's number; they are left out. */
  repeated: number;
  /** Events of kinds that this build does not know; they stay in the log. */
  unknownKinds: number;
  /** The session that the log names as its owner; null if it names none. */
  owner: SessionId | null;
  /** The highest version above ours; such lines are not applied. */
  newerVersion: number | null;
}

export interface LogScan extends LogFindings {
  readonly index: OffsetIndex;
  readonly lastSeq: number;
  /** The end of the last whole line. */
  readonly end: number;
  /** Whether only the final newline is missing. */
  readonly lacksNewline: boolean;
  /** Bytes after `end`: a line that was being written when the process or the power failed. */
  readonly torn: Buffer;
}

export interface ScanRange {
  readonly from: number;
  readonly to: number;
  /** The number of the line before `from`. */
  readonly afterSeq: number;
}

/** The start of a line, and of the next one. */
export interface LinePlace {
  readonly from: number;
  readonly to: number;
}

/** Skipped lines: more text of the same message as the line before them. */
export interface PassedLines extends LinePlace {
  readonly lines: number;
  /** The number of the last skipped line. */
  readonly seq: number;
  readonly at: number;
}

/** Visits a log's events, oldest first. */
export interface LogVisitor {
  visit(event: Envelope, place: LinePlace): void;
  /** Visits text for readers that do not need all of it: skipped lines are not parsed. */
  readonly text?: TextVisitor;
}

export interface TextVisitor {
  /** Whether further text of the message that was just visited may be skipped. */
  mayPass(): boolean;
  passed(lines: PassedLines): void;
}

const WHOLE: ScanRange = { from: 0, to: Number.POSITIVE_INFINITY, afterSeq: 0 };

/** Reads a log's events in order, whatever the state of its file. Changes nothing. */
export async function scanLog(
  source: ByteSource,
  visitor: LogVisitor,
  range: ScanRange = WHOLE,
): Promise<LogScan> {
  const scanner = new Scanner(visitor, range.afterSeq);
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

/**
 * The end of the whole lines that are decoded together: few enough to stay in the processor's
 * cache.
 */
function windowEnd(block: Buffer, start: number, bytes: number): number {
  const last = start + bytes;
  if (last >= block.length) return block.length;
  const newline = block.lastIndexOf(NEWLINE, last);
  return newline >= start ? newline + 1 : block.indexOf(NEWLINE, last) + 1;
}

interface PlacedEvent {
  readonly event: Envelope;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Whole lines that were read together. */
interface Block {
  readonly bytes: Buffer;
  readonly text: JsonText;
  readonly offset: number;
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
    owner: null,
    newerVersion: null,
  };
  private readonly sequence: Sequence<PlacedEvent>;
  private quarantined = 0;
  /** The pattern of the last visited text, to recognise its next lines. */
  private run: TextRun | null = null;

  constructor(
    private readonly visitor: LogVisitor,
    afterSeq: number,
  ) {
    this.sequence = new Sequence(afterSeq);
  }

  get lastSeq(): number {
    return this.sequence.last;
  }

  readLines(bytes: Buffer, offset: number): void {
    const block = { text: new JsonText(bytes), bytes, offset };
    let start = this.passOver(block, 0);
    let windowBytes = start > 0 ? DECODE_FIRST_BYTES : DECODE_BYTES;
    while (start < bytes.length) {
      const end = windowEnd(bytes, start, windowBytes);
      start = this.readWindow(block, start, end);
      windowBytes = start === end ? Math.min(2 * windowBytes, DECODE_BYTES) : DECODE_FIRST_BYTES;
    }
  }

  /** Reads a window; returns where reading continues: at its end, or after skipped lines. */
  private readWindow(block: Block, from: number, to: number): number {
    // The whole block is decoded at once: for short lines that is twice as fast as one by one.
    const window = block.bytes.subarray(from, to);
    const offset = block.offset + from;
    const isOneToOne = isAscii(window);
    const text = isOneToOne ? window.toString('latin1') : window.toString('utf8');
    let start = 0;
    let startByte = 0;
    while (start < text.length) {
      const end = text.indexOf('\n', start);
      const endByte = isOneToOne ? end : window.indexOf(NEWLINE, startByte);
      if (end > start) {
        const line = text.slice(start, end);
        const event = this.take(readLine(line), window, offset, startByte, endByte);
        if (event !== null && this.mayPassAfter(event)) {
          this.run = TextRun.from(window.subarray(startByte, endByte), line, event);
          const next = from + endByte + 1;
          const passed = this.passOver(block, next);
          if (passed > next) return passed;
        }
      }
      start = end + 1;
      startByte = endByte + 1;
    }
    return to;
  }

  private mayPassAfter(event: Envelope): boolean {
    return isTextChunk(event) && this.visitor.text?.mayPass() === true;
  }

  /** Skips the lines, if any, that continue the text of the line before. */
  private passOver({ text, bytes, offset }: Block, start: number): number {
    const { run } = this;
    if (run === null) return start;
    let seq = this.sequence.last;
    let end = start;
    let last = start;
    while (end < bytes.length) {
      const next = run.lineEnd(text, end, seq + 1);
      if (next < 0) {
        this.run = null;
        break;
      }
      this.index.add(++seq, offset + end);
      last = end;
      end = next;
    }
    const lines = seq - this.sequence.last;
    if (lines === 0) return start;
    this.sequence.skipTo(seq);
    const at = timeOf(text, last, seq);
    this.visitor.text?.passed({ from: offset + start, to: offset + end, lines, seq, at });
    return end;
  }

  /** Reads the last line; false unless only its newline is missing. */
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
    this.run = null;
    findings.damagedLines++;
    if (findings.damaged.length < REPORTED_LINES) {
      findings.damaged.push({ offset, bytes: bytes.length, reason });
    }
    this.quarantined += bytes.length;
    // Copied, because the block's buffer is reused.
    if (this.quarantined <= QUARANTINE_BYTES) findings.quarantine.push(Buffer.from(bytes));
  }

  /** Takes a line; returns the event if it was simply the next one and was accepted. */
  private take(
    line: LogLine,
    block: Buffer,
    blockOffset: number,
    start: number,
    end: number,
  ): Envelope | null {
    const offset = blockOffset + start;
    if (line.type === 'event' && this.sequence.isNext(line.event.seq)) {
      this.sequence.skipTo(line.event.seq);
      return this.deliver(line.event, offset, end - start) ? line.event : null;
    }
    const bytes = block.subarray(start, end);
    switch (line.type) {
      case 'damaged':
        this.quarantine(bytes, offset, line.reason);
        break;
      case 'newer':
        this.findings.newerVersion = Math.max(line.version, this.findings.newerVersion ?? 0);
        break;
      case 'event': {
        // Copied, because a line that jumped ahead outlives its block.
        const placed = { event: line.event, offset, bytes: Buffer.from(bytes) };
        this.settle(this.sequence.take(line.event.seq, placed));
      }
    }
    return null;
  }

  private settle(verdicts: readonly LineVerdict<PlacedEvent>[]): void {
    for (const verdict of verdicts) {
      const { event, offset, bytes } = verdict.item;
      switch (verdict.type) {
        case 'accepted':
          this.findings.missing += verdict.missing;
          this.deliver(event, offset, bytes.length);
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

  private deliver(event: Envelope, offset: number, length: number): boolean {
    this.index.add(event.seq, offset);
    if (!isKnownType(event.type)) this.findings.unknownKinds++;
    if (event.type === 'session.created') this.findings.owner = event.session ?? null;
    try {
      // A last line without a newline gets one before anything follows it.
      this.visitor.visit(event, { from: offset, to: offset + length + 1 });
      return true;
    } catch (error) {
      // One event that cannot be applied must not prevent the session from opening.
      const reason = error instanceof Error ? error.message : String(error);
      const bytes = Buffer.from(JSON.stringify(event));
      this.quarantine(bytes, offset, `cannot be folded: ${reason}`);
      return false;
    }
  }
}
