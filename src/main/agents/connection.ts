import type { Disposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { Result } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import type {
  AgentIdentity,
  AgentPowers,
  AuthenticationMethod,
  TurnUsage,
  Wire,
} from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent, ToolFields, TurnEndReason } from '#shared/session/events';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOption,
  PermissionOutcome,
} from '#shared/session/requests';

/** What a session needs to exist on the agent's side; sent again whenever it is reopened. */
export interface SessionPlace {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
}

/** A conversation on the agent's side that is now ours to speak in. */
export interface OpenedSession {
  readonly agentSessionId: AgentSessionId;
  /** Modes, options and commands that came with the answer. */
  readonly events: readonly SessionEvent[];
}

export interface ListedSession {
  readonly agentSessionId: AgentSessionId;
  readonly cwd: string;
  readonly title: string | null;
  readonly updatedAt: string | null;
}

export interface TurnResult {
  readonly reason: Exclude<TurnEndReason, 'failed' | 'interrupted'>;
  readonly usage?: TurnUsage;
}

/** How an agent's request to log in was met: what the method needs from the user. */
export interface Credentials {
  readonly apiKey?: string;
}

/**
 * The port that every wire implements. One connection serves one process and any number of
 * sessions. Methods reject with a `ConnectionError`; optional powers are optional members.
 * Deadlines are the caller's: an aborted signal ends the waiting, and the agent is told.
 */
export interface AgentConnection extends Disposable {
  readonly wire: Wire;
  readonly protocolVersion: string;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly authenticationMethods: readonly AuthenticationMethod[];
  /** One process holds one session: another needs a process of its own. */
  readonly sessionsPerProcess?: 1;

  newSession(place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession>;
  prompt(session: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult>;
  /** Asks the running turn to stop; `prompt` settles when it has. */
  cancel(session: AgentSessionId): void;
  /** Forgets the session: nothing that still comes for it is delivered. */
  releaseSession(session: AgentSessionId): void;

  /** The agent says its history again, as events through the client, before the promise settles. */
  loadSession?(
    session: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  /** The agent takes the conversation up without repeating it. */
  resumeSession?(
    session: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  forkSession?(
    session: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  listSessions?(cwd: string | null, signal?: AbortSignal): Promise<readonly ListedSession[]>;
  closeSession?(session: AgentSessionId, signal?: AbortSignal): Promise<void>;
  deleteSession?(session: AgentSessionId, signal?: AbortSignal): Promise<void>;
  setTitle?(session: AgentSessionId, title: string): Promise<void>;
  setMode?(session: AgentSessionId, modeId: string): Promise<readonly SessionEvent[]>;
  setOption?(
    session: AgentSessionId,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]>;
  /** Hands text to the turn that runs; false when the agent could not take it. */
  steer?(session: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean>;
  authenticate?(methodId: string, credentials: Credentials, signal?: AbortSignal): Promise<void>;
  logout?(): Promise<void>;
}

/** A permission request as the wire hands it over; `tool` updates the call that it is about. */
export interface PermissionAsk {
  readonly toolCallId: string | null;
  readonly tool: ToolFields;
  readonly title: string;
  readonly description?: string;
  readonly options: readonly PermissionOption[];
  readonly asker?: 'app';
}

export interface TerminalRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly cwd: string | null;
  readonly outputByteLimit: number | null;
}

export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface TerminalOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly exit: TerminalExit | null;
}

export type PathStatus = 'file' | 'folder' | 'missing';

/** The terminals that an agent may ask us to run; every id is checked against its session. */
export interface ClientTerminals {
  create(session: AgentSessionId, request: TerminalRequest): Promise<Result<TerminalId>>;
  output(session: AgentSessionId, terminal: TerminalId): Promise<Result<TerminalOutput>>;
  waitForExit(
    session: AgentSessionId,
    terminal: TerminalId,
    signal: AbortSignal,
  ): Promise<Result<TerminalExit>>;
  kill(session: AgentSessionId, terminal: TerminalId): Promise<Result<void>>;
  release(session: AgentSessionId, terminal: TerminalId): Promise<Result<void>>;
}

/** What a connection asks of us, and where it puts what it hears. */
export interface ConnectionClient {
  /** Takes events in wire order, synchronously. False: the session is not known on this connection. */
  ingest(session: AgentSessionId, events: readonly SessionEvent[]): boolean;
  /** Null while there is room; otherwise settles when reading may go on. */
  congestion(): Promise<void> | null;

  askPermission(
    session: AgentSessionId,
    ask: PermissionAsk,
    signal: AbortSignal,
  ): Promise<PermissionOutcome>;
  /** `session` is null for questions of the connection itself, such as a device login. */
  elicit(
    session: AgentSessionId | null,
    question: ElicitationQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationOutcome>;
  readTextFile(
    session: AgentSessionId,
    request: { path: string; line: number | null; limit: number | null },
  ): Promise<Result<string>>;
  /** Settles when the text is on disk, or was refused. */
  writeTextFile(
    session: AgentSessionId,
    request: { path: string; content: string },
    signal: AbortSignal,
  ): Promise<Result<void>>;
  /** The whole file, whatever it holds. */
  readFile(session: AgentSessionId, path: string): Promise<Result<Uint8Array>>;
  pathStatus(session: AgentSessionId, path: string): Promise<Result<PathStatus>>;
  /** Absolute paths of the files and folders in the session's folder that fit the glob pattern. */
  findFiles(session: AgentSessionId, pattern: string): Promise<Result<readonly string[]>>;
  readonly terminals: ClientTerminals;
  /** Output of a terminal that the agent runs itself. */
  terminalData(session: AgentSessionId, terminal: TerminalId, data: string): void;
  /** Something off the protocol that the user may want to see in the log panel. */
  report(problem: WireProblem): void;
}

/** Which of our own services the agent is offered; withholding one can keep its own sandbox. */
export interface OfferedServices {
  readonly fileSystem: boolean;
  readonly terminal: boolean;
}

export type WireProblem =
  | { readonly type: 'garbage'; readonly text: string }
  | { readonly type: 'invalid'; readonly method: string; readonly message: string }
  | { readonly type: 'unexpected'; readonly message: string }
  /** The agent does not read what it is sent. */
  | { readonly type: 'stuck'; readonly message: string };

export type ConnectionErrorCode =
  | 'authentication-required'
  | 'not-found'
  | 'unsupported'
  | 'invalid-request'
  | 'agent-error'
  | 'protocol'
  | 'closed'
  | 'timeout'
  | 'cancelled';

/** Why a request to the agent failed, in words for the user and a code for us. */
export class ConnectionError extends Error {
  constructor(
    readonly code: ConnectionErrorCode,
    message: string,
    readonly detail?: string,
  ) {
    super(message);
    this.name = 'ConnectionError';
  }
}

/** A parsed message, both directions; bytes and framing are the channel's business. */
export interface MessageChannel extends Disposable {
  readonly onMessage: Event<unknown>;
  readonly onClose: Event<string>;
  /** Of the message that is being heard, as it came; zero where it came in no bytes. */
  readonly messageBytes: number;
  /** Null while the agent takes what it is sent; otherwise settles when more may be sent. */
  congestion(): Promise<void> | null;
  send(message: object): void;
  pause(): void;
  resume(): void;
}

export interface ConnectOptions {
  readonly channel: MessageChannel;
  readonly client: ConnectionClient;
  readonly services: OfferedServices;
  readonly clientVersion: string;
  /** Where the process runs, and so the folder of every session that it serves. */
  readonly workingDirectory: string;
  /** The conversation that the process was started to take up, for wires that resume by argument. */
  readonly resumes?: AgentSessionId;
  /** Whether the draft of the next version of a wire may be spoken with an agent that offers it. */
  readonly draft?: boolean;
  /** Aborted when the start deadline has passed or the user gave up. */
  readonly signal: AbortSignal;
}
