import type {
  AgentSessionId,
  EntryId,
  NoteId,
  QueuedPromptId,
  SessionId,
  TurnId,
} from '#shared/ids';
import type {
  AgentIdentity,
  AgentOption,
  AgentPowers,
  AgentReference,
  AuthenticationMethod,
  ContextUsage,
  Mode,
  SlashCommand,
  Wire,
} from './agent';
import type { ContentBlock, KeptBlock } from './content';
import type { Entry } from './entries';
import type { ContinuityVerdict, Isolation, TurnEndReason } from './events';

/** Where the session stands with its agent's process. */
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
}

export interface OpenSetup {
  readonly noteId: NoteId;
  readonly command: string;
}

export interface QueuedPrompt {
  readonly promptId: QueuedPromptId;
  readonly content: readonly ContentBlock[];
}

export interface AgentDetails {
  readonly wire: Wire;
  readonly protocolVersion: string;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
}

/** All that is true of a session as a whole; small enough to send with every list. */
export interface SessionHead {
  readonly id: SessionId;
  readonly agent: AgentReference;
  readonly project: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly isolation: Isolation;
  readonly continues: SessionId | null;
  readonly title: string;
  readonly titledBy: 'user' | 'agent' | 'prompt' | null;
  readonly archived: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly seq: number;
  readonly connection: ConnectionState;
  /** The project's set-up command that prompts wait for. */
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
  readonly commands: readonly SlashCommand[];
  readonly usage: ContextUsage | null;
  /** Permission and elicitation entries that wait for the user. */
  readonly openRequests: readonly EntryId[];
}

/**
 * A session folded from its events. The container changes in place, since copying ten thousand
 * entries per event would be quadratic; heads and entries are values and never change.
 */
export interface SessionState<B extends KeptBlock = ContentBlock> {
  head: SessionHead;
  readonly entries: Map<EntryId, Entry<B>>;
  /** What the transcript shows, oldest first. */
  readonly order: EntryId[];
}

/** As main keeps it. The reducer takes this: it looks into no text, so that either kind will do. */
export type KeptState = SessionState<KeptBlock>;

/** What one event changed, so that a view redraws that and nothing else. */
export interface Touched {
  readonly head: boolean;
  readonly entries: readonly EntryId[];
}
