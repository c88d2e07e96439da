import { isMessage, type ProcessView, type TraceReader, type WireFrame } from '#main/agents/agents';
import { DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { redactPiece } from '#main/base/secrets/redact';
import type { HostedSession } from '#main/host/session/hostedSession';
import type {
  FrameFilter,
  FrameSummary,
  InspectorSnapshot,
  OpenRequest,
} from '#shared/ipc/inspector';
import { FrameLabels } from './frameLabels';
import { FrameRows, type RowFacts } from './frameRows';
import { fits, previewOf } from './frameText';
import { type KeptFrame, keptFrames, newestFrames } from './keptFrames';
import { LABELS, NEWS_FRAMES, NEWS_MILLISECONDS, PAGE_ROWS } from './limits';

export interface WireNews {
  /** The ordinal of the list's first row; the next member is the one after its last. */
  readonly first: number;
  readonly end: number;
  /** The newest rows. */
  readonly rows: readonly FrameSummary[];
  readonly total: number;
  readonly open: readonly OpenRequest[];
  readonly stderrTail: string | null;
}

export interface WireListener {
  onNews(news: WireNews): void;
  /** Called when another process was started, or the process's state has changed. */
  onChange(): void;
}

/** Watches a session's wire for one window, in pieces that the window can keep up with. */
export class WireWatch extends DisposableOwner {
  private readonly labels = new FrameLabels();
  private readonly recording = this.register(new MutableDisposable());
  private readonly trace: TraceReader | null;
  private readonly process: ProcessView | null;
  private readonly names = new Set<string>();
  private readonly rows = new FrameRows();
  private waiting: FrameSummary[] = [];
  /** The number of the last frame that was read. */
  private total = 0;
  private hasPrinted = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    session: HostedSession,
    private readonly filter: FrameFilter,
    private readonly listener: WireListener,
  ) {
    super();
    const { process } = session;
    this.process = process;
    const trace = process?.openTrace() ?? null;
    this.trace = trace && this.register(trace);
    this.register(session.onDidStartProcess(() => listener.onChange()));
    this.register(
      session.recorder.onDidAppend((events) => {
        if (events.some(({ type }) => type.startsWith('agent.'))) listener.onChange();
      }),
    );
  }

  /** Reads all kept frames, and reports every later one. */
  async start(): Promise<InspectorSnapshot> {
    const { process } = this;
    if (process === null) {
      const nothing = { process: null, stderrTail: '', rows: [], open: [], labels: [] };
      return { ...nothing, first: 0, end: 0, total: 0 };
    }
    for await (const frames of keptFrames(process, this.trace)) {
      for (const frame of frames) this.take(frame);
      if (this.isDisposed) break;
    }
    for (const frame of newestFrames(process, this.total)) this.take(frame);
    const { end, first } = this.rows;
    const { total } = this;
    if (!this.isDisposed) this.recording.value = process.onDidRecord((frame) => this.hear(frame));
    const rows = await this.page(end - PAGE_ROWS, end);
    const { exit, pid, commandLine, folder, startedAt, variables, confinement } = process;
    const facts = { pid, commandLine, folder, startedAt, variables, confinement };
    return {
      process: { ...facts, exit: exit?.message ?? null },
      stderrTail: process.stderrTail(),
      rows,
      first,
      end,
      total,
      open: this.open,
      labels: [...this.names].sort().map(redactPiece),
    };
  }

  /** The rows with these ordinals, as many as one request may have. */
  async page(from: number, to: number): Promise<readonly FrameSummary[]> {
    const rows = this.rows.between(from, Math.min(to, Math.max(from, 0) + PAGE_ROWS));
    const inMemory = this.inMemory(rows);
    const onDisk = await this.onDisk(rows.filter(({ number }) => !inMemory.has(number)));
    return rows.map((row) => {
      const frame = inMemory.get(row.number) ?? onDisk.get(row.number);
      return summaryOf(row, frame === undefined ? '' : previewOf(frame));
    });
  }

  /** The ordinal of this frame in the list, or the one that it would have. */
  ordinalOf(number: number): number {
    return this.rows.ordinalOf(number);
  }

  /** The frame; null if it is no longer kept. */
  async frame(number: number): Promise<WireFrame | null> {
    const inMemory = this.process?.frames().find((one) => one.number === number);
    if (inMemory) return inMemory;
    const row = this.rows.at(this.rows.ordinalOf(number));
    if (row?.number !== number) return null;
    return (await this.onDisk([row])).get(number) ?? null;
  }

  protected override release(): void {
    clearTimeout(this.timer);
    super.release();
  }

  /** The open requests; none if the agent has ended, because nobody will answer them. */
  private get open(): readonly OpenRequest[] {
    return (this.process?.exit ?? null) === null ? this.labels.open : [];
  }

  private inMemory(rows: readonly RowFacts[]): ReadonlyMap<number, WireFrame> {
    const frames = rows.some(({ place }) => place === null) ? (this.process?.frames() ?? []) : [];
    return new Map(frames.map((frame) => [frame.number, frame]));
  }

  private async onDisk(rows: readonly RowFacts[]): Promise<ReadonlyMap<number, WireFrame>> {
    if (rows.some(({ place }) => place === null)) await this.findPlaces();
    const places = rows.map(({ place }) => place).filter((place) => place !== null);
    const frames = (await this.trace?.readAll(places)) ?? [];
    return new Map(frames.filter((frame) => frame !== null).map((frame) => [frame.number, frame]));
  }

  private finding: Promise<void> | null = null;

  /** Looks up the places of later frames: those that have left memory are in the trace by now. */
  private findPlaces(): Promise<void> {
    const find = async () => {
      if (this.trace === null) return;
      for await (const frames of this.trace.more()) {
        for (const { number, place } of frames) {
          const row = this.rows.at(this.rows.ordinalOf(number));
          if (row?.number === number) row.place = place;
        }
      }
    };
    this.finding ??= find().finally(() => {
      this.finding = null;
    });
    return this.finding;
  }

  private hear(frame: WireFrame): void {
    const row = this.take({ ...frame, place: null });
    if (row !== null) this.waiting.push(summaryOf(row, previewOf(frame)));
    // In a flood only the newest are kept; cut at twice the limit, so that the list is not cut for
    // every frame.
    if (this.waiting.length > 2 * NEWS_FRAMES) this.waiting = this.waiting.slice(-NEWS_FRAMES);
    this.hasPrinted ||= frame.direction === 'stderr';
    this.timer ??= setTimeout(() => this.tell(), NEWS_MILLISECONDS);
  }

  private take(frame: KeptFrame): RowFacts | null {
    const { number, at, direction, bytes, place } = frame;
    if (number > this.total + 1) this.labels.skip();
    this.total = number;
    const { label, isError, latency } = this.labels.of(frame);
    if (isMessage(direction) && this.names.size < LABELS) this.names.add(label);
    if (!fits(frame, label, this.filter)) return null;
    const facts = { number, at, direction, bytes, label, isError, place };
    const row: RowFacts = latency === undefined ? facts : { ...facts, latency };
    this.rows.add(row);
    return row;
  }

  private tell(): void {
    this.timer = undefined;
    const { first, end } = this.rows;
    const rows = this.waiting.slice(-NEWS_FRAMES);
    const stderrTail = this.hasPrinted ? (this.process?.stderrTail() ?? null) : null;
    this.waiting = [];
    this.hasPrinted = false;
    const { total } = this;
    this.listener.onNews({ first, end, rows, total, open: this.open, stderrTail });
  }
}

function summaryOf({ place: _place, ...row }: RowFacts, preview: string): FrameSummary {
  return { ...row, label: redactPiece(row.label), preview };
}
