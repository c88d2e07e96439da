import type {
  ConnectionClient,
  PathStatus,
  PermissionAsk,
  SessionClient,
  TerminalOutput,
  TerminalRequest,
  WireProblem,
} from '#main/agents/connection';
import { ByteBudget } from '#main/base/byteBudget';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
} from '#shared/session/request/requests';

/** The calls of the client, in order, for tests. */
export type Call = readonly [name: string, ...details: unknown[]];

/**
 * A client that records everything and allows nothing by default. It only accepts events for known
 * sessions, as the host does.
 */
export class RecordingClient implements ConnectionClient {
  readonly known = new Set<AgentSessionId>();
  readonly events: SessionEvent[] = [];
  readonly problems: WireProblem[] = [];
  readonly calls: Call[] = [];
  readonly output: (readonly [TerminalId, string])[] = [];
  /** Events and questions together, in order of arrival. */
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
  onOutput: () => Result<TerminalOutput> = () =>
    ok({ output: 'out', truncated: false, exit: null });
  onEvents: (events: readonly SessionEvent[]) => void = () => undefined;

  readonly sessions = {
    get: (session: AgentSessionId) => (this.known.has(session) ? this.of(session) : undefined),
  };

  congestion(): Promise<void> | null {
    return this.congested;
  }

  async inTurn<T>(read: (room: ByteBudget) => T | Promise<T>): Promise<T> {
    return read(new ByteBudget(Number.MAX_SAFE_INTEGER));
  }

  of(session: AgentSessionId | null): SessionClient {
    const noted =
      <Given extends unknown[], Answer>(name: string, answer: (...given: Given) => Answer) =>
      (...given: Given): Answer => {
        this.note(name, session, given[0]);
        return answer(...given);
      };
    return {
      ingest: (events) => {
        this.events.push(...events);
        this.journal.push(...events.map(({ type }) => type));
        this.onEvents(events);
      },
      congestion: () => null,
      warn: () => undefined,
      notUnderstood: () => undefined,
      askPermission: (ask, signal, look) => {
        const permission = noted('askPermission', (whole: PermissionAsk) =>
          this.onPermission(whole, signal),
        );
        return look === undefined
          ? permission(ask)
          : look().then((content) =>
              permission(content.length === 0 ? ask : { ...ask, tool: { ...ask.tool, content } }),
            );
      },
      elicit: noted('elicit', (question, signal) => this.onElicit(question, signal)),
      untilTurnEnds: () => new AbortController().signal,
      readTextFile: noted('readTextFile', ({ path }) => this.onRead(path)),
      writeTextFile: noted('writeTextFile', ({ path, content }, signal) =>
        this.onWrite(path, content, signal),
      ),
      readFile: noted('readFile', (path) => this.onReadFile(path)),
      pathStatus: noted('pathStatus', (path) => this.onPathStatus(path)),
      findFiles: noted('findFiles', (pattern) => this.onFindFiles(pattern)),
      terminals: {
        create: noted('terminals.create', (request) => this.onTerminal(request)),
        output: noted('terminals.output', () => this.onOutput()),
        waitForExit: noted('terminals.waitForExit', async () => ok({ exitCode: 0, signal: null })),
        kill: noted('terminals.kill', async () => ok()),
        release: noted('terminals.release', async () => ok()),
      },
      terminalData: (terminal, data) => {
        this.output.push([terminal, data]);
        this.journal.push('terminal.data');
      },
    };
  }

  report(problem: WireProblem): void {
    this.problems.push(problem);
  }

  private note(...call: Call): void {
    this.calls.push(call);
    this.journal.push(call[0]);
  }
}
