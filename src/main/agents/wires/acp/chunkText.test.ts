import { describe, expect, it } from 'vitest';
import { chunkText } from './chunkText';

const chunk = (update: object, more: object = {}) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update, _meta: { by: 'x' } },
  ...more,
});
const said = (text: unknown) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text, annotations: {} },
});

describe('chunkText', () => {
  it('finds the text of a chunk, and replaces only that', () => {
    const message = chunk(said('one'));
    expect(chunkText.textOf(message)).toBe('one');
    const other = chunkText.withText(message, 'two');
    expect(JSON.stringify(other)).toBe(JSON.stringify(message).replace('one', 'two'));
    expect(message).toEqual(chunk(said('one')));
  });

  it('ignores other messages', () => {
    for (const message of [
      {},
      chunk(said('one'), { id: 1 }),
      chunk(said('one'), { method: 'session/prompt' }),
      chunk(said(1)),
      chunk({ ...said('one'), sessionUpdate: 'user_message_chunk' }),
      chunk({ ...said('one'), content: { type: 'image', text: 'one' } }),
      { method: 'session/update', params: null },
    ]) {
      expect(chunkText.textOf(message)).toBeNull();
      expect(chunkText.withText(message, 'two')).toBe(message);
    }
  });
});
