import {
  DisposableOwner,
  DisposableStore,
  MutableDisposable,
  toDisposable,
} from '#main/base/disposable';
import { Emitter, nextValue } from '#main/base/emitter';
import { isOutOfDescriptors, NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import type { Logger } from '#main/base/log/logger';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';
import { BEAT_MILLISECONDS } from '#main/ptyHost/limits';
import {
  HOST_END_MILLISECONDS,
  MISSED_BEATS,
  RESTART_PERIOD_MILLISECONDS,
  RESTARTS,
} from '#main/terminals/limits';
import { fail, ok, type Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { TerminalEnd, TerminalSize } from '#shared/terminal/portMessages';
import type { PtyHostProcess, PtyHostStarter } from './ptyHostProcess';

export const TOO_OFTEN =
  'The process that runs terminals has crashed too often. Try again in a few minutes.';

export type OpenPty = Omit<Extract<FromMain, { type: 'open' }>, 'type'>;

export interface PtyHostClientOptions {
  readonly starter: PtyHostStarter;
  readonly logger: Logger;
  readonly beatMilliseconds?: number;
  now?(): number;
}

export type PtyEnd = TerminalEnd & {
  readonly id: TerminalId;
  /** Whether the pty ended because the pty host crashed or was ended. */
  readonly isLost: boolean;
};

/**
 * Main's side of the pty host: starts it when it is first needed, and again when it dies or hangs.
 */
export class PtyHostClient extends DisposableOwner {
  private readonly data = this.register(new Emitter<Extract<ToMain, { type: 'data' }>>());
  private readonly tails = this.register(new Emitter<Extract<ToMain, { type: 'tail' }>>());
  private readonly ends = this.register(new Emitter<PtyEnd>());
  private readonly starts = this.register(new Emitter<void>());
  private readonly exits = this.register(new Emitter<void>());
  /** Output of the ptys that main reads; each piece must be acknowledged. */
  readonly onDidWrite = this.data.event;
  readonly onDidReportTail = this.tails.event;
  readonly onDidEnd = this.ends.event;
  /** Fires when the pty host was restarted: windows must be connected to it again. */
  readonly onDidStart = this.starts.event;

  private host: PtyHostProcess | null = null;
  private readonly watch = this.register(new MutableDisposable<DisposableStore>());
  private readonly live = new Set<TerminalId>();
  private readonly opening = new Map<TerminalId, (result: Result<number>) => void>();
  private restarts: number[] = [];
  private isEnding = false;
  /** Whether the last start failed for lack of file descriptors. */
  private isShort = false;
  private readonly now: () => number;

  constructor(private readonly options: PtyHostClientOptions) {
    super();
    this.now = options.now ?? Date.now;
  }

  /** Opens a pty; returns the process id. */
  open(request: OpenPty): Promise<Result<number>> {
    const host = this.ensureHost();
    if (host === null) {
      return Promise.resolve(
        this.isShort ? refusal(NO_DESCRIPTORS) : fail('unavailable', TOO_OFTEN),
      );
    }
    return new Promise((resolve) => {
      this.opening.set(request.id, resolve);
      host.post({ type: 'open', ...request });
    });
  }

  input(id: TerminalId, data: string): void {
    this.tell(id, { type: 'input', id, data });
  }

  resize(id: TerminalId, size: TerminalSize): void {
    this.tell(id, { type: 'resize', id, ...size });
  }

  acknowledge(id: TerminalId, characters: number): void {
    this.tell(id, { type: 'acknowledge', id, characters });
  }

  kill(id: TerminalId): void {
    this.tell(id, { type: 'kill', id });
  }

  /** False if there is no pty host and none can be started. */
  connectWindow(port: unknown): boolean {
    const host = this.ensureHost();
    host?.connect(port);
    return host !== null;
  }

  /** Ends all terminals and the process; settles when it has ended. */
  async end(): Promise<void> {
    this.isEnding = true;
    const { host } = this;
    if (host === null) return;
    const gone = nextValue(this.exits.event);
    const timer = setTimeout(() => host.kill(), HOST_END_MILLISECONDS);
    host.post({ type: 'end' });
    await gone;
    clearTimeout(timer);
  }

  protected override release(): void {
    this.isEnding = true;
    this.host?.kill();
    super.release();
  }

  private tell(id: TerminalId, message: FromMain): void {
    if (this.live.has(id)) this.host?.post(message);
  }

  private ensureHost(): PtyHostProcess | null {
    if (this.host !== null || this.isEnding) return this.host;
    const since = this.now() - RESTART_PERIOD_MILLISECONDS;
    this.restarts = this.restarts.filter((at) => at > since);
    this.isShort = false;
    return this.restarts.length > RESTARTS ? null : this.start();
  }

  /**
   * Starts the pty host; null if no file descriptor is left for it. The next request tries again.
   */
  private start(): PtyHostProcess | null {
    let host: PtyHostProcess;
    try {
      host = this.options.starter.start();
    } catch (error) {
      if (!isOutOfDescriptors(error)) throw error;
      this.isShort = true;
      this.options.logger.warn('the pty host was not started', { error });
      return null;
    }
    this.restarts.push(this.now());
    this.host = host;
    const watch = new DisposableStore();
    let missed = 0;
    const hear = (message: ToMain) => {
      missed = 0;
      this.hear(message);
    };
    // Missed heartbeats are counted, not timed: a computer that slept has missed none.
    const timer = setInterval(() => {
      if (++missed <= MISSED_BEATS) return;
      this.options.logger.warn('the pty host hangs and is ended');
      host.kill();
    }, this.options.beatMilliseconds ?? BEAT_MILLISECONDS);
    watch.add(toDisposable(() => clearInterval(timer)));
    watch.add(host.onMessage(hear));
    watch.add(host.onExit((reason) => this.lose(host, reason)));
    this.watch.value = watch;
    this.starts.fire();
    return host;
  }

  private hear(message: ToMain): void {
    switch (message.type) {
      case 'opened':
        this.live.add(message.id);
        this.settle(message.id, ok(message.pid));
        break;
      case 'refused':
        this.settle(message.id, refusal(message.message));
        break;
      case 'data':
        this.data.fire(message);
        break;
      case 'tail':
        this.tails.fire(message);
        break;
      case 'ended':
        this.live.delete(message.id);
        this.ends.fire({ ...message, isLost: false });
        break;
      case 'beat':
        break;
    }
  }

  private settle(id: TerminalId, result: Result<number>): void {
    this.opening.get(id)?.(result);
    this.opening.delete(id);
  }

  private lose(host: PtyHostProcess, reason: string): void {
    if (this.host !== host) return;
    this.host = null;
    this.watch.clear();
    if (!this.isEnding) this.options.logger.error('the pty host ended', { reason });
    for (const id of [...this.opening.keys()]) {
      this.settle(id, fail('unavailable', 'The terminal ended before it started.', reason));
    }
    const lost = [...this.live];
    this.live.clear();
    for (const id of lost) this.ends.fire({ id, exitCode: null, signal: null, isLost: true });
    this.exits.fire();
    if (!this.isEnding) this.ensureHost();
  }
}

function refusal(reason: string): Result<never> {
  const words = 'No terminal could be opened.';
  return reason === NO_DESCRIPTORS
    ? fail('unavailable', `${words} ${reason}`)
    : fail('unavailable', words, reason);
}
