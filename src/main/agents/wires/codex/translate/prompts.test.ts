import { expect, test } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import { promptToWire } from './prompts';

const text = (words: string) => ({ type: 'text', text: words, text_elements: [] });

test.each<[ContentBlock, object]>([
  [{ type: 'text', text: 'Hello' }, text('Hello')],
  [
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { type: 'image', url: 'data:image/png;base64,AA==' },
  ],
  [{ type: 'link', uri: 'file:///a.ts', name: 'a.ts' }, text('[@a.ts](file:///a.ts)')],
  [{ type: 'resource', uri: 'file:///a.ts', text: 'x' }, text('```file:///a.ts\nx\n```')],
  [{ type: 'resource', uri: 'file:///a.bin', data: 'AA==' }, text('[@a.bin](file:///a.bin)')],
])('%o', (block, wire) => {
  expect(promptToWire([block])).toEqual([wire]);
});

test.each<ContentBlock>([
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'unknown', label: 'x', raw: '' },
])('$type is not supported', (block) => {
  expect(() => promptToWire([block])).toThrow('does not accept');
});
