import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import { fail } from '#shared/errors';
import type { UpdateAnswer, UpdateOffer, UpdateState } from '#shared/ipc/updates';
import type { UpdateSetting } from '#shared/settings';
import type { Announcements } from './announcements';
import type { PreparedUpdate, UpdateInstaller } from './installer';
import type { UpdateManifest } from './manifest';

const DAY_MILLISECONDS = 24 * 60 * 60_000;
/** The number of progress reports for one download. */
const PROGRESS_STEPS = 200;

export interface UpdatesParts {
  readonly announcements: Announcements;
  readonly installer: UpdateInstaller;
  setting(): UpdateSetting;
  /** Quits once no agent is working, which ends in `finish`. */
  quitWhenIdle(): void;
  quitNow(): void;
  /** Keeps the app running although it was about to quit. */
  stay(): void;
  showFile(path: string): void;
  /** Removes downloads that the wanted version does not need, or all of them. */
  tidy(wanted: UpdateManifest | null): Promise<void>;
  now(): number;
}

/** Looks for newer versions. Downloads and installs nothing that the user did not ask for. */
export class Updates extends DisposableOwner {
  private readonly changes = this.register(new Emitter<UpdateState>());
  readonly onDidChange = this.changes.event;
  private found: UpdateManifest | null = null;
  private prepared: PreparedUpdate | null = null;
  private download: AbortController | null = null;
  private checking: Promise<UpdateState> | null = null;
  private isRestarting = false;
  private isInstalling = false;
  private timer: NodeJS.Timeout | undefined;
  private current: UpdateState;

  /** Without parts, the app never checks for updates. */
  constructor(private readonly parts: UpdatesParts | null) {
    super();
    this.current = parts === null ? { type: 'unavailable' } : nothing(null, null);
  }

  get state(): UpdateState {
    return this.current;
  }

  /** Whether an installation is making the app quit, which nothing may delay. */
  get endsApp(): boolean {
    return this.isInstalling && this.prepared?.type === 'app' && this.prepared.endsApp;
  }

  /** Checks now and once a day, unless the settings forbid it. */
  start(): void {
    if (this.parts === null || this.isDisposed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), DAY_MILLISECONDS);
    this.timer.unref();
    if (this.parts.setting() === 'notify') this.look(this.parts).catch(onUnexpectedError);
  }

  /** Runs at the user's request: also offers a version that was put off or skipped. */
  async check(): Promise<UpdateState> {
    if (this.parts === null) return this.current;
    await this.look(this.parts);
    if (this.current.type === 'offered') this.set({ ...this.current, isQuiet: false });
    return this.current;
  }

  answer(answer: UpdateAnswer): void {
    const { parts, current } = this;
    // Once the app is about to end, it is too late for another answer.
    if (parts === null || !('offer' in current) || this.isDisposed) return;
    switch (answer) {
      case 'install':
        if (current.type === 'offered') this.prepare(parts).catch(onUnexpectedError);
        break;
      case 'now':
        if (current.type === 'waiting') this.restartNow(parts);
        break;
      case 'cancel':
        this.download?.abort();
        if (current.type !== 'waiting') break;
        this.offer(null);
        parts.stay();
        break;
      case 'later':
        if (isUndecided(current)) this.quieten();
        break;
      case 'skip':
        if (!isUndecided(current) || this.found === null) break;
        this.quieten();
        parts.announcements.skip(this.found).catch(onUnexpectedError);
        break;
      case 'showFile':
        if (current.type === 'downloaded') parts.showFile(current.file);
        break;
    }
  }

  /**
   * Called when the app no longer waits to quit by itself: the user wants to continue with this
   * version, or to quit without the new one.
   */
  quitWaitEnded(): void {
    if (!this.isRestarting) this.keepRunning();
  }

  /** Called when the app does not quit after all. */
  keepRunning(): void {
    if (this.current.type === 'waiting' && !this.isDisposed) this.offer(null);
  }

  /**
   * Called when everything else has ended and the app is about to: installs the version that the
   * user wanted to be installed now.
   */
  async finish(): Promise<void> {
    if (this.current.type !== 'waiting' || this.prepared?.type !== 'app') return;
    this.isInstalling = true;
    try {
      await this.prepared.install();
    } catch (error) {
      onUnexpectedError(error);
    } finally {
      this.isInstalling = false;
    }
  }

  protected override release(): void {
    clearTimeout(this.timer);
    this.download?.abort();
    super.release();
  }

  private look(parts: UpdatesParts): Promise<UpdateState> {
    this.checking ??= this.lookOnce(parts).finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async lookOnce(parts: UpdatesParts): Promise<UpdateState> {
    // A running update is not replaced by an even newer one.
    if (this.current.type !== 'none' && this.current.type !== 'offered') return this.current;
    const before = this.current;
    if (before.type === 'none') this.set({ ...before, isChecking: true, problem: null });
    const checked = await parts.announcements.check();
    const now = this.current;
    // The user may have answered in the meantime.
    if (now.type !== before.type) return now;
    if (!checked.ok) {
      if (now.type === 'none') this.set(nothing(parts.now(), checked.error.message));
      return this.current;
    }
    const found = checked.value;
    if (found === null || found.files[parts.installer.kind] === undefined) {
      this.found = null;
      await parts.tidy(null);
      this.set(nothing(parts.now(), null));
      return this.current;
    }
    const wasQuiet = now.type === 'offered' && now.isQuiet && this.found?.version === found.version;
    this.found = found;
    this.offer(null, wasQuiet || parts.announcements.isSkipped(found));
    await parts.tidy(found);
    return this.current;
  }

  private async prepare(parts: UpdatesParts): Promise<void> {
    const { found } = this;
    const file = found?.files[parts.installer.kind];
    if (!found || !file) return;
    const offer = this.offerOf(found, parts);
    const control = new AbortController();
    this.download = control;
    const step = file.size / PROGRESS_STEPS;
    let told = 0;
    this.set({ type: 'downloading', offer, received: 0, total: file.size });
    const prepared = await parts.installer
      .prepare(found, {
        signal: control.signal,
        onProgress: (received) => {
          if (received - told < step && received < file.size) return;
          told = received;
          this.set({ type: 'downloading', offer, received, total: file.size });
        },
      })
      .catch((error: unknown) => {
        onUnexpectedError(error);
        return fail('internal', 'The update could not be prepared. See the log for details.');
      });
    this.download = null;
    if (!prepared.ok) {
      const { code, message } = prepared.error;
      if (!this.isDisposed) this.offer(code === 'cancelled' ? null : message);
    } else if (control.signal.aborted) {
      this.prepared = prepared.value;
      this.offer(null);
    } else if (prepared.value.type === 'user') {
      const { file: path, command } = prepared.value;
      this.set({ type: 'downloaded', offer, file: path, command });
    } else {
      this.prepared = prepared.value;
      this.set({ type: 'waiting', offer });
      parts.quitWhenIdle();
    }
  }

  /**
   * Quits without further waiting. The end of the wait would otherwise mean that the user keeps
   * this version.
   */
  private restartNow(parts: UpdatesParts): void {
    this.isRestarting = true;
    parts.quitNow();
    this.isRestarting = false;
  }

  private quieten(): void {
    this.offer(null, true);
  }

  private offer(problem: string | null, isQuiet = false): void {
    const { found, parts } = this;
    if (found === null || parts === null) return;
    if (this.prepared?.type === 'app') this.prepared.discard().catch(onUnexpectedError);
    this.prepared = null;
    this.set({ type: 'offered', offer: this.offerOf(found, parts), isQuiet, problem });
  }

  private offerOf({ version, notes }: UpdateManifest, { installer }: UpdatesParts): UpdateOffer {
    return { version, notes, installedBy: installer.installedBy };
  }

  private set(state: UpdateState): void {
    this.current = state;
    this.changes.fire(state);
  }
}

/** Whether the user has not decided yet what to do with a version. */
function isUndecided({ type }: UpdateState): boolean {
  return type === 'offered' || type === 'downloaded';
}

function nothing(checkedAt: number | null, problem: string | null): UpdateState {
  return { type: 'none', isChecking: false, checkedAt, problem };
}
