import type {
  AgentSessionId,
  ChangeId,
  EntryId,
  NoteId,
  QueuedPromptId,
  SessionId,
  TurnId,
} from '#shared/ids';
import type { OfferedServer } from '#shared/mcp/offer';
import type { KnownRefusal } from '#shared/seal';
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
} from './agent';
import type { ContentBlock, KeptBlock } from './content';
import type { SessionEffort } from './effort';
import type { Entry } from './entries';
import type { ContinuityVerdict, ConversationOrigin, TurnEndReason } from './events';
import type { Isolation } from './isolation';
import type { NetworkNews } from './network';
import type { Wire } from './wires';

/** The state of the session's agent process. */
export type ConnectionState =
  | { readonly type: 'detached' }
  | { readonly type: 'starting' }
  | { readonly type: 'ready' }
  | {
      readonly type: 'authentication';
      readonly message: string;
      readonly methods: readonly AuthenticationMethod[];
    }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'exited'; readonly message: string };

export interface OpenTurn {
  readonly turnId: TurnId;
  readonly startedAt: number;
  readonly cancelling: boolean;
  /** When the user stopped it. */
  readonly stoppedAt?: number;
}

export interface HeldWrite {
  readonly changeId: ChangeId;
  readonly path: string;
}

export interface OpenSetup {
  readonly noteId: NoteId;
  readonly command: string;
}

export interface QueuedPrompt {
  readonly promptId: QueuedPromptId;
  readonly content: readonly ContentBlock[];
  /** The user is editing it: neither it nor what is behind it is sent. */
  readonly isPaused: boolean;
}

export interface AgentDetails {
  readonly wire: Wire;
  readonly protocolVersion: string;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly facts?: readonly AgentFact[];
}

/** Facts about a session as a whole; small enough to send with every list. */
export interface SessionHead {
  readonly id: SessionId;
  readonly agent: AgentReference;
  readonly project: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly isolation: Isolation;
  readonly continues: SessionId | null;
  /** The branch or tag that the copy began from; null: the user's files as they were. */
  readonly base: string | null;
  /** The conversation that it took over; null: it began one. */
  readonly origin: ConversationOrigin | null;
  readonly title: string;
  readonly titledBy: 'user' | 'agent' | 'prompt' | null;
  readonly archived: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly seq: number;
  readonly connection: ConnectionState;
  /**
   * The entry that says why the agent was last unavailable; null once it is available. Survives a
   * restart of the app.
   */
  readonly down: EntryId | null;
  /** The project's setup command that prompts wait for. */
  readonly setup: OpenSetup | null;
  readonly details: AgentDetails | null;
  readonly agentSessionId: AgentSessionId | null;
  readonly turn: OpenTurn | null;
  readonly turnCount: number;
  readonly lastTurnEnd: TurnEndReason | null;
  readonly continuity: ContinuityVerdict;
  readonly queue: readonly QueuedPrompt[];
  readonly modes: { readonly available: readonly Mode[]; readonly current: string } | null;
  readonly options: readonly AgentOption[];
  /** The modes and options that the user chose, for when the agent is started again. */
  readonly chosen: ChosenSettings;
  readonly commands: readonly SlashCommand[];
  readonly usage: ContextUsage | null;
  readonly effort: SessionEffort;
  /** The MCP servers of the agent, as they were when its conversation was opened last. */
  readonly mcpServers: readonly OfferedServer[];
  /** Permission and elicitation entries that wait for the user. */
  readonly openRequests: readonly EntryId[];
  /** Writes that the agent waits for the user's review of. */
  readonly heldWrites: readonly HeldWrite[];
  readonly network: NetworkNews;
  /** What its seal was seen to refuse, the first `KEPT_REFUSALS`, oldest first. */
  readonly refusedPaths: readonly KnownRefusal[];
}

/**
 * A session folded from its events. The container changes in place, since copying ten thousand
 * entries per event would be quadratic; heads and entries are values and never change.
 */
export interface SessionState<B extends KeptBlock = ContentBlock> {
  head: SessionHead;
  readonly entries: Map<EntryId, Entry<B>>;
  /** The transcript, oldest first. */
  readonly order: EntryId[];
}

/**
 * The state as main keeps it. The reducer takes this type: it reads no text, so it works for both
 * kinds.
 */
export type KeptState = SessionState<KeptBlock>;

/** What one event changed, so that a view redraws only that. */
export interface Touched {
  readonly head: boolean;
  readonly entries: readonly EntryId[];
}
