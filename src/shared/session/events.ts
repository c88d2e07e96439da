import type {
  AgentSessionId,
  ChangeId,
  MessageId,
  NoteId,
  QueuedPromptId,
  RequestId,
  SessionId,
  TerminalId,
  ToolCallId,
  TurnId,
} from '#shared/ids';
import type { OfferedServer } from '#shared/mcp/offer';
import type { LoggedRefusal } from '#shared/seal';
import type {
  AgentFact,
  AgentIdentity,
  AgentOption,
  AgentPowers,
  AgentReference,
  AuthenticationMethod,
  ChosenSettings,
  ContextUsage,
  Mode,
  SlashCommand,
  TurnUsage,
} from './agent';
import type {
  Body,
  ContentBlock,
  PlanBody,
  ToolContent,
  ToolKind,
  ToolLocation,
  ToolStatus,
} from './content';
import type { Isolation } from './isolation';
import type { HostRefusal } from './network';
import type {
  AnsweredBy,
  AnsweringRules,
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
  PermissionQuestion,
} from './request/requests';
import type { Wire } from './wires';

export type MessageRole = 'user' | 'agent' | 'thought';

export type TurnEndReason =
  | 'end_turn'
  | 'max_tokens'
  | 'max_turn_requests'
  | 'refusal'
  | 'cancelled'
  | 'failed'
  | 'interrupted';

/** The agent's conversation that a session takes over or continues from a copy. */
export interface ConversationOrigin {
  readonly type: 'remote' | 'fork';
  readonly agentSessionId: AgentSessionId;
}

/** How the agent's conversation was attached to our session. */
export type Attachment = 'new' | 'resumed' | 'loaded' | 'forked';

/**
 * Whether the agent still holds the conversation that our log shows. `resumed`: it says so, and
 * shows nothing of it.
 */
export type ContinuityVerdict = 'holds' | 'resumed' | 'differs' | 'unverified';

/** Failures for which the window offers a remedy. */
export type FailureReason =
  | 'copy-gone'
  /** The program is missing, or something that it needs, such as Node. */
  | 'not-found'
  | 'no-interpreter'
  /** The agent's file exists, but is not executable. */
  | 'not-executable'
  /** The system refused to start the program; the message has the reason. */
  | 'refused'
  /** The agent runs but does not answer. */
  | 'no-answer'
  /** The agent speaks none of the protocols that we know. */
  | 'wrong-protocol'
  /** The agent ended while it was starting. */
  | 'ended-early'
  /** The agent wants a login before anything else. */
  | 'needs-login'
  /** The agent is no longer in the settings. */
  | 'not-configured';

export type SetupOutcome = 'done' | 'failed' | 'skipped' | 'interrupted';

/** An omitted field keeps its value, null clears it, anything else replaces it. */
export interface ToolFields {
  readonly title?: string;
  readonly name?: string | null;
  readonly kind?: ToolKind;
  readonly status?: ToolStatus;
  readonly content?: readonly ToolContent[] | null;
  readonly locations?: readonly ToolLocation[] | null;
  readonly input?: Body | null;
  readonly output?: Body | null;
}

/**
 * Session events: facts in the past tense, upserts keyed by id, JSON only. Changing a shape means a
 * new envelope version, an upcast and a golden log.
 */
export type SessionEvent =
  | {
      readonly type: 'session.created';
      /** Whose log this is; earlier versions did not write it. */
      readonly session?: SessionId;
      readonly agent: AgentReference;
      /** The user's folder, and where the agent works: the same one only when in place. */
      readonly project: string;
      readonly cwd: string;
      readonly additionalDirectories: readonly string[];
      readonly isolation: Isolation;
      readonly continues?: SessionId;
      /**
       * The full name of the branch or tag that the copy began from; absent: the user's files as
       * they were.
       */
      readonly base?: string;
      /** Absent: the session begins a conversation. */
      readonly origin?: ConversationOrigin;
    }
  | {
      readonly type: 'session.titled';
      readonly title: string;
      readonly by: 'user' | 'agent' | 'prompt';
    }
  | { readonly type: 'session.archived'; readonly archived: boolean }
  /** The project's own setup command runs in the tree that was made for the agent. */
  | { readonly type: 'setup.started'; readonly noteId: NoteId; readonly command: string }
  | {
      readonly type: 'setup.ended';
      readonly noteId: NoteId;
      readonly command: string;
      /** `skipped`: the command may still run, but prompts no longer wait for it. */
      readonly outcome: SetupOutcome;
      readonly message?: string;
    }
  | { readonly type: 'agent.starting' }
  | {
      readonly type: 'agent.started';
      readonly wire: Wire;
      readonly protocolVersion: string;
      readonly identity: AgentIdentity | null;
      readonly powers: AgentPowers;
    }
  | {
      readonly type: 'agent.attached';
      readonly agentSessionId: AgentSessionId;
      readonly attachment: Attachment;
    }
  | {
      readonly type: 'agent.failed';
      readonly message: string;
      readonly reason?: FailureReason;
      readonly detail?: string;
      readonly stderrTail?: string;
    }
  | {
      readonly type: 'agent.exited';
      readonly message: string;
      readonly code: number | null;
      readonly signal: string | null;
      readonly stderrTail: string;
    }
  /** Facts of the same name are replaced, the others kept. */
  | { readonly type: 'agent.described'; readonly facts: readonly AgentFact[] }
  | { readonly type: 'agent.detached' }
  /**
   * Which MCP servers the agent was given when its conversation was opened, and which it was not.
   */
  | { readonly type: 'mcp.offered'; readonly servers: readonly OfferedServer[] }
  | {
      readonly type: 'authentication.required';
      readonly message: string;
      readonly methods: readonly AuthenticationMethod[];
    }
  | { readonly type: 'authentication.succeeded'; readonly methodId: string }
  | {
      readonly type: 'continuity.checked';
      readonly verdict: ContinuityVerdict;
      readonly expectedMessages: number;
      readonly foundMessages: number | null;
      readonly message: string;
    }
  /** A program of a sealed session tried to reach a host that is not allowed. */
  | { readonly type: 'host.refused'; readonly refusal: HostRefusal }
  /** A sealed agent or its commands did not get a path, as far as Airlock saw it. */
  | { readonly type: 'path.refused'; readonly refusal: LoggedRefusal }
  /** The user lets this session reach a host, by an entry of a list of hosts. */
  | { readonly type: 'host.allowed'; readonly rule: string }
  | {
      readonly type: 'prompt.queued';
      readonly promptId: QueuedPromptId;
      readonly content: readonly ContentBlock[];
    }
  | {
      readonly type: 'prompt.edited';
      readonly promptId: QueuedPromptId;
      readonly content: readonly ContentBlock[];
    }
  | { readonly type: 'prompt.removed'; readonly promptId: QueuedPromptId }
  | {
      readonly type: 'prompt.paused';
      readonly promptId: QueuedPromptId;
      readonly paused: boolean;
    }
  | {
      readonly type: 'turn.started';
      readonly turnId: TurnId;
      readonly messageId: MessageId;
      readonly content: readonly ContentBlock[];
      /** The queued prompt that this turn sends; it leaves the queue. */
      readonly promptId?: QueuedPromptId;
    }
  | {
      readonly type: 'turn.steered';
      readonly turnId: TurnId;
      readonly messageId: MessageId;
      readonly content: readonly ContentBlock[];
      readonly promptId?: QueuedPromptId;
    }
  | { readonly type: 'turn.cancelling'; readonly turnId: TurnId }
  | {
      readonly type: 'turn.ended';
      readonly turnId: TurnId;
      readonly reason: TurnEndReason;
      readonly message?: string;
      /** More that the agent said about a failure, such as the `data` of its error. */
      readonly detail?: string;
      readonly usage?: TurnUsage;
    }
  | {
      readonly type: 'message.appended';
      readonly messageId: MessageId;
      readonly role: MessageRole;
      readonly content: ContentBlock;
      readonly subagent?: AgentSessionId;
    }
  | ({
      readonly type: 'tool.updated';
      readonly toolCallId: ToolCallId;
      readonly subagent?: AgentSessionId;
    } & ToolFields)
  | { readonly type: 'plan.updated'; readonly planId: string; readonly body: PlanBody }
  | { readonly type: 'plan.removed'; readonly planId: string }
  | {
      readonly type: 'permission.asked';
      readonly requestId: RequestId;
      readonly question: PermissionQuestion;
    }
  | {
      readonly type: 'permission.answered';
      readonly requestId: RequestId;
      readonly outcome: PermissionOutcome;
      readonly by: AnsweredBy;
      /** The rules as they were then; only with `policy`. */
      readonly rules?: AnsweringRules;
    }
  | {
      readonly type: 'elicitation.asked';
      readonly requestId: RequestId;
      readonly question: ElicitationQuestion;
    }
  | {
      readonly type: 'elicitation.answered';
      readonly requestId: RequestId;
      readonly outcome: ElicitationOutcome;
      readonly by: AnsweredBy;
    }
  | { readonly type: 'elicitation.completed'; readonly elicitationId: string }
  | {
      /** The agent has asked to write a file, and waits for the user's review of that. */
      readonly type: 'write.held';
      readonly changeId: ChangeId;
      readonly path: string;
    }
  | { readonly type: 'write.decided'; readonly changeId: ChangeId }
  | {
      readonly type: 'terminal.started';
      readonly terminalId: TerminalId;
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
      /** `agent`: the agent runs it and tells us what it prints. */
      readonly owner: 'client' | 'agent';
      /** The command runs in a pty; otherwise only line feeds end its lines. */
      readonly tty?: true;
      /**
       * Variables that the agent sets over the user's environment, each value cut to a readable
       * length.
       */
      readonly env?: readonly { readonly name: string; readonly value: string }[];
    }
  | {
      readonly type: 'terminal.ended';
      readonly terminalId: TerminalId;
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The last of what it printed; the rest stays off the log. */
      readonly tail: Body;
      readonly truncated: boolean;
    }
  | {
      readonly type: 'modes.updated';
      readonly available: readonly Mode[];
      readonly current: string;
    }
  | { readonly type: 'mode.changed'; readonly current: string }
  | { readonly type: 'options.updated'; readonly options: readonly AgentOption[] }
  /** The user chose these, and the agent has confirmed it. */
  | { readonly type: 'options.chosen'; readonly chosen: ChosenSettings }
  | { readonly type: 'commands.updated'; readonly commands: readonly SlashCommand[] }
  | { readonly type: 'usage.updated'; readonly usage: ContextUsage }
  | {
      readonly type: 'notice.posted';
      readonly noteId: NoteId;
      readonly severity: 'info' | 'warning' | 'error';
      readonly title: string;
      readonly description?: string;
    }
  | {
      readonly type: 'compaction.updated';
      readonly compactionId: string;
      readonly status?: 'in_progress' | 'completed' | 'failed';
      readonly summary?: string | null;
      readonly summaryAppended?: string;
      readonly error?: string | null;
    }
  | {
      readonly type: 'subagent.updated';
      readonly subagent: AgentSessionId;
      readonly title?: string | null;
      readonly description?: string | null;
      readonly state?: string | null;
    }
  | {
      /** An unknown message arrived; it is kept and shown neutrally. */
      readonly type: 'unknown.received';
      readonly noteId: NoteId;
      readonly label: string;
      readonly raw: Body;
    };

export type SessionEventType = SessionEvent['type'];
export type EventOf<T extends SessionEventType> = Extract<SessionEvent, { type: T }>;

/** The version of the event shapes above. */
export const EVENT_VERSION = 1;

/** One line of a session's log: the event's own fields are beside these. */
export type Envelope = SessionEvent & {
  readonly v: number;
  readonly seq: number;
  /** Milliseconds since 1970; the reducer's only clock. */
  readonly at: number;
};
