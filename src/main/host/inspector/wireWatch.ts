import { isMessage, type ProcessView, type WireFrame } from '#main/agents/agents';
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
import { fits, summaryOf } from './frameText';
import { LABELS, NEWS_FRAMES, NEWS_MILLISECONDS } from './limits';

export interface WireNews {
  readonly frames: readonly FrameSummary[];
  readonly total: number;
  readonly open: readonly OpenRequest[];
  readonly stderrTail: string | null;
}

export interface WireListener {
  onNews(news: WireNews): void;
  /** Another process was started, or its state has changed. */
  onChange(): void;
}

/** Looks at what goes over a session's wire, for one window, in pieces that it can keep up with. */
export class WireWatch extends DisposableOwner {
  private readonly labels = new FrameLabels();
  private readonly recording = this.register(new MutableDisposable());
  private readonly process: ProcessView | null;
  private readonly names = new Set<string>();
  private waiting: FrameSummary[] = [];
  private total = 0;
  private hasPrinted = false;
  private timer: NodeJS.Timeout | undefined;
  readonly snapshot: InspectorSnapshot;

  constructor(
    session: HostedSession,
    private readonly filter: FrameFilter,
    private readonly listener: WireListener,
  ) {
    super();
    const { process } = session;
    this.process = process;
    this.snapshot = this.look(process);
    if (process) this.recording.value = process.onDidRecord((frame) => this.hear(frame));
    this.register(session.onDidStartProcess(() => listener.onChange()));
    this.register(
      session.recorder.onDidAppend((events) => {
        if (events.some(({ type }) => type.startsWith('agent.'))) listener.onChange();
      }),
    );
  }

  protected override release(): void {
    clearTimeout(this.timer);
    super.release();
  }

  private look(process: ProcessView | null): InspectorSnapshot {
    if (process === null) {
      return { process: null, stderrTail: '', frames: [], total: 0, open: [], labels: [] };
    }
    const frames = process.frames().flatMap((frame) => this.take(frame) ?? []);
    const { exit, pid, commandLine, folder, startedAt, variables, confinement } = process;
    const facts = { pid, commandLine, folder, startedAt, variables, confinement };
    return {
      process: { ...facts, exit: exit?.message ?? null },
      stderrTail: process.stderrTail(),
      frames,
      total: this.total,
      open: this.labels.open,
      labels: [...this.names].sort().map(redactPiece),
    };
  }

  private hear(frame: WireFrame): void {
    const summary = this.take(frame);
    if (summary !== null) this.waiting.push(summary);
    // In a flood only the newest are kept; twice the bound, so that the list is not cut with every
    // frame.
    if (this.waiting.length > 2 * NEWS_FRAMES) this.waiting = this.waiting.slice(-NEWS_FRAMES);
    this.hasPrinted ||= frame.direction === 'stderr';
    this.timer ??= setTimeout(() => this.tell(), NEWS_MILLISECONDS);
  }

  private take(frame: WireFrame): FrameSummary | null {
    this.total = frame.number;
    const label = this.labels.of(frame);
    if (isMessage(frame.direction) && this.names.size < LABELS) this.names.add(label.label);
    return fits(frame, label.label, this.filter) ? summaryOf(frame, label) : null;
  }

  private tell(): void {
    this.timer = undefined;
    const frames = this.waiting.slice(-NEWS_FRAMES);
    const stderrTail = this.hasPrinted ? (this.process?.stderrTail() ?? null) : null;
    this.waiting = [];
    this.hasPrinted = false;
    this.listener.onNews({ frames, total: this.total, open: this.labels.open, stderrTail });
  }
}
