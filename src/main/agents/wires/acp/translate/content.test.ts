import { describe, expect, it, test } from 'vitest';
import { chunkText, contentFromWire } from './content';

test.each<[object, object | null]>([
  [
    { type: 'text', text: 'a', annotations: {} },
    { type: 'text', text: 'a' },
  ],
  [
    { type: 'image', data: 'AA', mimeType: 'image/png', uri: null },
    { type: 'image', data: 'AA', mimeType: 'image/png' },
  ],
  [
    { type: 'image', data: 'AA', mimeType: 'image/png', uri: 'u' },
    { type: 'image', data: 'AA', mimeType: 'image/png', uri: 'u' },
  ],
  [
    { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
    { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
  ],
  [
    { type: 'resource_link', uri: 'u', name: 'n', description: 'd', mimeType: 'm', size: 3 },
    { type: 'link', uri: 'u', name: 'n', description: 'd', mimeType: 'm', size: 3 },
  ],
  [
    {
      type: 'resource_link',
      uri: 'u',
      name: 'n',
      title: 'T',
      annotations: { audience: ['user', 7], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' },
    },
    {
      type: 'link',
      uri: 'u',
      name: 'n',
      title: 'T',
      annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' },
    },
  ],
  [
    { type: 'resource_link', uri: 'u', name: 'n', annotations: { audience: null } },
    { type: 'link', uri: 'u', name: 'n' },
  ],
  [
    { type: 'resource_link', uri: 'u', title: 'T' },
    { type: 'link', uri: 'u', name: 'T' },
  ],
  [
    { type: 'resource_link', uri: 'u' },
    { type: 'link', uri: 'u', name: 'u' },
  ],
  [
    { type: 'resource', resource: { uri: 'u', text: 't', mimeType: 'm' } },
    { type: 'resource', uri: 'u', text: 't', mimeType: 'm' },
  ],
  [
    { type: 'resource', resource: { uri: 'u', blob: 'AA' } },
    { type: 'resource', uri: 'u', data: 'AA' },
  ],
  [
    { type: 'novel', x: 1 },
    { type: 'unknown', label: 'novel', raw: '{"type":"novel","x":1}' },
  ],
  [{ type: 'text', text: 7 }, null],
  [{ type: 'image', data: 'AA' }, null],
  [{ type: 'audio', mimeType: 'audio/wav' }, null],
  [{ type: 'resource_link', name: 'n' }, null],
  [{ type: 'resource', resource: { uri: 'u' } }, null],
  [{ type: 'resource' }, null],
  [{ text: 'a' }, null],
  [[], null],
])('%j', (wire, content) => {
  expect(contentFromWire(wire)).toEqual(content);
});

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
