import type { SessionId, ToolCallId, TurnId } from '#shared/ids';
import type { AgentReference } from '#shared/session/agent';
import type { LineOrigin } from './trace';

/** The origin of some lines. It outlives the session, so it holds all that is shown about it. */
export interface Origin {
  readonly sessionId: SessionId;
  /**
   * The composed session that they were accepted from; absent if they were accepted from their own.
   */
  readonly via?: SessionId;
  readonly title: string;
  readonly agent: AgentReference;
  /** The model that the agent named when the lines were accepted; null if it named none. */
  readonly model: string | null;
  readonly turnId: TurnId | null;
  /** The first words of what the user had asked for; null if that is not known. */
  readonly prompt: string | null;
  readonly toolCallId: ToolCallId | null;
  /** What the tool call was called; null if none is known. */
  readonly tool: string | null;
  /** When the first of these lines were accepted. */
  readonly at: number;
}

/** The origin of some lines according to a commit, used if no record of the session is kept. */
export interface CommittedOrigin {
  readonly commit: string;
  readonly subject: string;
  /** Where the commit says so. */
  readonly says: 'message' | 'note';
  /** The agents that the commit names. It does not say which of them wrote a line. */
  readonly agent: AgentReference;
  readonly model: string | null;
  /**
   * Null if the commit names several sessions or no valid one. Anybody can write this: it is only a
   * hint.
   */
  readonly sessionId: SessionId | null;
  /** When it was committed. */
  readonly at: number;
}

export type LineSource = Origin | CommittedOrigin;

export function isCommitted(source: LineSource): source is CommittedOrigin {
  return 'commit' in source;
}

/** Lines that follow each other and have the same origin. */
export interface OriginRun {
  readonly count: number;
  readonly origin: LineOrigin;
}

export function originRuns(origins: readonly LineOrigin[]): readonly OriginRun[] {
  const runs: { count: number; readonly origin: LineOrigin }[] = [];
  for (const origin of origins) {
    const last = runs.at(-1);
    if (last !== undefined && last.origin === origin) last.count++;
    else runs.push({ count: 1, origin });
  }
  return runs;
}

export function originsIn(runs: readonly OriginRun[]): readonly LineOrigin[] {
  return runs.flatMap(({ count, origin }) => new Array<LineOrigin>(count).fill(origin));
}

/** The same work of the same agent: one turn, one tool call. */
export function isSameOrigin(left: Origin, right: Origin): boolean {
  return (
    left.sessionId === right.sessionId &&
    left.via === right.via &&
    left.turnId === right.turnId &&
    left.toolCallId === right.toolCallId
  );
}
