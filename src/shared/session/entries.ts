import type {
  AgentSessionId,
  EntryId,
  MessageId,
  RequestId,
  TerminalId,
  ToolCallId,
  TurnId,
} from '#shared/ids';
import type { AuthenticationMethod, TurnUsage } from './agent';
import type {
  Body,
  ContentBlock,
  KeptBlock,
  PlanBody,
  ToolContent,
  ToolKind,
  ToolLocation,
  ToolStatus,
} from './content';
import type { ContinuityVerdict, FailureReason, MessageRole, TurnEndReason } from './events';
import type { HostRefusal } from './network';
import type { AskedFacts } from './request/askedFacts';
import type {
  AnsweredBy,
  AnsweringRules,
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
  PermissionQuestion,
} from './request/requests';

interface EntryBase {
  readonly id: EntryId;
  /** The turn it belongs to; null outside turns. */
  readonly turnId: TurnId | null;
  readonly at: number;
  readonly updatedAt: number;
}

/**
 * The user's text is never left in the log: it is compared whenever an agent replays a
 * conversation.
 */
export type MessageWords<B extends KeptBlock> =
  | { readonly role: 'user'; readonly blocks: readonly ContentBlock[] }
  | { readonly role: Exclude<MessageRole, 'user'>; readonly blocks: readonly B[] };

export type MessageEntry<B extends KeptBlock = ContentBlock> = EntryBase & {
  readonly kind: 'message';
  readonly messageId: MessageId;
  readonly subagent: AgentSessionId | null;
  /** The agent refused the turn and leaves it out of the conversation. */
  readonly forgotten?: true;
} & MessageWords<B>;

export interface ToolEntry extends EntryBase {
  readonly kind: 'tool';
  readonly toolCallId: ToolCallId;
  readonly title: string;
  readonly name: string | null;
  readonly toolKind: ToolKind;
  readonly status: ToolStatus;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly input: Body | null;
  readonly output: Body | null;
  readonly endedAt: number | null;
  /** Present once the call has waited for the user's answer; that time is not part of its own. */
  readonly waited?: {
    readonly milliseconds: number;
    /** When the question that is open was asked; null if none is. */
    readonly since: number | null;
  };
  readonly subagent: AgentSessionId | null;
}

export interface PlanEntry extends EntryBase {
  readonly kind: 'plan';
  readonly planId: string;
  readonly body: PlanBody;
  readonly removed: boolean;
}

export interface PermissionEntry extends EntryBase {
  readonly kind: 'permission';
  readonly requestId: RequestId;
  readonly question: PermissionQuestion;
  /** Present once the agent has changed the tool call while the question was open. */
  readonly change?: {
    readonly facts: AskedFacts;
    /** The number of such changes; an answer names the one that the user has seen. */
    readonly revision: number;
  };
  readonly answer: {
    readonly outcome: PermissionOutcome;
    readonly by: AnsweredBy;
    readonly rules?: AnsweringRules;
  } | null;
}

export interface ElicitationEntry extends EntryBase {
  readonly kind: 'elicitation';
  readonly requestId: RequestId;
  readonly question: ElicitationQuestion;
  readonly answer: { readonly outcome: ElicitationOutcome; readonly by: AnsweredBy } | null;
  /** A URL elicitation continues in the browser after it was accepted. */
  readonly completed: boolean;
}

/** Not shown on its own: its tool call shows it. */
export interface TerminalEntry extends EntryBase {
  readonly kind: 'terminal';
  readonly terminalId: TerminalId;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly owner: 'client' | 'agent';
  readonly tty?: true;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly exit: {
    readonly code: number | null;
    readonly signal: string | null;
    readonly tail: Body;
    readonly truncated: boolean;
  } | null;
}

export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice';
  readonly severity: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly description: string | null;
}

export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction';
  readonly status: 'in_progress' | 'completed' | 'failed';
  readonly summary: string;
  readonly error: string | null;
}

export interface SubagentEntry extends EntryBase {
  readonly kind: 'subagent';
  readonly subagent: AgentSessionId;
  readonly title: string;
  readonly description: string | null;
  readonly state: string | null;
}

export interface TurnEndEntry extends EntryBase {
  readonly kind: 'turn-end';
  readonly reason: TurnEndReason;
  readonly message: string | null;
  readonly detail?: string;
  readonly usage: TurnUsage | null;
  readonly startedAt: number;
}

/** The agent's process or connection failed. */
export interface FailureEntry extends EntryBase {
  readonly kind: 'failure';
  readonly message: string;
  readonly reason?: FailureReason;
  readonly detail: string | null;
  readonly stderrTail: string;
}

export interface AuthenticationEntry extends EntryBase {
  readonly kind: 'authentication';
  readonly message: string;
  readonly methods: readonly AuthenticationMethod[];
  readonly done: boolean;
}

export interface ContinuityEntry extends EntryBase {
  readonly kind: 'continuity';
  readonly verdict: ContinuityVerdict;
  readonly message: string;
}

/** A host that a program of the session was not allowed to reach. */
export interface RefusalEntry extends EntryBase {
  readonly kind: 'refusal';
  readonly refusal: HostRefusal;
}

/** From here on the agent works in another mode, or with another model. */
export interface SettingEntry extends EntryBase {
  readonly kind: 'setting';
  readonly option: string;
  /** The names that the agent gives them. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

export interface UnknownEntry extends EntryBase {
  readonly kind: 'unknown';
  readonly label: string;
  readonly raw: Body;
}

export type Entry<B extends KeptBlock = ContentBlock> =
  | MessageEntry<B>
  | ToolEntry
  | PlanEntry
  | PermissionEntry
  | ElicitationEntry
  | TerminalEntry
  | NoticeEntry
  | CompactionEntry
  | SubagentEntry
  | TurnEndEntry
  | FailureEntry
  | AuthenticationEntry
  | ContinuityEntry
  | RefusalEntry
  | SettingEntry
  | UnknownEntry;

/** An entry as main keeps it. */
export type KeptEntry = Entry<KeptBlock>;

export type EntryKind = Entry['kind'];

export function entryId(kind: EntryKind, key: string | number): EntryId {
  return `${kind}:${key}` as EntryId;
}
