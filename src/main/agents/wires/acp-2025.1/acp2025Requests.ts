import type { ConnectionClient, OfferedServices } from '#main/agents/connection';
import { isRecord, type JsonRecord, labelOf, makeRoom } from '#main/agents/wires/json';
import {
  invalidParams,
  methodNotFound,
  NotUnderstood,
  refusalFrom,
} from '#main/agents/wires/rpc/rpcRefusal';
import type { SessionTable } from '#main/agents/wires/rpc/sessionTable';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AppErrorCode, Result } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import type { DialectSession } from './dialectSession';

/** The number of terminals per connection whose session is remembered. */
const CLIENT_TERMINALS = 1_024;

/** The dialect's own error codes for our refusals. */
const codes: Partial<Record<AppErrorCode, number>> = {
  'not-found': -32001,
  refused: -32002,
  conflict: -32003,
  unavailable: -32004,
  'invalid-input': -32602,
};

const done = { status: 'ok' } as const;

type Answer = (
  this: Acp2025Requests,
  session: AgentSessionId,
  params: JsonRecord,
  signal: AbortSignal,
) => Promise<object>;

/** Answers the agent's requests. Services that were not offered are missing. */
export class Acp2025Requests {
  /** The session of each terminal, because requests about a terminal name no session. */
  private readonly terminals = new Map<string, AgentSessionId>();
  private readonly answers: ReadonlyMap<string, Answer>;

  constructor(
    private readonly client: ConnectionClient,
    private readonly sessions: SessionTable<DialectSession>,
    services: OfferedServices,
    private readonly closing: AbortSignal,
  ) {
    this.answers = new Map<string, Answer>([
      ...(services.fileSystem ? files : []),
      ...(services.terminal ? terminals : []),
    ]);
  }

  async answer(method: string, params: unknown, signal: AbortSignal): Promise<object> {
    const answer = this.answers.get(method);
    if (answer === undefined) throw methodNotFound(method);
    if (!isRecord(params)) throw invalidParams('params must be an object');
    const session = this.sessionOf(params);
    if (session.whenOpen) await session.whenOpen;
    return answer.call(this, session.id, params, signal);
  }

  async readTextFile(id: AgentSessionId, params: JsonRecord): Promise<object> {
    const path = textIn(params, 'path');
    const turnEnd = this.client.of(id).untilTurnEnds();
    const read = await this.client.inTurn((room) =>
      this.client.of(id).readTextFile({ path, line: null, limit: null }, room, turnEnd),
    );
    return { content: granted(read) };
  }

  /** Continues even if the agent cancels, because the answer must match the disk. */
  async writeTextFile(
    id: AgentSessionId,
    params: JsonRecord,
    signal: AbortSignal,
  ): Promise<object> {
    const [path, content] = [textIn(params, 'path'), textIn(params, 'content')];
    granted(await this.client.of(id).writeTextFile({ path, content }, signal));
    return done;
  }

  async createTerminal(id: AgentSessionId, params: JsonRecord): Promise<object> {
    const { cwd } = params;
    const command = textIn(params, 'command');
    const place = typeof cwd === 'string' ? cwd : null;
    const request = { command, args: [], env: [], cwd: place, outputByteLimit: null };
    const { terminals } = this.client.of(id);
    const terminal = granted(await terminals.create(request));
    makeRoom(this.terminals, CLIENT_TERMINALS);
    this.terminals.set(terminal, id);
    this.sessions.find(id)?.commandStarted(terminal, command);
    const exit = terminals.waitForExit(terminal, this.closing);
    void exit.then((ended) => {
      if (this.closing.aborted) return;
      const exitCode = ended.ok ? ended.value.exitCode : null;
      this.sessions.find(id)?.commandEnded(terminal, exitCode);
    }, onUnexpectedError);
    return { terminal_id: terminal };
  }

  async terminalOutput(id: AgentSessionId, params: JsonRecord): Promise<object> {
    const terminal = terminalIn(params);
    const read = await this.client.inTurn(() => this.client.of(id).terminals.output(terminal));
    const { output, truncated, exit } = granted(read);
    if (exit === null) return { output, truncated };
    const status = { exit_code: exit.exitCode, signal: exit.signal };
    return { output, truncated, exit_status: status };
  }

  async waitForExit(id: AgentSessionId, params: JsonRecord, signal: AbortSignal): Promise<object> {
    const waited = this.client.of(id).terminals.waitForExit(terminalIn(params), signal);
    const { exitCode, signal: name } = granted(await waited);
    return { exit_code: exitCode, signal: name };
  }

  async killTerminal(id: AgentSessionId, params: JsonRecord): Promise<object> {
    granted(await this.client.of(id).terminals.kill(terminalIn(params)));
    return done;
  }

  async releaseTerminal(id: AgentSessionId, params: JsonRecord): Promise<object> {
    const terminal = terminalIn(params);
    granted(await this.client.of(id).terminals.release(terminal));
    this.terminals.delete(terminal);
    return done;
  }

  /**
   * Finds the session of a request, which need not name one. Without a name, it is the session of
   * the terminal, the only session, or the only one with a running turn. Otherwise the request is
   * refused, because a guess could put a change into the wrong session.
   */
  private sessionOf(params: JsonRecord): DialectSession {
    const { session_id: named, terminal_id: terminal } = params;
    if (named !== undefined && named !== null) {
      const session = this.sessions.find(named);
      if (session) return session;
      throw new NotUnderstood(
        -32001,
        `There is no session ${labelOf(named, 'without an id')} here`,
      );
    }
    const owner = typeof terminal === 'string' ? this.terminals.get(terminal) : undefined;
    const all = owner === undefined ? this.sessions.all : [this.sessions.find(owner)];
    const working = all.filter((session) => session?.isWorking);
    const [only, ...others] = all.length === 1 ? all : working;
    if (only && others.length === 0) return only;
    throw new NotUnderstood(-32003, 'The request must name its session: set session_id');
  }
}

const { prototype: requests } = Acp2025Requests;

const files: readonly (readonly [string, Answer])[] = [
  ['fs/read_text_file', requests.readTextFile],
  ['fs/write_text_file', requests.writeTextFile],
];

const terminals: readonly (readonly [string, Answer])[] = [
  ['terminal/create', requests.createTerminal],
  ['terminal/output', requests.terminalOutput],
  ['terminal/wait_for_exit', requests.waitForExit],
  ['terminal/kill', requests.killTerminal],
  ['terminal/release', requests.releaseTerminal],
];

function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw refusalFrom(result.error, codes);
}

function terminalIn(params: JsonRecord): TerminalId {
  return textIn(params, 'terminal_id') as string as TerminalId;
}

/** Refuses text that cannot be passed unchanged to a file or a program. */
function textIn(params: JsonRecord, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw invalidParams(`${key} must be a string`);
  if (!value.isWellFormed()) throw invalidParams(`${key} is not valid Unicode`);
  return value;
}
