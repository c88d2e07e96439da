import { expect, test } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import { promptToWire } from './prompts';

test.each<[ContentBlock, object]>([
  [
    { type: 'text', text: 'Hello' },
    { type: 'text', text: 'Hello' },
  ],
  [
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
  ],
  [
    { type: 'link', uri: 'file:///work/a.ts', name: 'a.ts' },
    { type: 'text', text: '[@a.ts](file:///work/a.ts)' },
  ],
  [
    { type: 'resource', uri: 'file:///work/a.ts', text: 'x' },
    { type: 'text', text: '```file:///work/a.ts\nx\n```' },
  ],
  [
    { type: 'resource', uri: 'file:///a.pdf', mimeType: 'application/pdf', data: 'AA==' },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' } },
  ],
  [
    { type: 'resource', uri: 'file:///a.bin', data: 'AA==' },
    { type: 'text', text: '[@a.bin](file:///a.bin)' },
  ],
])('%o', (block, wire) => {
  expect(promptToWire([block])).toEqual([wire]);
});

test('a text of very many backticks is embedded as well', () => {
  const text = '` '.repeat(250_000);
  const [block] = promptToWire([{ type: 'resource', uri: 'file:///work/a.md', text }]);
  expect(block).toMatchObject({ text: expect.stringContaining(text) });
});

test.each<ContentBlock>([
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'unknown', label: 'x', raw: '' },
])('$type is not supported', (block) => {
  expect(() => promptToWire([block])).toThrow('does not accept');
});
