import type { TextRule } from '#main/agents/lines/joinedLines';
import { isRecord, type JsonRecord } from '../json';

const CHUNKS: ReadonlySet<unknown> = new Set(['agent_message_chunk', 'agent_thought_chunk']);

interface Chunk {
  readonly params: JsonRecord;
  readonly update: JsonRecord;
  readonly content: JsonRecord;
  readonly text: string;
}

/** Pieces of what an agent says or thinks, in either version. */
export const chunkText: TextRule = {
  textOf: (message) => chunkOf(message)?.text ?? null,
  withText: (message, text) => {
    const chunk = chunkOf(message);
    if (chunk === null) return message;
    const { params, update, content } = chunk;
    return {
      ...message,
      params: { ...params, update: { ...update, content: { ...content, text } } },
    };
  },
};

function chunkOf(message: object): Chunk | null {
  const { method, id, params } = message as JsonRecord;
  if (method !== 'session/update' || id !== undefined || !isRecord(params)) return null;
  const { update } = params;
  if (!isRecord(update) || !CHUNKS.has(update.sessionUpdate)) return null;
  const { content } = update;
  if (!isRecord(content) || content.type !== 'text') return null;
  return typeof content.text === 'string' ? { params, update, content, text: content.text } : null;
}
