import type { AgentSessionId } from '#shared/ids';

/** The method names of the draft. Its specification leaves open which side sends each of them. */
export const methods = {
  getThreads: 'getThreads',
  createThread: 'createThread',
  openThread: 'openThread',
  getThreadEntries: 'getThreadEntries',
  sendMessage: 'sendMessage',
  streamMessageChunk: 'streamMessageChunk',
  readTextFile: 'readTextFile',
  readBinaryFile: 'readBinaryFile',
  stat: 'stat',
  globSearch: 'globSearch',
} as const;

/** The draft has no version number. */
export const PROTOCOL_VERSION = 'draft';

export interface ThreadTextChunk {
  readonly type: 'text';
  readonly chunk: string;
}

export type Role = 'user' | 'assistant';

export function textChunk(text: string): ThreadTextChunk {
  return { type: 'text', chunk: text };
}

export function threadParams(threadId: AgentSessionId): object {
  return { threadId };
}

export function messageParams(
  threadId: AgentSessionId,
  chunks: readonly ThreadTextChunk[],
): object {
  return { threadId, message: { role: 'user' satisfies Role, chunks } };
}

export function chunkParams(threadId: AgentSessionId, chunk: ThreadTextChunk): object {
  return { threadId, chunk };
}
