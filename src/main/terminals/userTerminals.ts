import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DisposableMap, DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { FileProblems } from '#main/base/files/fileProblems';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { Logger } from '#main/base/log/logger';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { afterFirstLine } from '#main/ptyHost/afterFirstLine';
import { TAIL_CHARACTERS } from '#main/ptyHost/limits';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalSize } from '#shared/terminal/portMessages';
import type { UserTerminal } from '#shared/terminal/terminal';
import {
  NAME_CHARACTERS,
  RESTARTS,
  SAVE_MILLISECONDS,
  SHELL_START_MILLISECONDS,
  USER_TERMINALS,
} from './limits';
import { TextTail } from './output/textTail';
import type { PtyEnd, PtyHostClient } from './pty/ptyHostClient';
import { type SavedTerminal, SavedTerminals } from './savedTerminals';
import { nameOf, sealedShell, shellCommand, shellLine } from './shellCommand';

export interface UserTerminalsOptions {
  readonly ptys: PtyHostClient;
  /** The file that keeps names and tails for the app's next run. */
  readonly file: string;
  readonly logger: Logger;
  /** Called if the file cannot be read. */
  readonly onProblem?: ReportProblem;
  /** The shell named in the settings. */
  shell(): string | undefined;
  environment(): Promise<Readonly<Record<string, string>>>;
  /**
   * The enclosure for programs in a session's copy. Such a program may run the agent's code by
   * itself, as git does for a shell's prompt. Null if the session is not sealed.
   */
  enclosure?(sessionId: SessionId): Promise<Result<ProcessNamespace | null>>;
  now?(): number;
}

export interface RunWish {
  readonly name: string;
  /** The command line for the user's shell. */
  readonly command: string;
  /** Variables that override the user's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the terminal's folder is removed when the terminal has ended. */
  readonly isOneOff?: true;
}

export interface NewTerminal extends TerminalSize {
  readonly cwd: string;
  readonly sessionId: SessionId | null;
  readonly run: RunWish | null;
  /** The enclosure, if it is not that of the session's programs; null for none. */
  readonly enclosure?: ProcessNamespace | null;
}

interface Kept {
  info: UserTerminal;
  readonly env: Readonly<Record<string, string>>;
  pid: number | undefined;
  readonly size: TerminalSize;
  tail: TextTail;
  startedAt: number;
}

/** The size until a window sends its own. */
const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };
/** The end of a program if it is unknown how the program ended. */
const UNTOLD = { exitCode: null, signal: null } as const;

/**
 * The user's own terminals. They outlive the window, and their names and tails are kept for the
 * next run.
 */
export class UserTerminals extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly kept = new Map<TerminalId, Kept>();
  private readonly saves = this.register(new Queue());
  private readonly now: () => number;
  private readonly restarting = new Set<TerminalId>();
  private readonly returning = new Set<Promise<void>>();
  private readonly enclosures = this.register(new DisposableMap<TerminalId, ProcessNamespace>());
  private saveTimer: NodeJS.Timeout | undefined;
  private isEnding = false;

  private constructor(
    private readonly options: UserTerminalsOptions,
    private readonly file: SavedTerminals,
    saved: readonly SavedTerminal[],
  ) {
    super();
    this.now = options.now ?? Date.now;
    for (const { tail, ...terminal } of saved) this.restore(terminal, tail);
    this.register(
      options.ptys.onDidReportTail(({ id, data, isWhole }) => this.addTail(id, data, isWhole)),
    );
    this.register(options.ptys.onDidEnd((end) => this.finish(end)));
  }

  static async open(options: UserTerminalsOptions): Promise<UserTerminals> {
    const report = options.onProblem ?? new FileProblems(options.logger).report;
    const file = new SavedTerminals(options.file, report);
    return new UserTerminals(options, file, await file.read());
  }

  list(): readonly UserTerminal[] {
    return [...this.kept.values()].map(({ info }) => info);
  }

  get(id: TerminalId): UserTerminal | undefined {
    return this.kept.get(id)?.info;
  }

  /** The process id of the running program. */
  pidOf(id: TerminalId): number | undefined {
    const kept = this.kept.get(id);
    return kept?.info.state.type === 'running' ? kept.pid : undefined;
  }

  /** The last screen of a terminal that has ended. */
  tail(id: TerminalId): Result<string> {
    const kept = this.kept.get(id);
    return kept ? ok(textOf(kept.tail)) : unknownTerminal();
  }

  async create(wish: NewTerminal): Promise<Result<UserTerminal>> {
    if (this.kept.size >= USER_TERMINALS) {
      wish.enclosure?.dispose();
      return fail('refused', `${USER_TERMINALS} terminals are open already. Close one first.`);
    }
    const { cwd, sessionId, run } = wish;
    const env = await this.options.environment();
    const shell = shellCommand({ chosen: this.options.shell(), env });
    const info: UserTerminal = {
      kind: run === null ? 'shell' : 'run',
      id: `tty_${randomUUID()}` as TerminalId,
      name: (run?.name ?? nameOf(shell.file)).slice(0, NAME_CHARACTERS),
      givenName: null,
      sessionId,
      cwd,
      command: run?.command ?? null,
      ...(run?.isOneOff && { isOneOff: true }),
      state: { type: 'running' },
    };
    const ownEnv = run?.env ?? {};
    const opened = await this.openPty(info, wish, ownEnv, undefined, wish.enclosure);
    return opened.ok ? ok(this.adopt(info, wish, ownEnv, opened.value)) : opened;
  }

  /** Starts the terminal's program again after it has ended. */
  async restart(id: TerminalId, size: TerminalSize): Promise<Result<UserTerminal>> {
    const kept = this.kept.get(id);
    if (kept === undefined) return unknownTerminal();
    if (kept.info.state.type === 'running') return ok(kept.info);
    if (kept.info.isOneOff) return fail('refused', 'The copy that it ran in no longer exists.');
    if (this.restarting.has(id)) return fail('conflict', 'This terminal is already starting.');
    this.restarting.add(id);
    return this.startAgain(kept, size).finally(() => this.restarting.delete(id));
  }

  /** Settles when the shells lost in a crash of the pty host are restarted or given up. */
  async returned(): Promise<void> {
    await Promise.all(this.returning);
  }

  /** Renames a terminal; null restores the original name. */
  rename(id: TerminalId, name: string | null): Result<UserTerminal> {
    const kept = this.kept.get(id);
    if (kept === undefined) return unknownTerminal();
    this.update(kept, { givenName: name?.slice(0, NAME_CHARACTERS) || null });
    return ok(kept.info);
  }

  /** Ends the terminal's programs and forgets it. */
  close(id: TerminalId): Result<void> {
    const kept = this.kept.get(id);
    if (kept === undefined) return unknownTerminal();
    this.options.ptys.kill(id);
    this.forget(id);
    return ok();
  }

  /** Called when a session is deleted, together with its folder. */
  closeThoseOf(sessionId: SessionId): void {
    for (const { info } of [...this.kept.values()]) {
      if (info.sessionId === sessionId) this.close(info.id);
    }
  }

  /** Called before the app ends: ends all terminals and saves their last output for the next run. */
  async end(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.saveTimer);
    await this.options.ptys.end();
    await this.trySave();
  }

  protected override release(): void {
    clearTimeout(this.saveTimer);
    super.release();
  }

  private async startAgain(
    { info: { id }, env }: Kept,
    size: TerminalSize,
    before?: string,
  ): Promise<Result<UserTerminal>> {
    const info = this.get(id);
    const opened = info ? await this.openPty(info, size, env, before) : unknownTerminal();
    if (!opened.ok) return opened;
    const current = this.get(id);
    if (current !== undefined) {
      return ok(this.adopt({ ...current, state: { type: 'running' } }, size, env, opened.value));
    }
    // The terminal was closed while it was starting.
    this.options.ptys.kill(id);
    return unknownTerminal();
  }

  /** Opens a pty; returns the process id. */
  private async openPty(
    info: UserTerminal,
    size: TerminalSize,
    ownEnv: Kept['env'],
    before?: string,
    given?: ProcessNamespace | null,
  ): Promise<Result<number>> {
    if (given) this.enclosures.set(info.id, given);
    const place = await folderProblem(info.cwd);
    if (place !== null) this.enclosures.delete(info.id);
    if (place !== null) return fail('not-found', place);
    const env = await this.options.environment();
    const sources = { chosen: this.options.shell(), env };
    const { id, cwd } = info;
    const enclosed = given === undefined ? await this.enclose(info) : ok(given);
    if (!enclosed.ok) return enclosed;
    const shell = shellCommand(sources);
    const own = enclosed.value === null ? shell : sealedShell(shell);
    const line = info.command === null ? own : shellLine(info.command, sources);
    const plain = { ...line, cwd, env: { ...env, ...ownEnv, PWD: cwd } };
    const inside = enclosed.value?.enter(plain, 'terminal');
    const opened = await this.options.ptys.open({
      id,
      audience: 'window',
      ...(inside ? { ...inside, isWaiting: true } : plain),
      columns: size.columns,
      rows: size.rows,
      ...(before === undefined ? {} : { before }),
    });
    if (!opened.ok) this.enclosures.delete(id);
    return opened;
  }

  private async enclose({ id, sessionId }: UserTerminal): Promise<Result<ProcessNamespace | null>> {
    if (sessionId === null) return ok(null);
    const enclosed = (await this.options.enclosure?.(sessionId)) ?? ok(null);
    if (enclosed.ok && enclosed.value !== null) this.enclosures.set(id, enclosed.value);
    return enclosed;
  }

  private adopt(
    info: UserTerminal,
    { columns, rows }: TerminalSize,
    env: Kept['env'],
    pid: number,
  ): UserTerminal {
    const tail = this.kept.get(info.id)?.tail ?? new TextTail(TAIL_CHARACTERS);
    const size = { columns, rows };
    this.kept.set(info.id, { info, env, pid, size, tail, startedAt: this.now() });
    this.changed();
    return info;
  }

  /**
   * Restarts a shell that was lost with the pty host, in its folder; the pty host's own restart
   * limit also limits this. Windows are connected to the new pty host only after that.
   */
  private bringBack(kept: Kept): void {
    kept.pid = undefined;
    const task = this.startLost(kept)
      .catch(onUnexpectedError)
      .finally(() => this.returning.delete(task));
    this.returning.add(task);
  }

  private async startLost(kept: Kept): Promise<void> {
    const { id } = kept.info;
    for (let attempt = 0; attempt <= RESTARTS; attempt++) {
      const started = await this.startAgain(kept, kept.size, textOf(kept.tail));
      if (started.ok) return;
      this.options.logger.warn('a lost shell was not started again', { error: started.error });
      // Retry only if the pty host was unavailable, for example after another crash.
      if (started.error.code !== 'unavailable') break;
    }
    const current = this.kept.get(id);
    const state = { type: 'ended', cause: 'lost', at: this.now(), ...UNTOLD } as const;
    if (current !== undefined) this.update(current, { state });
  }

  private restore(saved: Omit<SavedTerminal, 'tail'>, text: string): void {
    const tail = new TextTail(TAIL_CHARACTERS);
    tail.push(text);
    const state = { type: 'ended', cause: 'restart', at: 0, ...UNTOLD } as const;
    const info = { ...saved, state };
    this.kept.set(saved.id, {
      info,
      env: {},
      pid: undefined,
      size: USUAL_SIZE,
      tail,
      startedAt: 0,
    });
  }

  private addTail(id: TerminalId, data: string, isWhole: boolean): void {
    const kept = this.kept.get(id);
    if (kept === undefined) return;
    if (isWhole) kept.tail = new TextTail(TAIL_CHARACTERS);
    kept.tail.push(data);
    this.scheduleSave();
  }

  private finish({ id, exitCode, signal, isLost }: PtyEnd): void {
    this.enclosures.delete(id);
    const kept = this.kept.get(id);
    // Shells that end with the app are restored at the next start.
    if (kept === undefined || this.isEnding) return;
    if (isLost && kept.info.kind === 'shell') {
      this.bringBack(kept);
      return;
    }
    const cause = isLost ? 'lost' : 'exit';
    // A shell that the user has left is closed.
    const isDone = kept.info.kind === 'shell' && !this.failedAtStart(kept, exitCode);
    if (isDone) this.forget(id);
    else this.update(kept, { state: { type: 'ended', cause, at: this.now(), exitCode, signal } });
  }

  private failedAtStart({ startedAt }: Kept, exitCode: number | null): boolean {
    return exitCode !== 0 && this.now() - startedAt < SHELL_START_MILLISECONDS;
  }

  private update(kept: Kept, fields: Partial<UserTerminal>): void {
    kept.info = { ...kept.info, ...fields };
    this.changed();
  }

  private forget(id: TerminalId): void {
    this.enclosures.delete(id);
    this.kept.delete(id);
    this.changed();
  }

  private changed(): void {
    this.changes.fire();
    this.scheduleSave();
  }

  private scheduleSave(): void {
    if (this.isEnding) return;
    this.saveTimer ??= setTimeout(() => {
      this.saveTimer = undefined;
      void this.trySave();
    }, SAVE_MILLISECONDS);
  }

  /**
   * Saves the terminals and ignores failures such as a full disk: the terminals matter more than
   * what is kept of them.
   */
  private async trySave(): Promise<void> {
    await this.save().catch((error: unknown) => {
      this.options.logger.warn('the list of terminals is not written', { error });
    });
  }

  private save(): Promise<void> {
    return this.saves.run(async () => {
      const lasting = [...this.kept.values()].filter(({ info }) => !info.isOneOff);
      const terminals = lasting.map(({ info, tail }): SavedTerminal => {
        const { state: _, ...rest } = info;
        return { ...rest, tail: textOf(tail) };
      });
      const late = await this.file.write(terminals);
      for (const { tail, ...terminal } of late) this.restore(terminal, tail);
      if (late.length > 0) this.changes.fire();
    });
  }
}

function textOf(tail: TextTail): string {
  const { data } = tail.from(0);
  // One long line is better than nothing.
  return (tail.start > 0 && afterFirstLine(data)) || data;
}

async function folderProblem(folder: string): Promise<string | null> {
  if (folder.includes('\0')) return 'The name of this folder contains a zero byte.';
  try {
    return (await stat(folder)).isDirectory() ? null : `${folder} is not a folder.`;
  } catch {
    return `The folder ${folder} no longer exists.`;
  }
}

function unknownTerminal(): Result<never> {
  return fail('not-found', 'This terminal is closed.');
}
