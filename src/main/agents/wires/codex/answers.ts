import { z } from 'zod';
import type { ListedSession } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord, recordsOf, textOr } from '../json';
import { IDENTIFIER_LENGTH } from '../limits';

const record = z.custom<JsonRecord>(isRecord, 'must be an object');

export function readRecord(answer: unknown): JsonRecord {
  return isRecord(answer) ? answer : {};
}

const initializeAnswer = z.looseObject({ userAgent: z.string() });

/** Throws a `ZodError` for what no Codex would answer. */
export function readInitialize(answer: unknown): AgentIdentity {
  const { userAgent } = initializeAnswer.parse(answer);
  const version = /\/(\d+\.\d+\.\d+[\w.-]*)/.exec(userAgent)?.[1];
  const identity = { name: 'codex', title: 'Codex' };
  return version === undefined ? identity : { ...identity, version };
}

const threadAnswer = z.looseObject({
  thread: z.looseObject({ id: z.string().min(1).max(IDENTIFIER_LENGTH) }),
});

export interface ThreadAnswer {
  readonly id: AgentSessionId;
  readonly thread: JsonRecord;
  readonly answer: JsonRecord;
}

/** Throws a `ZodError` when there is no thread to speak in. */
export function readThread(value: unknown): ThreadAnswer {
  const answer = threadAnswer.parse(value);
  const { thread } = answer;
  return { id: thread.id as string as AgentSessionId, thread, answer };
}

/** Throws a `ZodError` when no turn was begun. */
export function readTurn(value: unknown): JsonRecord {
  return z.looseObject({ turn: record }).parse(value).turn;
}

const pageAnswer = z.looseObject({
  data: z.array(z.unknown()),
  nextCursor: z.string().min(1).nullish().catch(null),
});

export interface Page {
  readonly data: readonly JsonRecord[];
  readonly nextCursor: string | null;
}

/** Throws a `ZodError` when there is no list; an entry that cannot be read is left out. */
export function readPage(value: unknown): Page {
  const { data, nextCursor } = pageAnswer.parse(value);
  return { data: recordsOf(data), nextCursor: nextCursor ?? null };
}

export function listedThread(thread: JsonRecord): readonly ListedSession[] {
  const id = identifier(thread.id);
  if (id === null || typeof thread.cwd !== 'string') return [];
  const title = textOr(thread.name, '') || textOr(thread.preview, '');
  return [
    {
      agentSessionId: id as string as AgentSessionId,
      cwd: thread.cwd,
      title: title === '' ? null : title,
      updatedAt: timeOf(thread.updatedAt),
    },
  ];
}

/** Codex counts seconds. */
function timeOf(seconds: unknown): string | null {
  if (typeof seconds !== 'number') return null;
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
