/** Anything that JSON can say: hostile scenarios put odd values wherever they like. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

export type JsonObject = { readonly [key: string]: Json | undefined };

export interface Speech {
  readonly text: string;
  /** How many updates the text is cut into; 1 unless told. */
  readonly chunks?: number;
  readonly messageId?: string;
  /** For eyes only: tests wait for gates instead. */
  readonly everyMilliseconds?: number;
}

interface TalkSteps {
  readonly say: string | Speech;
  readonly think: string | Speech;
  /** What the user said, as agents repeat it while they load a session. */
  readonly user: string | Speech;
  /** Repeats the prompt block by block, pictures included. */
  readonly echo: true | { readonly messageId?: string };
}

/** The fields of an ACP tool call; `id` stands for `toolCallId`, a text for a list of one text. */
export interface ToolFields {
  readonly id: string;
  readonly title?: string;
  readonly name?: string | null;
  readonly kind?: string;
  readonly status?: string;
  readonly content?: string | readonly Json[] | null;
  readonly locations?: readonly Json[] | null;
  readonly rawInput?: Json;
  readonly rawOutput?: Json;
  readonly _meta?: JsonObject;
}

interface ToolSteps {
  readonly tool: ToolFields & { readonly title: string };
  readonly toolUpdate: ToolFields;
  /** A tool call that shows an edit; it writes nothing. */
  readonly diff: {
    readonly path: string;
    /** Null: the file is new. */
    readonly before: string | null;
    readonly after: string;
    readonly id?: string;
    readonly title?: string;
    readonly status?: string;
  };
  /** A command that the agent claims to run itself, told by `_meta.terminal_*` as Claude and Codex do. */
  readonly agentTerminal: {
    readonly id: string;
    readonly terminalId: string;
    readonly command: string;
    readonly output: readonly string[];
    readonly exitCode?: number;
  };
}

export interface PlanEntry {
  readonly content: string;
  readonly priority?: string;
  readonly status?: string;
}

interface SessionSteps {
  readonly plan: readonly (string | PlanEntry)[];
  readonly planUpdate: JsonObject;
  readonly planRemoved: string;
  readonly commands: readonly JsonObject[];
  readonly mode: string;
  readonly options: readonly Json[];
  readonly usage: JsonObject;
  readonly title: string | null;
  readonly notice: {
    readonly severity: string;
    readonly title: string;
    readonly description?: string;
  };
  readonly compaction: {
    readonly id: string;
    readonly status: string;
    readonly summary?: string;
    readonly error?: string;
    /** Appended to the summary by a `compaction_summary_chunk`. */
    readonly append?: string;
  };
  readonly subagent: JsonObject & { readonly sessionId: string };
  /** A `session/update` with exactly this update. */
  readonly update: Json;
}

/** A request whose answer can be named, so that `withdraw` and `{{name}}` find it. */
interface Named {
  readonly as?: string;
  readonly onError?: readonly Step[];
}

export interface PermissionChoice {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

interface RequestSteps {
  readonly ask: Named & {
    /** Fields of the tool call in ACP's own words; an id is made up where it has none. */
    readonly toolCall?: JsonObject;
    /** Allow or reject, once or always, unless told. */
    readonly options?: readonly (PermissionChoice | Json)[];
    /** The option that the test means to choose, or `cancelled`; another answer ends the turn in an error. */
    readonly expect?: string;
    readonly onSelected?: { readonly [optionId: string]: readonly Step[] };
    readonly onAllowed?: readonly Step[];
    readonly onRejected?: readonly Step[];
    readonly onCancelled?: readonly Step[];
  };
  readonly elicit: Named & {
    readonly message: string;
    readonly toolCallId?: string;
    readonly onAccepted?: readonly Step[];
    readonly onDeclined?: readonly Step[];
    readonly onCancelled?: readonly Step[];
    /** `request`: asked about the request being served, such as a login, and not about a session. */
    readonly scope?: 'session' | 'request';
  } & (
      | { readonly requestedSchema: JsonObject }
      | { readonly url: string; readonly elicitationId: string }
    );
  /** `as` names the text that was read. */
  readonly read: Named & { readonly path: string; readonly line?: Json; readonly limit?: Json };
  readonly write: Named & { readonly path: string; readonly content: string };
  readonly terminal: Named & {
    readonly command: string;
    readonly args?: readonly string[];
    readonly env?: { readonly [name: string]: string };
    readonly cwd?: string;
    readonly outputByteLimit?: Json;
    /** A tool call that shows the terminal while it runs. */
    readonly toolCallId?: string;
    /** What is done with it, in order: wait, output, release unless told. */
    readonly actions?: readonly (TerminalAction | Step)[];
  };
  readonly request: Named & {
    readonly method: string;
    readonly params?: Json;
    readonly id?: Json;
    /** How many of them are sent at once. */
    readonly times?: number;
    /** False: goes on at once; the journal still gets the answer. */
    readonly wait?: boolean;
  };
  /** Sends `$/cancel_request` for the request in flight that has this name. */
  readonly withdraw: string;
  readonly notify: { readonly method: string; readonly params?: Json };
}

export type TerminalAction = 'wait' | 'output' | 'kill' | 'release';

interface HandSteps {
  /** Written by the agent itself, behind the client's back. */
  readonly diskWrite: { readonly path: string; readonly content: string };
  readonly shell: string | { readonly command: string; readonly cwd?: string };
}

interface FlowSteps {
  /** Waits until it is cancelled. */
  readonly stall: true;
  /** Waits until the gate is open: a file of that name in the gates' folder, or anywhere if absolute. */
  readonly stallUntil: string;
  /** Milliseconds. For eyes only: tests wait for gates instead. */
  readonly pause: number;
  readonly parallel: readonly (readonly Step[])[];
  /** Sets `{{index}}` and, with `over`, `{{item}}`. */
  readonly repeat: { readonly steps: readonly Step[] } & (
    | { readonly times: number }
    | { readonly over: readonly Json[] }
  );
  /** Plays `steps` where the gate is shut and opens it; `otherwise` where it is open: fails once, then works. */
  readonly once: {
    readonly gate: string;
    readonly steps: readonly Step[];
    readonly otherwise?: readonly Step[];
  };
  /** Plays the steps in the name of a session that is not this one. */
  readonly forSession: { readonly sessionId: string; readonly steps: readonly Step[] };
  /** What a cancel does from here on; the turn ends as `cancelled` unless told. */
  readonly onCancel: 'ignore' | readonly Step[];
  /** Plays nothing more in answer to this request. */
  readonly stop: true;
  /** A reproducible mix of steps that a client must survive. */
  readonly chaos: { readonly seed: number; readonly count: number };
}

interface AnswerSteps {
  /** Answers with these fields over those that the agent would give by itself. */
  readonly answer: JsonObject;
  /** Answers with exactly this. */
  readonly result: Json;
  /** Answers with an error, however odd. */
  readonly error: Json;
  /** Ends the turn; the steps that follow come late. */
  readonly end: { readonly stopReason?: Json; readonly usage?: JsonObject };
  /** Never answers. */
  readonly mute: true;
  /** Sends one answer too many, under a wrong id; `asText` is the right one as a string. */
  readonly wrongId: 'asText' | { readonly id: Json };
  /** The session's history, as `session/update`s: the remembered one. */
  readonly replay: true;
}

export type FloodKind =
  | 'say'
  | 'think'
  | 'tool'
  | 'toolUpdate'
  | 'toolBody'
  | 'rawOutput'
  | 'commands'
  | 'title'
  | 'plan'
  | 'unknown';

interface WireSteps {
  /** How the lines that follow are written. */
  readonly framing: {
    readonly lineEnd?: 'lf' | 'crlf';
    /** A byte order mark before each line. */
    readonly bom?: boolean;
    readonly blankLines?: boolean;
    /** One byte at a time. */
    readonly drip?: boolean;
  };
  readonly garbage: { readonly lines: readonly string[] } | { readonly count: number };
  readonly rawLine: string;
  /** Half of a message; the rest follows when the gate opens, or never. */
  readonly halfLine: { readonly text?: string; readonly until?: string };
  /** One line of this many bytes: an update, unless it is garbage. */
  readonly bigLine: { readonly bytes: number; readonly garbage?: boolean };
  readonly flood: {
    readonly count: number;
    readonly kinds?: readonly FloodKind[];
    /** How long each text is. */
    readonly bytes?: number;
  };
  readonly deepJson: { readonly depth: number };
  readonly wideJson: { readonly keys: number };
  /** `__proto__` and its kin as keys and as ids. */
  readonly protoKeys: true;
  /** Bytes that are not UTF-8: in a message, or in a write's path or content. */
  readonly badUtf8: { readonly in: 'text' | 'path' | 'content' };
}

interface HostileSteps {
  /**
   * Sends so many requests at once, `{{index}}` in each, and goes on when all are answered. They are
   * not written down one by one; the journal says how many answers hold one of the texts sought for.
   */
  readonly burst: {
    readonly method: string;
    readonly params: JsonObject;
    readonly times: number;
    readonly seek?: readonly string[];
  };
  /** Swaps each path for a link to its target, and back, as fast as it can, while the steps are played. */
  readonly swapping: {
    readonly pairs: readonly (readonly [path: string, target: string])[];
    readonly steps: readonly Step[];
  };
  /** Writes down which descriptors it was started with. */
  readonly descriptors: true;
  /** Ends the watchdogs that its parent started beside it, so many times. */
  readonly killWatchdogs: { readonly times: number };
}

interface ProcessSteps {
  readonly exit: { readonly code?: number } | { readonly signal: string };
  readonly stderr: string | { readonly bytes: number };
  /** Without the end of the line. */
  readonly stderrPart: string;
  readonly spawnChild: {
    /** Leaves the process group. */
    readonly detached?: boolean;
    readonly stubborn?: boolean;
    /** Keeps the agent's stdout open after the agent is gone. */
    readonly holdStdout?: boolean;
  };
  /** Outlives the end of its input, SIGTERM, SIGINT and SIGHUP. */
  readonly stubborn: true;
  readonly closeStdout: true;
  /** Stops reading its input, for good or until the gate opens. */
  readonly noRead: true | { readonly until: string };
}

export interface StepArguments
  extends TalkSteps,
    ToolSteps,
    SessionSteps,
    RequestSteps,
    HandSteps,
    FlowSteps,
    AnswerSteps,
    WireSteps,
    HostileSteps,
    ProcessSteps {}

/** One thing that the agent does: an object with one key, the step's name. */
export type Step = {
  readonly [Name in keyof StepArguments]: { readonly [Key in Name]: StepArguments[Key] };
}[keyof StepArguments];

export type StepName = keyof StepArguments;
