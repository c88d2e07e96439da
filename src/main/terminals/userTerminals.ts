import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { Logger } from '#main/base/logger';
import { Queue } from '#main/base/queue';
import { afterFirstLine } from '#main/ptyHost/afterFirstLine';
import { TAIL_CHARACTERS } from '#main/ptyHost/limits';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalSize } from '#shared/terminal/portMessages';
import type { UserTerminal } from '#shared/terminal/terminal';
import {
  NAME_CHARACTERS,
  SAVE_MILLISECONDS,
  SHELL_START_MILLISECONDS,
  USER_TERMINALS,
} from './limits';
import type { PtyEnd, PtyHostClient } from './ptyHostClient';
import { readSavedTerminals, type SavedTerminal, writeSavedTerminals } from './savedTerminals';
import { nameOf, shellCommand, shellLine } from './shellCommand';
import { TextTail } from './textTail';

export interface UserTerminalsOptions {
  readonly ptys: PtyHostClient;
  /** Where names and tails are kept for the next run of the app. */
  readonly file: string;
  readonly logger: Logger;
  /** The shell that the settings name. */
  shell(): string | undefined;
  environment(): Promise<Readonly<Record<string, string>>>;
  now?(): number;
}

export interface RunWish {
  readonly name: string;
  /** A line for the user's shell. */
  readonly command: string;
  /** Set over the user's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface NewTerminal extends TerminalSize {
  readonly cwd: string;
  readonly sessionId: SessionId | null;
  readonly run: RunWish | null;
}

interface Kept {
  info: UserTerminal;
  readonly env: Readonly<Record<string, string>>;
  pid: number | undefined;
  tail: TextTail;
  startedAt: number;
}

/** The user's own terminals. They outlive the window, and leave their name and tail to the next run. */
export class UserTerminals extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly kept = new Map<TerminalId, Kept>();
  private readonly saves = this.register(new Queue());
  private readonly now: () => number;
  private readonly restarting = new Set<TerminalId>();
  private saveTimer: NodeJS.Timeout | undefined;
  private isEnding = false;

  private constructor(
    private readonly options: UserTerminalsOptions,
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
    return new UserTerminals(options, await readSavedTerminals(options.file, options.logger));
  }

  list(): readonly UserTerminal[] {
    return [...this.kept.values()].map(({ info }) => info);
  }

  get(id: TerminalId): UserTerminal | undefined {
    return this.kept.get(id)?.info;
  }

  /** Of the program that runs in it. */
  pidOf(id: TerminalId): number | undefined {
    const kept = this.kept.get(id);
    return kept?.info.state.type === 'running' ? kept.pid : undefined;
  }

  /** What a terminal that has ended last showed. */
  tail(id: TerminalId): Result<string> {
    const kept = this.kept.get(id);
    return kept ? ok(textOf(kept.tail)) : unknownTerminal();
  }

  async create(wish: NewTerminal): Promise<Result<UserTerminal>> {
    if (this.kept.size >= USER_TERMINALS) {
      return fail('refused', `There are ${USER_TERMINALS} terminals already.`);
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
      state: { type: 'running' },
    };
    return this.start(info, wish, run?.env ?? {});
  }

  /** The same terminal again, after its program has ended. */
  async restart(id: TerminalId, size: TerminalSize): Promise<Result<UserTerminal>> {
    const kept = this.kept.get(id);
    if (kept === undefined) return unknownTerminal();
    if (kept.info.state.type === 'running') return ok(kept.info);
    if (this.restarting.has(id)) return fail('conflict', 'This terminal is being started already.');
    this.restarting.add(id);
    return this.start({ ...kept.info, state: { type: 'running' } }, size, kept.env).finally(() =>
      this.restarting.delete(id),
    );
  }

  /** Null gives the terminal back the name that it had. */
  rename(id: TerminalId, name: string | null): Result<UserTerminal> {
    const kept = this.kept.get(id);
    if (kept === undefined) return unknownTerminal();
    this.update(kept, { givenName: name?.slice(0, NAME_CHARACTERS) || null });
    return ok(kept.info);
  }

  /** Ends what runs in it and forgets it. */
  close(id: TerminalId): Result<void> {
    const kept = this.kept.get(id);
    if (kept === undefined) return unknownTerminal();
    this.options.ptys.kill(id);
    this.forget(id);
    return ok();
  }

  /** The session is gone, and its folder with it. */
  closeThoseOf(sessionId: SessionId): void {
    for (const { info } of [...this.kept.values()]) {
      if (info.sessionId === sessionId) this.close(info.id);
    }
  }

  /** Before the app ends: ends them all, and keeps what they last showed for the next run. */
  async end(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.saveTimer);
    await this.options.ptys.end();
    await this.save();
  }

  protected override release(): void {
    clearTimeout(this.saveTimer);
    super.release();
  }

  private async start(
    info: UserTerminal,
    size: TerminalSize,
    ownEnv: Kept['env'],
  ): Promise<Result<UserTerminal>> {
    const place = await folderProblem(info.cwd);
    if (place !== null) return fail('not-found', place);
    const env = await this.options.environment();
    const sources = { chosen: this.options.shell(), env };
    const line = info.command === null ? shellCommand(sources) : shellLine(info.command, sources);
    const { id, cwd } = info;
    const opened = await this.options.ptys.open({
      id,
      audience: 'window',
      ...line,
      cwd,
      env: { ...env, ...ownEnv, PWD: cwd },
      columns: size.columns,
      rows: size.rows,
    });
    if (!opened.ok) return opened;
    const tail = this.kept.get(id)?.tail ?? new TextTail(TAIL_CHARACTERS);
    this.kept.set(id, { info, env: ownEnv, pid: opened.value, tail, startedAt: this.now() });
    this.changed();
    return ok(info);
  }

  private restore(saved: Omit<SavedTerminal, 'tail'>, text: string): void {
    const tail = new TextTail(TAIL_CHARACTERS);
    tail.push(text);
    const state = { type: 'ended', cause: 'restart', at: 0, exitCode: null, signal: null } as const;
    const info = { ...saved, state };
    this.kept.set(saved.id, { info, env: {}, pid: undefined, tail, startedAt: 0 });
  }

  private addTail(id: TerminalId, data: string, isWhole: boolean): void {
    const kept = this.kept.get(id);
    if (kept === undefined) return;
    if (isWhole) kept.tail = new TextTail(TAIL_CHARACTERS);
    kept.tail.push(data);
    this.scheduleSave();
  }

  private finish({ id, exitCode, signal, isLost }: PtyEnd): void {
    const kept = this.kept.get(id);
    // While the app ends, shells end with it; they are to be found again afterwards.
    if (kept === undefined || this.isEnding) return;
    const cause = isLost ? 'lost' : 'exit';
    // A shell that was left by its user has nothing more to say.
    const isDone = !isLost && kept.info.kind === 'shell' && !this.failedAtStart(kept, exitCode);
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
      this.save().catch((error: unknown) => {
        this.options.logger.warn('the list of terminals is not written', { error });
      });
    }, SAVE_MILLISECONDS);
  }

  private save(): Promise<void> {
    return this.saves.run(() => {
      const terminals = [...this.kept.values()].map(({ info, tail }): SavedTerminal => {
        const { state: _, ...rest } = info;
        return { ...rest, tail: textOf(tail) };
      });
      return writeSavedTerminals(this.options.file, terminals);
    });
  }
}

function textOf(tail: TextTail): string {
  const { data } = tail.from(0);
  return tail.start > 0 ? afterFirstLine(data) : data;
}

async function folderProblem(folder: string): Promise<string | null> {
  try {
    return (await stat(folder)).isDirectory() ? null : `${folder} is not a folder.`;
  } catch {
    return `The folder ${folder} is not there any more.`;
  }
}

function unknownTerminal(): Result<never> {
  return fail('not-found', 'This terminal is closed.');
}
