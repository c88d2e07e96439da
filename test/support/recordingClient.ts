import type {
  ClientTerminals,
  ConnectionClient,
  PathStatus,
  PermissionAsk,
  TerminalRequest,
  WireProblem,
} from '#main/agents/connection';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
} from '#shared/session/requests';

/** What was asked of the client, in order, for tests to look at. */
export type Call = readonly [name: string, ...details: unknown[]];

/**
 * A client that takes everything down and says yes to nothing unless told. Events are taken only
 * for sessions that are known, as the host does it.
 */
export class RecordingClient implements ConnectionClient {
  readonly known = new Set<AgentSessionId>();
  readonly events: SessionEvent[] = [];
  readonly problems: WireProblem[] = [];
  readonly calls: Call[] = [];
  readonly output: (readonly [TerminalId, string])[] = [];
  /** In the order they came, events and questions together. */
  readonly journal: string[] = [];
  congested: Promise<void> | null = null;

  onPermission: (ask: PermissionAsk, signal: AbortSignal) => Promise<PermissionOutcome> = (ask) =>
    Promise.resolve({ type: 'selected', optionId: ask.options[0]?.id ?? '' });
  onElicit: (question: ElicitationQuestion, signal: AbortSignal) => Promise<ElicitationOutcome> =
    () => Promise.resolve({ type: 'declined' });
  onRead: (path: string) => Promise<Result<string>> = (path) =>
    Promise.resolve(fail('not-found', `There is no file ${path}.`));
  onWrite: (path: string, content: string, signal: AbortSignal) => Promise<Result<void>> = () =>
    Promise.resolve(ok());
  onReadFile: (path: string) => Promise<Result<Uint8Array>> = (path) =>
    Promise.resolve(fail('not-found', `There is no file ${path}.`));
  onPathStatus: (path: string) => Promise<Result<PathStatus>> = () =>
    Promise.resolve(ok<PathStatus>('missing'));
  onFindFiles: (pattern: string) => Promise<Result<readonly string[]>> = () =>
    Promise.resolve(ok<readonly string[]>([]));
  onTerminal: (request: TerminalRequest) => Promise<Result<TerminalId>> = () =>
    Promise.resolve(ok('terminal-1' as TerminalId));

  ingest(session: AgentSessionId, events: readonly SessionEvent[]): boolean {
    if (!this.known.has(session)) return false;
    this.events.push(...events);
    this.journal.push(...events.map(({ type }) => type));
    return true;
  }

  congestion(): Promise<void> | null {
    return this.congested;
  }

  askPermission(
    session: AgentSessionId,
    ask: PermissionAsk,
    signal: AbortSignal,
  ): Promise<PermissionOutcome> {
    this.note('askPermission', session, ask);
    return this.onPermission(ask, signal);
  }

  elicit(
    session: AgentSessionId | null,
    question: ElicitationQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationOutcome> {
    this.note('elicit', session, question);
    return this.onElicit(question, signal);
  }

  readTextFile(
    session: AgentSessionId,
    request: { path: string; line: number | null; limit: number | null },
  ): Promise<Result<string>> {
    this.note('readTextFile', session, request);
    return this.onRead(request.path);
  }

  writeTextFile(
    session: AgentSessionId,
    request: { path: string; content: string },
    signal: AbortSignal,
  ): Promise<Result<void>> {
    this.note('writeTextFile', session, request);
    return this.onWrite(request.path, request.content, signal);
  }

  readFile(session: AgentSessionId, path: string): Promise<Result<Uint8Array>> {
    this.note('readFile', session, path);
    return this.onReadFile(path);
  }

  pathStatus(session: AgentSessionId, path: string): Promise<Result<PathStatus>> {
    this.note('pathStatus', session, path);
    return this.onPathStatus(path);
  }

  findFiles(session: AgentSessionId, pattern: string): Promise<Result<readonly string[]>> {
    this.note('findFiles', session, pattern);
    return this.onFindFiles(pattern);
  }

  readonly terminals: ClientTerminals = {
    create: (session, request) => {
      this.note('terminals.create', session, request);
      return this.onTerminal(request);
    },
    output: (session, terminal) => {
      this.note('terminals.output', session, terminal);
      return Promise.resolve(ok({ output: 'out', truncated: false, exit: null }));
    },
    waitForExit: (session, terminal) => {
      this.note('terminals.waitForExit', session, terminal);
      return Promise.resolve(ok({ exitCode: 0, signal: null }));
    },
    kill: (session, terminal) => {
      this.note('terminals.kill', session, terminal);
      return Promise.resolve(ok());
    },
    release: (session, terminal) => {
      this.note('terminals.release', session, terminal);
      return Promise.resolve(ok());
    },
  };

  terminalData(_session: AgentSessionId, terminal: TerminalId, data: string): void {
    this.output.push([terminal, data]);
    this.journal.push('terminal.data');
  }

  report(problem: WireProblem): void {
    this.problems.push(problem);
  }

  private note(...call: Call): void {
    this.calls.push(call);
    this.journal.push(call[0]);
  }
}
