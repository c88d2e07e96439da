import type { AgentLease } from '#main/agents/agents';
import { ConnectionError, type OpenedSession, type SessionRoots } from '#main/agents/connection';
import type { Deadline } from '#main/host/deadline';
import { LATE_REPLAY_MILLISECONDS } from '#main/host/limits';
import type { AgentSessionId } from '#shared/ids';
import type { Attachment, ConversationOrigin, EventOf } from '#shared/session/events';
import { worksInCopy } from '#shared/session/isolation';
import type { KeptState } from '#shared/session/state';
import type { AgentRequests } from './agentRequests';
import { Replay } from './replay';
import type { SessionRecorder } from './sessionRecorder';

export interface OpeningParts {
  readonly lease: AgentLease;
  readonly recorder: SessionRecorder;
  readonly requests: AgentRequests;
  readonly deadline: Deadline;
  /** The MCP servers that the agent gets. */
  readonly servers: Pick<SessionRoots, 'mcpServers' | 'ownServer'>;
}

export interface OpenConversation {
  readonly attachment: Attachment;
  readonly opened: OpenedSession;
  /** The result for an earlier conversation; null for a new one. */
  readonly continuity: EventOf<'continuity.checked'> | null;
}

/**
 * I8: resumes the session's conversation in the best way that the agent supports; null if the agent
 * has lost it and the user has not chosen to continue anyway.
 */
export async function openConversation(parts: OpeningParts): Promise<OpenConversation | null> {
  const { state } = parts.recorder;
  const { agentSessionId, continuity, origin } = state.head;
  if (agentSessionId === null) return origin === null ? begin(parts) : adopt(parts, origin);
  if (!hasBegun(state)) return begin(parts);
  const again =
    (await resume(parts, agentSessionId)) ?? (await load(parts, agentSessionId).catch(unlessLost));
  if (again !== null) return again;
  return continuity === 'unverified' ? begin(parts) : null;
}

/** The conversation that the agent must resume; undefined for a new one. */
export function conversationToResume(state: KeptState): AgentSessionId | undefined {
  const { agentSessionId, origin } = state.head;
  if (agentSessionId !== null) return hasBegun(state) ? agentSessionId : undefined;
  return origin?.type === 'remote' ? origin.agentSessionId : undefined;
}

async function begin(parts: OpeningParts): Promise<OpenConversation> {
  const { lease, deadline } = parts;
  const place = placeOf(parts);
  const opened = await lease.connection.newSession(place, deadline.signal);
  return { attachment: 'new', opened, continuity: null };
}

async function adopt(parts: OpeningParts, origin: ConversationOrigin): Promise<OpenConversation> {
  if (origin.type === 'fork') return fork(parts, origin.agentSessionId);
  const loaded = await load(parts, origin.agentSessionId);
  const found = loaded ?? (await resume(parts, origin.agentSessionId));
  if (found === null) {
    throw new ConnectionError('unsupported', 'This agent cannot resume sessions.');
  }
  return found;
}

async function fork(parts: OpeningParts, id: AgentSessionId): Promise<OpenConversation> {
  const { lease, recorder, deadline } = parts;
  const { forkSession } = lease.connection;
  if (forkSession === undefined) {
    throw new ConnectionError('unsupported', 'This agent cannot fork sessions.');
  }
  const opened = await forkSession(id, placeOf(parts), deadline.signal);
  const message = worksInCopy(recorder.state.head.isolation)
    ? 'The agent continues from a copy of the conversation. Its files are those of your folder, without the changes that you have not accepted.'
    : 'The agent continues from a copy of the conversation.';
  return { attachment: 'forked', opened, continuity: holds(0, message) };
}

/** Resumes without a replay. Some agents replay everything anyway, which is handled as a replay. */
async function resume(parts: OpeningParts, id: AgentSessionId): Promise<OpenConversation | null> {
  const { resumeSession } = parts.lease.connection;
  if (resumeSession === undefined) return null;
  return listening(parts, id, async (place, signal, replay) => {
    const opened = await resumeSession(id, place, signal).catch(unlessLost);
    if (opened === null) return null;
    const { turnCount } = parts.recorder.state.head;
    const continuity = replay.hasHeard
      ? replay.finish()
      : { ...holds(turnCount, RESUMED), verdict: 'resumed' as const };
    return { attachment: 'resumed', opened, continuity };
  });
}

const RESUMED = 'Resumed. The agent does not show what it remembers.';

/** Rejects if the agent does not have the conversation. */
async function load(parts: OpeningParts, id: AgentSessionId): Promise<OpenConversation | null> {
  const { loadSession } = parts.lease.connection;
  if (loadSession === undefined) return null;
  return listening(parts, id, async (place, signal, replay, silence) => {
    const opened = await loadSession(id, place, signal);
    // Gemini CLI answers first and replays afterwards.
    if (!replay.isWhole) await silence();
    return { attachment: 'loaded', opened, continuity: replay.finish() };
  });
}

/** Handles updates from the agent as a replay during the work. */
async function listening(
  parts: OpeningParts,
  id: AgentSessionId,
  work: (
    place: SessionRoots,
    signal: AbortSignal,
    replay: Replay,
    silence: () => Promise<void>,
  ) => Promise<OpenConversation | null>,
): Promise<OpenConversation | null> {
  const { lease, recorder, requests, deadline } = parts;
  let isLate = false;
  const replay = new Replay(
    recorder.state,
    (events) => recorder.ingest(events),
    () => {
      if (isLate) recorder.record(replay.finish());
    },
  );
  const route = lease.route(id, requests);
  let onSign = () => undefined as unknown;
  requests.startReplay(replay, () => {
    deadline.extend();
    onSign();
  });
  /** Settles when the agent has been silent for a while. */
  const silence = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LATE_REPLAY_MILLISECONDS);
      onSign = () => timer.refresh();
      deadline.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  let conversation: OpenConversation | null = null;
  try {
    conversation = await work(placeOf(parts), deadline.signal, replay, silence);
    return conversation;
  } finally {
    // Some agents replay only after their answer; until the next turn that is not new either.
    isLate = conversation?.continuity?.verdict === 'differs';
    if (!isLate) requests.endReplay();
    route.dispose();
  }
}

/** Whether starting the conversation again would lose anything. */
function hasBegun({ head, entries }: KeptState): boolean {
  if (head.origin !== null) return true;
  for (const { kind } of entries.values()) {
    if (kind === 'message' || kind === 'continuity') return true;
  }
  return false;
}

function placeOf({ recorder, servers }: OpeningParts): SessionRoots {
  const { cwd, additionalDirectories, chosen } = recorder.state.head;
  return { cwd, additionalDirectories, chosen, ...servers };
}

function holds(expectedMessages: number, message: string): EventOf<'continuity.checked'> {
  return {
    type: 'continuity.checked',
    verdict: 'holds',
    expectedMessages,
    foundMessages: null,
    message,
  };
}

/**
 * Null if the agent has forgotten the conversation, which is a fact to show, unlike a broken
 * connection.
 */
function unlessLost(error: unknown): null {
  if (
    error instanceof ConnectionError &&
    ['not-found', 'agent-error', 'invalid-request', 'unsupported'].includes(error.code)
  ) {
    return null;
  }
  throw error;
}
