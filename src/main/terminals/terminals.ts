import { randomUUID } from 'node:crypto';
import type { SessionTerminals } from '#main/agents/agents';
import type { TerminalExit, TerminalOutput, TerminalRequest } from '#main/agents/connection';
import { type Disposable, DisposableMap, DisposableStore } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { killLeftBehind } from '#main/ptyHost/ptySession';
import { canSeal } from '#main/ptyHost/sealedLaunch';
import { fail, ok, type Result } from '#shared/errors';
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
  REMEMBERED_PIDS,
} from './limits';
import { type CommandOptions, PipeTerminal } from './pipeTerminal';
import { PtyCommand } from './ptyCommand';
import type { PtyHostClient } from './ptyHostClient';
import type { RunningCommand } from './runningCommand';
import { wantsTty } from './wantsTty';

/** Where ptys come from; without them all commands run on pipes. */
export type Ptys = PtyHostClient;

export interface AgentTerminalsOptions {
  readonly cwd: string;
  readonly ptys?: Ptys | undefined;
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  /** Where a working directory that the agent names really is, if it may be used. */
  locate(path: string): Promise<Result<string>>;
  record(event: SessionEvent): void;
}

/** The commands that one session's agent has us run. They all end with the session. */
export class AgentTerminals implements SessionTerminals, Disposable {
  private readonly owned = new DisposableStore();
  private readonly terminals = this.owned.add(new DisposableMap<TerminalId, RunningCommand>());
  private readonly data = this.owned.add(
    new Emitter<{ readonly terminal: TerminalId; readonly data: string }>(),
  );
  readonly onDidWrite = this.data.event;
  private readonly takenOver = new Set<TerminalId>();
  /** Programs that have ended and may have left others running, such as a server. */
  private readonly endedPids = new Set<number>();
  private starting = 0;
  private isClosed = false;

  constructor(private readonly options: AgentTerminalsOptions) {}

  async create(request: TerminalRequest): Promise<Result<TerminalId>> {
    if (this.isClosed) return fail('unavailable', 'The session has ended.');
    if (this.liveCount() + this.starting >= LIVE_TERMINALS_PER_SESSION) {
      return fail('refused', `A session may have ${LIVE_TERMINALS_PER_SESSION} terminals at once.`);
    }
    const refused = refusedVariables(request.env);
    if (refused.length > 0) {
      return fail('refused', `These variables may not be set: ${refused.join(', ')}`);
    }
    // Counted at once: many may be asked for before the first one runs.
    this.starting++;
    try {
      return await this.start(request);
    } finally {
      this.starting--;
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
    return exit === null ? fail('cancelled', 'The agent no longer waits.') : ok(exit);
  }

  async kill(id: TerminalId): Promise<Result<void>> {
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    await terminal.kill();
    return ok();
  }

  async release(id: TerminalId): Promise<Result<void>> {
    const killed = await this.kill(id);
    // Killing takes a moment, in which it may have been released already.
    if (killed.ok) this.terminals.delete(id);
    return killed;
  }

  /** From now on what the user types goes to the command. */
  takeOver(id: TerminalId): Result<void> {
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    if (!(terminal instanceof PtyCommand)) {
      return fail('refused', 'This command runs without a terminal and takes no input.');
    }
    this.takenOver.add(id);
    return ok();
  }

  /** What the user types goes nowhere any more. */
  handBack(id: TerminalId): Result<void> {
    this.takenOver.delete(id);
    return ok();
  }

  /** Nothing reaches a command that was not taken over. */
  input(id: TerminalId, data: string): Result<void> {
    const terminal = this.takenOver.has(id) ? this.terminals.get(id) : undefined;
    if (!(terminal instanceof PtyCommand)) return fail('refused', 'This terminal is read-only.');
    terminal.input(data);
    return ok();
  }

  /** Programs draw for the screen that shows them; for one that has ended it is no matter. */
  resize(id: TerminalId, size: TerminalSize): void {
    const terminal = this.terminals.get(id);
    if (terminal instanceof PtyCommand) terminal.resize(size);
  }

  /** Ends all commands, as when their agent is gone; settles when their ends have been recorded. */
  async endAll(): Promise<void> {
    await Promise.all([...this.terminals.keys()].map((id) => this.release(id)));
    this.killLeftBehind();
  }

  /** Ends all commands, and takes no more. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.endAll();
  }

  dispose(): void {
    this.isClosed = true;
    this.owned.dispose();
    this.killLeftBehind();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private killLeftBehind(): void {
    if (process.platform !== 'win32') killLeftBehind(this.endedPids);
    this.endedPids.clear();
  }

  private liveCount(): number {
    return [...this.terminals.values()].filter(({ exit }) => exit === null).length;
  }

  /** Agents forget to release what has ended; the oldest of it goes. */
  private makeRoom(): void {
    const ended = [...this.terminals].filter(([, { exit }]) => exit !== null);
    const excess = ended.slice(0, Math.max(0, ended.length + 1 - ENDED_TERMINALS_PER_SESSION));
    for (const [id] of excess) this.terminals.delete(id);
  }

  private async start(request: TerminalRequest): Promise<Result<TerminalId>> {
    const place = await this.options.locate(request.cwd ?? this.options.cwd);
    if (!place.ok) return place;
    const environment = await this.options.environment();
    const id = `term_${randomUUID()}` as TerminalId;
    const started = await this.run(id, request, {
      line: commandLine(request.command, request.args),
      cwd: place.value,
      env: {
        ...environment,
        PWD: place.value,
        ...Object.fromEntries(request.env.map(({ name, value }) => [name, value])),
      },
      outputByteLimit: outputLimit(request.outputByteLimit),
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
    options: CommandOptions,
  ): Promise<Result<RunningCommand>> {
    const { ptys } = this.options;
    if (ptys !== undefined && canSeal() && wantsTty(request)) {
      const started = await PtyCommand.start(id, ptys, options);
      // A command without a terminal is better than none.
      if (started.ok) return started;
    }
    try {
      return ok(await PipeTerminal.start(options));
    } catch (error) {
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

  /** The pty host ends what a program in a pty leaves behind. */
  private rememberEnded(terminal: RunningCommand): void {
    if (!(terminal instanceof PipeTerminal) || terminal.pid === undefined) return;
    this.endedPids.add(terminal.pid);
    const [oldest] = this.endedPids;
    if (this.endedPids.size > REMEMBERED_PIDS && oldest !== undefined) {
      killLeftBehind([oldest]);
      this.endedPids.delete(oldest);
    }
  }
}

function shortened({ name, value }: { readonly name: string; readonly value: string }) {
  return { name, value: value.slice(0, LOGGED_VALUE_CHARACTERS) };
}

/** Zero is no limit that an agent could mean: it would read nothing. */
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
