import { expect, test } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import { writePrompt } from './promptParts';

const writers = { text: ({ text }: { readonly text: string }) => text };

test('writes each block with the writer of its kind', () => {
  const content: readonly ContentBlock[] = [
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ];
  expect(writePrompt(content, writers, null)).toEqual(['one', 'two']);
});

test.each<[string, ContentBlock]>([
  ['images', { type: 'image', data: '', mimeType: 'image/png' }],
  ['“smell” content', { type: 'unknown', label: 'smell', raw: '' }],
])('refuses %s where the wire has no writer for them', (named, block) => {
  expect(() => writePrompt([block], writers, null)).toThrow(`This agent does not accept ${named}.`);
});

test.each(['hologram', 'constructor'])('refuses a block of a newer build: %s', (type) => {
  const block = { type } as unknown as ContentBlock;
  expect(() => writePrompt([block], writers, null)).toThrow(`does not accept “${type}” content.`);
});
