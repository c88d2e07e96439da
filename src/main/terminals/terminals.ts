import { randomUUID } from 'node:crypto';
import type { SessionTerminals } from '#main/agents/agents';
import type { TerminalExit, TerminalOutput, TerminalRequest } from '#main/agents/connection';
import { type Disposable, DisposableMap, DisposableStore } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { fail, ok, type Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { commandLine, refusedVariables } from './commandLine';
import {
  DEFAULT_OUTPUT_BYTES,
  LIVE_TERMINALS_PER_SESSION,
  LOGGED_TAIL_BYTES,
  MAXIMUM_OUTPUT_BYTES,
} from './limits';
import { PipeTerminal } from './pipeTerminal';

export interface AgentTerminalsOptions {
  readonly cwd: string;
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  /** Where a working directory that the agent names really is, if it may be used. */
  locate(path: string): Promise<Result<string>>;
  record(event: SessionEvent): void;
}

/** The commands that one session's agent has us run. They all end with the session. */
export class AgentTerminals implements SessionTerminals, Disposable {
  private readonly owned = new DisposableStore();
  private readonly terminals = this.owned.add(new DisposableMap<TerminalId, PipeTerminal>());
  private readonly data = this.owned.add(
    new Emitter<{ readonly terminal: TerminalId; readonly data: string }>(),
  );
  readonly onDidWrite = this.data.event;

  constructor(private readonly options: AgentTerminalsOptions) {}

  async create(request: TerminalRequest): Promise<Result<TerminalId>> {
    if (this.terminals.size >= LIVE_TERMINALS_PER_SESSION) {
      return fail('refused', `A session may have ${LIVE_TERMINALS_PER_SESSION} terminals at once.`);
    }
    const refused = refusedVariables(request.env);
    if (refused.length > 0) {
      return fail('refused', `These variables may not be set: ${refused.join(', ')}`);
    }
    const place = await this.options.locate(request.cwd ?? this.options.cwd);
    if (!place.ok) return place;
    const environment = await this.options.environment();
    const terminal = new PipeTerminal({
      line: commandLine(request.command, request.args),
      cwd: place.value,
      env: {
        ...environment,
        ...Object.fromEntries(request.env.map(({ name, value }) => [name, value])),
      },
      outputByteLimit: outputLimit(request.outputByteLimit),
    });
    try {
      await terminal.started();
    } catch (error) {
      terminal.dispose();
      return fail('not-found', `"${request.command}" could not be started: ${reason(error)}`);
    }
    return ok(this.adopt(terminal, request, place.value));
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
    const terminal = this.terminals.get(id);
    if (terminal === undefined) return unknownTerminal(id);
    await terminal.kill();
    this.terminals.delete(id);
    return ok();
  }

  dispose(): void {
    this.owned.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private adopt(terminal: PipeTerminal, request: TerminalRequest, cwd: string): TerminalId {
    const id = `term_${randomUUID()}` as TerminalId;
    this.terminals.set(id, terminal);
    this.options.record({
      type: 'terminal.started',
      terminalId: id,
      command: request.command,
      args: request.args,
      cwd,
      owner: 'client',
    });
    terminal.onDidWrite((data) => this.data.fire({ terminal: id, data }));
    void terminal.ended.then(({ exitCode, signal }) => {
      this.options.record({
        type: 'terminal.ended',
        terminalId: id,
        exitCode,
        signal,
        tail: terminal.tail.text(LOGGED_TAIL_BYTES),
        truncated: terminal.tail.truncated,
      });
    });
    return id;
  }
}

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
