import type { AgentSessionId } from '#shared/ids';

/** The words of the draft. Its page gives each a direction that reads both ways. */
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

/** The draft has no number of its own. */
export const PROTOCOL_VERSION = 'draft';

export interface TextChunk {
  readonly type: 'text';
  readonly chunk: string;
}

export type Role = 'user' | 'assistant';

export function textChunk(text: string): TextChunk {
  return { type: 'text', chunk: text };
}

export function threadParams(threadId: AgentSessionId): object {
  return { threadId };
}

export function messageParams(threadId: AgentSessionId, chunks: readonly TextChunk[]): object {
  return { threadId, message: { role: 'user' satisfies Role, chunks } };
}

export function chunkParams(threadId: AgentSessionId, chunk: TextChunk): object {
  return { threadId, chunk };
}
