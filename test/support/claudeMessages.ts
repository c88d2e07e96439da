import { MessageTranslator } from '#main/agents/wires/claude/translate/messageTranslator';
import type { Heard } from '#main/agents/wires/heard';
import { countingIds } from './countingIds';

export const stream = (event: object, parent: string | null = null) => ({
  type: 'stream_event',
  event,
  parent_tool_use_id: parent,
});

export const start = (id?: string) =>
  stream({ type: 'message_start', ...(id ? { message: { id } } : {}) });

export const delta = (text: string, index?: number) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });

export const think = (thinking: string, index?: number) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } });

export const assistant = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content, ...more },
});

export const toolUse = (name: string, input: object, id = 'call') => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export const toolResult = (content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: 'call',
  content,
  ...more,
});

export const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});

export const system = (subtype: string, more: object = {}) => ({
  type: 'system',
  subtype,
  ...more,
});

export function translator(...messages: readonly object[]) {
  const translated = new MessageTranslator(countingIds());
  translated.tools.folder = '/work';
  for (const message of messages) translated.translate(message as never);
  return translated;
}

/** The result of the messages, all in one translator. */
export function heard(...messages: readonly object[]): readonly Heard[] {
  const translated = translator();
  return messages.flatMap((message) => translated.translate(message as never));
}

export function text(words: string) {
  return { type: 'text', text: words };
}

export function thought(words: string) {
  return { type: 'thinking', thinking: words };
}
