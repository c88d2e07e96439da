import { ConnectionError, type ConnectOptions } from '#main/agents/connection';
import type { AgentIdentity } from '#shared/session/agent';
import { SILENCE_MILLISECONDS } from '../detect/limits';
import { identifier, isRecord, type JsonRecord, recordsOf } from '../json';
import type { ClaudeLink } from './claudeLink';
import { LATE_ANSWER_MILLISECONDS } from './limits';
import { isConversationId } from './resumeArguments';

/** Claude Code's introduction. */
export interface ClaudeIntroduction {
  readonly answer: JsonRecord;
  readonly identity: AgentIdentity;
  /** The id of the conversation, in versions that report it. */
  readonly conversation: string | null;
  /**
   * Whether the agent accepts titles, and reports what became of each message sent to a running
   * turn.
   */
  readonly isModern: boolean;
  /** The agent's words, if it refused to introduce itself. */
  readonly refusal: string | null;
}

type StartOptions = Pick<ConnectOptions, 'signal' | 'silenceMilliseconds'>;

interface Initialized {
  readonly answer: JsonRecord;
  readonly refusal?: string;
}

/** Rejects with a `ConnectionError` if the agent reports that it cannot start. */
export async function introduce(
  link: ClaudeLink,
  options: StartOptions,
): Promise<ClaudeIntroduction> {
  let told: string | null = null;
  const listening = link.onDidBegin(({ subtype, session_id: id }) => {
    if (subtype === 'init') told = identifier(id);
  });
  try {
    const { answer, refusal = null } = await initialize(link, options);
    const version = identifier(answer.claude_code_version);
    const identity = { name: 'claude-code', title: 'Claude Code' };
    link.translator.settings.introduce(answer);
    // Versions that list their capabilities also support the requests that follow.
    const isModern = Array.isArray(answer.capabilities);
    const status = isModern ? await optional(link, 'get_status', options) : {};
    const settings = isModern ? await optional(link, 'get_settings', options) : {};
    if (isRecord(settings.applied)) link.translator.settings.applied(settings.applied);
    return {
      answer,
      identity: version === null ? identity : { ...identity, version },
      conversation: conversationOf(status) ?? told,
      isModern,
      refusal,
    };
  } finally {
    listening.dispose();
  }
}

/**
 * The agent's introduction. Empty for programs that refuse or do not know the request, and for
 * programs without control requests, which stay silent or send something else. A later answer is
 * still used.
 */
async function initialize(link: ClaudeLink, options: StartOptions): Promise<Initialized> {
  const asked = link.calls.request('initialize', { forwardSubagentText: true }, options.signal);
  const answered = asked.then(
    (answer): Initialized => ({ answer }),
    (error: unknown): Initialized => {
      const isRefused = isRefusal(error) && link.startFailure === null;
      if (!isRefused) throw error;
      return error.code === 'unsupported' ? { answer: {} } : { answer: {}, refusal: error.message };
    },
  );
  const silence = unanswered(link, options);
  const first = await Promise.race([answered, silence.over]).finally(silence.stop);
  if (first !== null) return first;
  asked.then(
    (answer) => link.introducedLate(answer),
    () => undefined,
  );
  return { answer: {} };
}

/** Settles with null when waiting for an answer is given up. */
function unanswered(link: ClaudeLink, options: StartOptions) {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const giveUp = () => resolve(null);
  let timer = setTimeout(giveUp, patience(options));
  const listening = link.onDidBegin(({ type, subtype }) => {
    clearTimeout(timer);
    // Claude Code sends this when a turn begins, and would have answered before if it could.
    if (type === 'system' && subtype === 'init') giveUp();
    else timer = setTimeout(giveUp, LATE_ANSWER_MILLISECONDS);
  });
  const stop = () => {
    clearTimeout(timer);
    listening.dispose();
  };
  return { over, stop };
}

/** Shorter than the time after which a silent agent is assumed to speak another protocol. */
function patience({ silenceMilliseconds = SILENCE_MILLISECONDS }: StartOptions): number {
  return silenceMilliseconds / 2;
}

async function optional(
  link: ClaudeLink,
  name: string,
  options: StartOptions,
): Promise<JsonRecord> {
  const late = AbortSignal.timeout(patience(options));
  try {
    return await link.calls.request(name, {}, AbortSignal.any([options.signal, late]));
  } catch (error) {
    if (isRefusal(error) || (late.aborted && !options.signal.aborted)) return {};
    throw error;
  }
}

function isRefusal(error: unknown): error is ConnectionError {
  return (
    error instanceof ConnectionError &&
    (error.code === 'unsupported' || error.code === 'agent-error')
  );
}

/**
 * The conversation's id. The status is a table for people to read, so the id is recognised by its
 * shape.
 */
function conversationOf(status: JsonRecord): string | null {
  const rows = recordsOf(status.sections).flatMap(({ rows }) => recordsOf(rows));
  const value = rows.find(({ label }) => label === 'Session ID')?.value;
  return typeof value === 'string' && isConversationId(value) ? value : null;
}
