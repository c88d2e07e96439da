import { ConnectionError } from '#main/agents/connection';
import type { AgentIdentity } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord, recordsOf } from '../json';
import type { ClaudeLink } from './claudeLink';
import { isConversationId } from './resumeArguments';

/** What Claude Code says of itself when it is first spoken to. */
export interface Introduction {
  readonly answer: JsonRecord;
  readonly identity: AgentIdentity;
  /** The conversation that it holds, where it tells. */
  readonly conversation: string | null;
  /** It takes titles, and says what becomes of each message that is handed to a running turn. */
  readonly isModern: boolean;
}

/** Rejects with a `ConnectionError` when it does not answer as Claude Code does. */
export async function introduce(link: ClaudeLink, signal: AbortSignal): Promise<Introduction> {
  const answer = await initialize(link, signal);
  const version = identifier(answer.claude_code_version);
  const identity = { name: 'claude-code', title: 'Claude Code' };
  link.translator.settings.introduce(answer);
  // Versions that list what they can do also know the questions that follow.
  const isModern = Array.isArray(answer.capabilities);
  const status = isModern ? await optional(link, 'get_status', signal) : {};
  const settings = isModern ? await optional(link, 'get_settings', signal) : {};
  if (isRecord(settings.applied)) link.translator.settings.applied(settings.applied);
  return {
    answer,
    identity: version === null ? identity : { ...identity, version },
    conversation: conversationOf(status),
    isModern,
  };
}

/** Before there was an answer to it, one could speak at once; an error says that much. */
async function initialize(link: ClaudeLink, signal: AbortSignal): Promise<JsonRecord> {
  try {
    return await link.calls.request('initialize', { forwardSubagentText: true }, signal);
  } catch (error) {
    if (error instanceof ConnectionError && error.code === 'unsupported') return {};
    throw error;
  }
}

async function optional(link: ClaudeLink, name: string, signal: AbortSignal): Promise<JsonRecord> {
  try {
    return await link.calls.request(name, {}, signal);
  } catch (error) {
    const isRefused =
      error instanceof ConnectionError &&
      (error.code === 'unsupported' || error.code === 'agent-error');
    if (isRefused) return {};
    throw error;
  }
}

/** The status is a table for people to read; the id is told by its shape. */
function conversationOf(status: JsonRecord): string | null {
  const rows = recordsOf(status.sections).flatMap(({ rows }) => recordsOf(rows));
  const value = rows.find(({ label }) => label === 'Session ID')?.value;
  return typeof value === 'string' && isConversationId(value) ? value : null;
}
