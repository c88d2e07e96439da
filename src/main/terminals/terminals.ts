import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type {
  SessionTerminals,
  TerminalExit,
  TerminalOutput,
  TerminalRequest,
} from '#main/agents/connection';
import { beginningOf } from '#main/base/cutText';
import { type Disposable, DisposableMap, DisposableStore } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { isOutOfDescriptors, NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { canSeal } from '#main/base/process/sealedLaunch';
import { Queue } from '#main/base/queue';
import { killLeftBehind, type LeftBehind, leftBehindBy } from '#main/ptyHost/ptySession';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type { TerminalSize } from '#shared/terminal/portMessages';
import { commandLine, refusedVariables } from './commandLine';
import {
  DEFAULT_OUTPUT_BYTES,
  ENDED_TERMINALS_PER_SESSION,
  LIVE_TERMINALS_PER_SESSION,
  LOGGED_TAIL_BYTES,
  LOGGED_VALUE_CHARACTERS,
  MAXIMUM_OUTPUT_BYTES,
  REMEMBERED_SESSIONS,
  SESSION_OUTPUT_BYTES,
  STARTS_AT_ONCE,
} from './limits';
import { TailShare } from './output/tailShare';
import { type CommandOptions, PipeTerminal } from './pipeTerminal';
import { PtyCommand } from './pty/ptyCommand';
import type { PtyHostClient } from './pty/ptyHostClient';
import type { RunningCommand } from './runningCommand';
import { wantsTty } from './wantsTty';

export type { CheckCommand, CheckEnd } from './checkTerminals';

/** The source of ptys; without it all commands run on pipes. */
export type Ptys = PtyHostClient;

export interface AgentTerminalsOptions {
  readonly cwd: string;
  readonly ptys?: Ptys | undefined;
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  /**
   * Opens the namespace of the commands, so that none outlives the session; null if the system has
   * none.
   */
  openNamespace?: (() => Promise<ProcessNamespace | null>) | undefined;
  /** The real path of a working directory that the agent names, if it may be used. */
  locate(path: string): Promise<Result<string>>;
  /** Aborts when the agent's current turn ends. */
  untilTurnEnds?(): AbortSignal;
  /**
   * Whether the command may run here. May ask the user until the turn ends in which the agent
   * requested it.
   */
  mayRun?(command: IntendedCommand, turnEnd: AbortSignal | undefined): Promise<Result<void>>;
  record(event: SessionEvent): void;
}

/** A command as it would run: its real folder, and the variables set for it. */
export interface IntendedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

/** The commands that we run for one session's agent. They all end with the session. */
export class AgentTerminals implements SessionTerminals, Disposable {
  private readonly owned = new DisposableStore();
  private readonly terminals = this.owned.add(new DisposableMap<TerminalId, RunningCommand>());
  private readonly data = this.owned.add(
    new Emitter<{ readonly terminal: TerminalId; readonly data: string }>(),
  );
  readonly onDidWrite = this.data.event;
  private readonly takenOver = new Set<TerminalId>();
  /** What ended commands left running, such as a server. */
  private readonly leftBehind = new Set<LeftBehind>();
  private namespace: Promise<ProcessNamespace | null> | undefined;
  /** Starts only a few programs at a time, since each start blocks the event loop for a moment. */
  private readonly starts = new Queue({ limit: STARTS_AT_ONCE });
  private starting = 0;
  private readonly share = new TailShare(SESSION_OUTPUT_BYTES);
  private isClosed = false;

  constructor(private readonly options: AgentTerminalsOptions) {}

  async create(request: TerminalRequest): Promise<Result<TerminalId>> {
    if (this.isClosed) return fail('unavailable', 'The session has ended.');
    if (this.liveCount() + this.starting >= LIVE_TERMINALS_PER_SESSION) {
      return fail(
        'refused',
        `A session can have at most ${LIVE_TERMINALS_PER_SESSION} terminals at a time.`,
      );
    }
    if (holdsZeroByte(request)) {
      return fail('invalid-input', 'The command, an argument or a variable contains a zero byte.');
    }
    const refused = refusedVariables(request.env);
    if (refused.length > 0) {
      return fail('refused', `These variables may not be set: ${refused.join(', ')}`);
    }
    // Count before the first await, because many may be requested before the first one runs.
    this.starting++;
    try {
      return await this.start(request, this.options.untilTurnEnds?.());
    } finally {
      this.starting--;
      if (this.isClosed) await this.endNamespace();
    }
  }

  output(id: TerminalId): Result<TerminalOutput> {
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    const { tail, exit } = terminal;
    return ok({ output: tail.text(), truncated: tail.truncated, exit });
  }

  async waitForExit(id: TerminalId, signal: AbortSignal): Promise<Result<TerminalExit>> {
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    const aborted = new Promise<null>((resolve) => {
      if (signal.aborted) resolve(null);
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    const exit = await Promise.race([terminal.ended, aborted]);
    return exit === null ? fail('cancelled', 'The agent is no longer waiting for it.') : ok(exit);
  }

  async kill(id: TerminalId): Promise<Result<void>> {
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    await terminal.kill();
    return ok();
  }

  async release(id: TerminalId): Promise<Result<void>> {
    const killed = await this.kill(id);
    // The command may have been released while it was being killed.
    if (killed.ok) this.terminals.delete(id);
    return killed;
  }

  /** Sends the user's input to the command from now on. */
  takeOver(id: TerminalId): Result<void> {
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    if (!(terminal instanceof PtyCommand)) {
      return fail('refused', 'This command runs without a terminal and accepts no input.');
    }
    this.takenOver.add(id);
    return ok();
  }

  /** Ignores the user's input from now on. */
  handBack(id: TerminalId): Result<void> {
    this.takenOver.delete(id);
    return ok();
  }

  /** I12: no input reaches a command that was not taken over. */
  input(id: TerminalId, data: string): Result<void> {
    const terminal = this.takenOver.has(id) ? this.terminals.get(id) : undefined;
    if (!(terminal instanceof PtyCommand)) return fail('refused', 'This terminal is read-only.');
    terminal.input(data);
    return ok();
  }

  /** Sets the size of the screen that shows the command; ignored after the command has ended. */
  resize(id: TerminalId, size: TerminalSize): void {
    const terminal = this.terminals.get(id);
    if (terminal instanceof PtyCommand) terminal.resize(size);
  }

  /**
   * Ends all commands, for example when their agent has ended; settles when their ends are
   * recorded.
   */
  async endAll(): Promise<void> {
    await Promise.all([...this.terminals.keys()].map((id) => this.release(id)));
    this.killLeftBehind();
    await this.endNamespace();
  }

  /** Ends all commands, and accepts no more. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.endAll();
  }

  dispose(): void {
    this.isClosed = true;
    this.owned.dispose();
    this.killLeftBehind();
    void this.endNamespace();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private killLeftBehind(): void {
    killLeftBehind(this.leftBehind);
    this.leftBehind.clear();
  }

  /** The namespace of all commands of the session; opens a new one if it has ended. */
  private async currentNamespace(): Promise<ProcessNamespace | null> {
    const opened = this.namespace;
    const namespace = await opened;
    if (namespace?.isAlive) return namespace;
    if (this.namespace === opened) {
      namespace?.dispose();
      this.namespace = this.openNamespace();
    }
    return (await this.namespace) ?? null;
  }

  /** A failed opening is not remembered: the next command tries again. */
  private openNamespace(): Promise<ProcessNamespace | null> {
    const opening = (this.options.openNamespace?.() ?? Promise.resolve(null)).catch(
      (error: unknown) => {
        if (this.namespace === opening) this.namespace = undefined;
        throw error;
      },
    );
    return opening;
  }

  private async endNamespace(): Promise<void> {
    const opened = this.namespace;
    this.namespace = undefined;
    // A failure to open it was reported to the caller.
    (await opened?.catch(() => null))?.dispose();
  }

  private liveCount(): number {
    return [...this.terminals.values()].filter(({ exit }) => exit === null).length;
  }

  /** Drops the oldest ended commands, which agents forget to release. */
  private makeRoom(): void {
    const ended = [...this.terminals].filter(([, { exit }]) => exit !== null);
    const excess = ended.slice(0, Math.max(0, ended.length + 1 - ENDED_TERMINALS_PER_SESSION));
    for (const [id] of excess) this.terminals.delete(id);
  }

  private async start(
    request: TerminalRequest,
    turnEnd: AbortSignal | undefined,
  ): Promise<Result<TerminalId>> {
    const place = await this.options.locate(request.cwd ?? this.options.cwd);
    if (!place.ok) return place;
    const { command, args, env } = request;
    const intended = { command, args, cwd: place.value, env };
    const allowed = await this.options.mayRun?.(intended, turnEnd);
    if (allowed && !allowed.ok) return allowed;
    if (this.isClosed) return fail('unavailable', 'The session has ended.');
    const environment = await this.options.environment();
    const id = `term_${randomUUID()}` as TerminalId;
    const options = {
      line: commandLine(request.command, request.args),
      cwd: place.value,
      env: {
        ...environment,
        PWD: place.value,
        ...Object.fromEntries(request.env.map(({ name, value }) => [name, value])),
      },
      outputByteLimit: outputLimit(request.outputByteLimit),
      share: this.share,
    };
    const started = await this.starts.run(async () => {
      // Let others run between two starts: a program counts as started before the event loop turns.
      await setImmediate();
      return this.run(id, request, options);
    });
    if (!started.ok) return started;
    if (this.isClosed) {
      started.value.dispose();
      return fail('unavailable', 'The session has ended.');
    }
    this.adopt(id, started.value, request, place.value);
    return ok(id);
  }

  private async run(
    id: TerminalId,
    request: TerminalRequest,
    launch: Omit<CommandOptions, 'namespace'>,
  ): Promise<Result<RunningCommand>> {
    const { ptys } = this.options;
    try {
      const options = { ...launch, namespace: await this.currentNamespace() };
      if (ptys !== undefined && canSeal() && wantsTty(request)) {
        const started = await PtyCommand.start(id, ptys, options);
        // Otherwise fall back to pipes: a command without a terminal is better than none.
        if (started.ok) return started;
      }
      return ok(await PipeTerminal.start(options));
    } catch (error) {
      if (error instanceof AppException) return fail(error.code, error.message, error.detail);
      if (isOutOfDescriptors(error)) {
        return fail('unavailable', `"${request.command}" was not started. ${NO_DESCRIPTORS}`);
      }
      return fail('not-found', `"${request.command}" could not be started: ${reason(error)}`);
    }
  }

  private adopt(
    id: TerminalId,
    terminal: RunningCommand,
    request: TerminalRequest,
    cwd: string,
  ): void {
    this.makeRoom();
    this.terminals.set(id, terminal);
    const { command, args, env } = request;
    this.options.record({
      type: 'terminal.started',
      terminalId: id,
      command,
      args,
      cwd,
      owner: 'client',
      ...(terminal instanceof PtyCommand ? { tty: true as const } : {}),
      ...(env.length > 0 ? { env: env.map(shortened) } : {}),
    });
    terminal.onDidWrite((data) => this.data.fire({ terminal: id, data }));
    void terminal.ended.then(({ exitCode, signal }) => {
      this.takenOver.delete(id);
      this.rememberEnded(terminal);
      this.options.record({
        type: 'terminal.ended',
        terminalId: id,
        exitCode,
        signal,
        tail: terminal.tail.text(LOGGED_TAIL_BYTES),
        truncated: terminal.tail.truncated,
      });
    });
  }

  /** Remembers commands on pipes only: the pty host kills what a program in a pty leaves behind. */
  private rememberEnded(terminal: RunningCommand): void {
    if (!(terminal instanceof PipeTerminal) || terminal.session === undefined) return;
    const left = leftBehindBy(terminal.session);
    if (left === null) return;
    this.leftBehind.add(left);
    const [oldest] = this.leftBehind;
    if (this.leftBehind.size > REMEMBERED_SESSIONS && oldest !== undefined) {
      killLeftBehind([oldest]);
      this.leftBehind.delete(oldest);
    }
  }
}

function shortened({ name, value }: { readonly name: string; readonly value: string }) {
  return { name, value: beginningOf(value, LOGGED_VALUE_CHARACTERS) };
}

/**
 * Whether a text contains a zero byte: the system would cut it there and run something other than
 * requested.
 */
function holdsZeroByte({ command, args, env }: TerminalRequest): boolean {
  const variables = env.flatMap(({ name, value }) => [name, value]);
  return [command, ...args, ...variables].some((text) => text.includes('\0'));
}

/** The limit. Zero counts as no limit, because the agent could otherwise read nothing. */
function outputLimit(requested: number | null): number {
  if (requested === null || !(requested > 0)) return DEFAULT_OUTPUT_BYTES;
  return Math.min(Math.floor(requested), MAXIMUM_OUTPUT_BYTES);
}

function unknownTerminal(id: TerminalId): Result<never> {
  return fail('not-found', `There is no terminal ${id}.`);
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'no such program or folder' : message;
}
