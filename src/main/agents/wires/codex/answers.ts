import { z } from 'zod';
import type { ListedSession } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord, recordsOf, textOr } from '../json';
import { CURSOR_LENGTH } from '../limits';
import { listedSession } from '../listedSession';

export function readRecord(answer: unknown): JsonRecord {
  return isRecord(answer) ? answer : {};
}

/** Throws for an answer that Codex would not give. All members are optional. */
export function readInitialize(answer: unknown): AgentIdentity {
  if (!isRecord(answer)) throw new Error('it must be an object');
  if (answer.protocolVersion !== undefined) throw new Error('it belongs to another protocol');
  const version = /\/(\d+\.\d+\.\d+[\w.-]*)/.exec(textOr(answer.userAgent, ''))?.[1];
  const identity = { name: 'codex', title: 'Codex' };
  return version === undefined ? identity : { ...identity, version };
}

export interface ThreadAnswer {
  /** The id; null if only `thread/started` names it. */
  readonly id: AgentSessionId | null;
  readonly thread: JsonRecord;
  readonly answer: JsonRecord;
}

export function readThread(value: unknown): ThreadAnswer {
  const answer = readRecord(value);
  const thread = readRecord(answer.thread);
  const id = identifier(thread.id) as string | null as AgentSessionId | null;
  return { id, thread, answer };
}

/** The turn; empty if only `turn/started` names it. */
export function readTurn(value: unknown): JsonRecord {
  return readRecord(readRecord(value).turn);
}

const pageAnswer = z.looseObject({
  data: z.array(z.unknown()),
  nextCursor: z.string().min(1).max(CURSOR_LENGTH).nullish().catch(null),
});

export interface Page {
  readonly data: readonly JsonRecord[];
  readonly nextCursor: string | null;
}

/** Throws a `ZodError` if there is no list; an entry that cannot be read is left out. */
export function readPage(value: unknown): Page {
  const { data, nextCursor } = pageAnswer.parse(value);
  return { data: recordsOf(data), nextCursor: nextCursor ?? null };
}

export function listedThread(thread: JsonRecord): readonly ListedSession[] {
  const { id, cwd } = thread;
  const title = textOr(thread.name, '') || textOr(thread.preview, '');
  const updatedAt = timeOf(thread.updatedAt);
  return listedSession({ id, cwd, title: title === '' ? null : title, updatedAt });
}

/** The time of a timestamp in seconds, as Codex writes them. */
function timeOf(seconds: unknown): string | null {
  if (typeof seconds !== 'number') return null;
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
