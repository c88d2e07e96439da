import type { ByteBudget } from '#main/base/byteBudget';
import type { Disposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { Result } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import type { NamedMcpServer } from '#shared/mcp/server';
import type {
  AgentIdentity,
  AgentLogin,
  AgentPowers,
  AuthenticationMethod,
  ChosenSettings,
  TurnUsage,
} from '#shared/session/agent';
import type { ContentBlock, ToolContent } from '#shared/session/content';
import type { SessionEvent, ToolFields, TurnEndReason } from '#shared/session/events';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOption,
  PermissionOutcome,
} from '#shared/session/request/requests';
import type { Wire } from '#shared/session/wires';

/** The parameters of a session on the agent's side; sent again whenever it is reopened. */
export interface SessionRoots {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  /**
   * The user's choices in the session so far, for agents that take them when they open a session.
   */
  readonly chosen?: ChosenSettings;
  /** MCP servers of the kinds that the agent supports. */
  readonly mcpServers?: readonly NamedMcpServer[];
  /** Airlock's own MCP server, for agents that talk to servers over the agent connection. */
  readonly ownServer?: OwnMcpServer;
}

/** An MCP server's answer: a result, or an error. */
export type McpOutcome =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } };

/** An MCP server inside Airlock. It serves one session and does not listen on any port. */
export interface OwnMcpServer {
  readonly name: string;
  /** The agent supplies the parameters, and they are not validated yet. */
  answer(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<McpOutcome>;
}

/** A conversation on the agent's side that is open for our prompts. */
export interface OpenedSession {
  readonly agentSessionId: AgentSessionId;
  /** Modes, options and commands that came with the answer. */
  readonly events: readonly SessionEvent[];
  /** MCP servers that the agent refused after all, by name, with the reason. */
  readonly refusedServers?: Readonly<Record<string, string>>;
}

export interface ListedSession {
  readonly agentSessionId: AgentSessionId;
  readonly cwd: string;
  readonly title: string | null;
  readonly updatedAt: string | null;
}

export interface TurnResult {
  readonly reason: Exclude<TurnEndReason, 'failed' | 'interrupted'>;
  /** The agent's own name for a reason that we do not know; safe to show. */
  readonly unknownReason?: string;
  readonly usage?: TurnUsage;
}

/** The data that a login method needs from the user. */
export interface Credentials {
  readonly apiKey?: string;
}

/**
 * The port that every wire implements. One connection serves one process and any number of
 * sessions. Methods reject with a `ConnectionError`; optional powers are optional members. The
 * caller sets the deadlines: an aborted signal ends the wait and cancels the request at the agent.
 */
export interface AgentConnection extends Disposable {
  readonly wire: Wire;
  readonly protocolVersion: string;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly authenticationMethods: readonly AuthenticationMethod[];
  /** The agent's last report about its login; null or absent if it reports none. */
  readonly login?: AgentLogin | null;
  readonly onDidChangeLogin?: Event<AgentLogin>;
  /** One process holds one session: another session needs its own process. */
  readonly sessionsPerProcess?: 1;

  newSession(place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession>;
  prompt(session: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult>;
  /** Asks the running turn to stop; `prompt` settles when the turn has stopped. */
  cancel(session: AgentSessionId): void;
  /** Forgets the session; later messages for it are dropped. */
  releaseSession(session: AgentSessionId): void;

  /** The agent repeats its history as events through the client before the promise settles. */
  loadSession?(
    session: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  /** The agent resumes the conversation without repeating it. */
  resumeSession?(
    session: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  forkSession?(
    session: AgentSessionId,
    place: SessionRoots,
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
  /** Passes text to the running turn; false if the agent could not take it. */
  steer?(session: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean>;
  authenticate?(methodId: string, credentials: Credentials, signal?: AbortSignal): Promise<void>;
  logout?(): Promise<void>;
}

/** A permission request as the wire delivers it; `tool` updates the tool call that it is about. */
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

/** The commands that a session's agent may ask us to run. */
export interface SessionTerminals {
  create(request: TerminalRequest): Promise<Result<TerminalId>>;
  output(terminal: TerminalId): Result<TerminalOutput>;
  waitForExit(terminal: TerminalId, signal: AbortSignal): Promise<Result<TerminalExit>>;
  kill(terminal: TerminalId): Promise<Result<void>>;
  release(terminal: TerminalId): Promise<Result<void>>;
}

/**
 * One session's end of a shared connection: the agent's messages and requests for it arrive here.
 */
export interface SessionClient {
  /** Takes events in wire order, synchronously. */
  ingest(events: readonly SessionEvent[]): void;
  /** Null while there is room; otherwise settles when reading may continue. */
  congestion(): Promise<void> | null;
  /** A problem with the agent that its user should know about. */
  warn(message: string): void;
  /**
   * Reports that something the agent sent is not shown to the user; the inspector shows more of it.
   */
  notUnderstood(message: string): void;
  /**
   * The question is about the tool call's state at the moment of this call. `look` reads what the
   * request would change, and is called when there is room for that.
   */
  askPermission(
    ask: PermissionAsk,
    signal: AbortSignal,
    look?: () => Promise<readonly ToolContent[]>,
  ): Promise<PermissionOutcome>;
  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome>;
  /**
   * Aborts when the current turn ends: a request that still waits by then is no longer shown to the
   * user.
   */
  untilTurnEnds(): AbortSignal;
  /**
   * Reading begins when the budget has room for the content. The user may be asked until the
   * request's turn ends.
   */
  readTextFile(
    request: { readonly path: string; readonly line: number | null; readonly limit: number | null },
    room: ByteBudget,
    turnEnd: AbortSignal,
  ): Promise<Result<string>>;
  /** Settles when the text is on disk, or was refused. */
  writeTextFile(
    request: { readonly path: string; readonly content: string },
    signal: AbortSignal,
  ): Promise<Result<void>>;
  /** The whole file, whether text or not. */
  readFile(path: string, room: ByteBudget, turnEnd: AbortSignal): Promise<Result<Uint8Array>>;
  pathStatus(path: string): Promise<Result<PathStatus>>;
  /**
   * Absolute paths of the files and folders in the session's folder that match the glob pattern.
   */
  findFiles(pattern: string): Promise<Result<readonly string[]>>;
  readonly terminals: SessionTerminals;
  /** Output of a terminal that the agent runs itself. */
  terminalData(terminal: TerminalId, data: string): void;
}

/** The client side of a connection: its requests and updates arrive here. */
export interface ConnectionClient {
  /** The clients of the connection's sessions. */
  readonly sessions: Pick<ReadonlyMap<AgentSessionId, SessionClient>, 'get'>;
  /**
   * The client of a session, or with null the connection itself, such as for a device login. An
   * unknown session gets a client that refuses everything.
   */
  of(session: AgentSessionId | null): SessionClient;
  /**
   * Limits reads of files and output to a few at a time, each after the agent has read most of the
   * earlier answers. One answer may be ten megabytes, held several times until it is sent.
   */
  inTurn<T>(read: (room: ByteBudget) => T | Promise<T>): Promise<T>;
  /** Null while there is room; otherwise settles when reading may continue. */
  congestion(): Promise<void> | null;
  /**
   * Reports a protocol violation to the inspector, and once to the users of the session that it
   * concerns. Without a session it concerns the whole connection.
   */
  report(problem: WireProblem, session?: AgentSessionId): void;
}

/**
 * Which of our own services the agent is offered. An agent may keep its own sandbox if one is
 * withheld.
 */
export interface OfferedServices {
  readonly fileSystem: boolean;
  readonly terminal: boolean;
}

export type WireProblem =
  | { readonly type: 'garbage'; readonly text: string }
  | { readonly type: 'invalid'; readonly method: string; readonly message: string }
  | { readonly type: 'unexpected'; readonly message: string }
  /** Shown only in the inspector: users know it already, or do not need to. */
  | { readonly type: 'noted'; readonly message: string }
  /** The agent does not read its input. */
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

/** Parsed messages in both directions; the channel handles bytes and framing. */
export interface MessageChannel extends Disposable {
  readonly onMessage: Event<unknown>;
  readonly onClose: Event<string>;
  /** The size in bytes of the message being handled; zero if it did not come as bytes. */
  readonly messageBytes: number;
  /** Null while the agent reads its input; otherwise settles when more may be sent. */
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
  /** The folder of the process, and so of every session that it serves. */
  readonly workingDirectory: string;
  /**
   * The conversation that the process was started to resume, for wires that pass it as an argument.
   */
  readonly resumes?: AgentSessionId;
  /** Whether the draft of a wire's next version may be used with an agent that offers it. */
  readonly draft?: boolean;
  /** Whether the system limits the agent to its copy. */
  readonly sealed?: boolean;
  /** Aborted when the start deadline has passed or the user gave up. */
  readonly signal: AbortSignal;
  /** How long an agent may stay silent at its start; some never answer a first message. */
  readonly silenceMilliseconds?: number;
}
