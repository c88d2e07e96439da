import { DisposableOwner } from '#main/base/disposable';
import type { TerminalId } from '#shared/ids';
import type { TerminalEnd, TerminalSize, ToWindow } from '#shared/terminal/portMessages';
import { Batcher } from './batcher';
import { FlowControl } from './flowControl';
import type { Audience, PtyLaunch } from './hostMessages';
import { REDRAW_MILLISECONDS } from './limits';
import { Pty } from './pty';
import { Recorder } from './recorder';
import { type TailNews, TailReport } from './tailReport';

/** A reader of a terminal, which acknowledges what it has read. */
export interface Reader {
  post(message: ToWindow): void;
}

/** A pty with its record. It has at most one reader at a time, which sets the pace. */
export class PtyTerminal extends DisposableOwner {
  readonly pty: Pty;
  private readonly recorder: Recorder;
  private readonly flow: FlowControl;
  private readonly batcher = new Batcher((data) => this.send(data));
  private readonly tail = new TailReport();
  private reader: Reader | null = null;
  private redrawTimer: NodeJS.Timeout | undefined;

  constructor(
    readonly id: TerminalId,
    readonly audience: Audience,
    launch: PtyLaunch,
    size: TerminalSize,
    private before?: string,
  ) {
    const pty = new Pty(launch, size);
    super();
    this.recorder = new Recorder(size);
    this.pty = this.register(pty);
    this.flow = new FlowControl(this.pty);
    this.register(this.pty.onDidWrite((data) => this.take(data)));
  }

  isReadBy(reader: Reader): boolean {
    return this.reader === reader;
  }

  /**
   * Attaches a reader, which gets the recorded output and then new output. An earlier reader gets
   * no more.
   */
  attach(reader: Reader, size: TerminalSize): void {
    this.detach();
    this.reader = reader;
    const stretches = this.recorder.stretchesToReplay();
    const { id, before } = this;
    reader.post({ type: 'replay', id, stretches, ...(before === undefined ? {} : { before }) });
    if (!this.recorder.needsRedraw) {
      this.resize(size);
      return;
    }
    // Programs redraw themselves when their size changes, and only then.
    this.pty.resize({ ...size, rows: size.rows + 1 });
    this.redrawTimer = setTimeout(() => this.resize(size), REDRAW_MILLISECONDS);
  }

  detach(): void {
    this.reader = null;
    clearTimeout(this.redrawTimer);
    this.batcher.discard();
    this.flow.reset();
  }

  resize(size: TerminalSize): void {
    clearTimeout(this.redrawTimer);
    this.recorder.resize(size);
    this.pty.resize(size);
  }

  acknowledge(characters: number): void {
    this.flow.acknowledged(characters);
  }

  clear(): void {
    this.before = undefined;
    this.recorder.clear();
    this.tail.clear();
  }

  takeTail(): TailNews | null {
    return this.tail.take();
  }

  /** Sends the last output, and then the end. */
  finish(end: TerminalEnd): void {
    this.batcher.flush();
    this.reader?.post({ type: 'ended', id: this.id, ...end });
  }

  protected override release(): void {
    this.batcher.discard();
    clearTimeout(this.redrawTimer);
    super.release();
  }

  private take(data: string): void {
    this.recorder.push(data);
    this.tail.push(data);
    if (this.reader !== null) this.batcher.push(data);
  }

  private send(data: string): void {
    if (this.reader === null) return;
    this.flow.sent(data.length);
    this.reader.post({ type: 'data', id: this.id, data });
  }
}
