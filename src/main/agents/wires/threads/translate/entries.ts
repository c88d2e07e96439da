import type { ListedSession } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { identifier, isRecord, jsonText, labelOf, recordsOf, textOr } from '../../json';
import { LISTED_SESSIONS } from '../../limits';
import { listedSession } from '../../listedSession';
import type { Role } from '../messages';

/** One entry of a thread's history. */
export type ThreadEntry =
  | { readonly type: 'message'; readonly role: Role; readonly blocks: readonly ContentBlock[] }
  | { readonly type: 'readFile'; readonly path: string; readonly content: string }
  | { readonly type: 'unknown'; readonly label: string; readonly raw: unknown };

/** Throws if there is no list; an entry that cannot be read is kept as unknown. */
export function readEntries(answer: unknown): readonly ThreadEntry[] {
  if (!isRecord(answer) || !Array.isArray(answer.entries))
    throw new Error('entries must be a list');
  return answer.entries.map(entryFromWire);
}

/** Throws if there is no list; a thread that cannot be read is left out. */
export function readThreads(answer: unknown, cwd: string): readonly ListedSession[] {
  if (!isRecord(answer) || !Array.isArray(answer.threads))
    throw new Error('threads must be a list');
  return recordsOf(answer.threads)
    .slice(0, LISTED_SESSIONS)
    .flatMap(({ id, title, modifiedAt }) =>
      listedSession({ id, cwd, title, updatedAt: timeOf(modifiedAt) }),
    );
}

/** Throws if the answer names no thread. */
export function readCreated(answer: unknown): AgentSessionId {
  const id = isRecord(answer) ? identifier(answer.threadId) : null;
  if (id === null) throw new Error('threadId must be a string');
  return id as string as AgentSessionId;
}

/** Null if the chunk is malformed; an unknown type is kept as unknown content. */
export function chunkFromWire(value: unknown): ContentBlock | null {
  if (!isRecord(value)) return null;
  if (value.type === 'text') {
    return typeof value.chunk === 'string' ? { type: 'text', text: value.chunk } : null;
  }
  if (typeof value.type !== 'string') return null;
  return { type: 'unknown', label: labelOf(value.type, 'chunk'), raw: jsonText(value) };
}

/** Null unless it is a message in which every chunk can be read. */
export function messageFromWire(value: unknown): Extract<ThreadEntry, { type: 'message' }> | null {
  if (!isRecord(value) || !Array.isArray(value.chunks)) return null;
  const { role } = value;
  if (role !== 'user' && role !== 'assistant') return null;
  const blocks = value.chunks.map(chunkFromWire);
  return blocks.every((block) => block !== null) ? { type: 'message', role, blocks } : null;
}

export function plainText(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function entryFromWire(value: unknown): ThreadEntry {
  if (isRecord(value)) {
    if (value.type === 'message') {
      const message = messageFromWire(value);
      if (message) return message;
    } else if (value.type === 'readFile' && typeof value.path === 'string') {
      return { type: 'readFile', path: value.path, content: textOr(value.content, '') };
    }
  }
  const label = isRecord(value) ? labelOf(value.type, 'entry') : 'entry';
  return { type: 'unknown', label, raw: value };
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * The time in UTC, so that several agents' lists can be sorted together; null if it is not a time.
 */
function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' || !RFC_3339.test(value)) return null;
  const time = new Date(value.replace(' ', 'T'));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
