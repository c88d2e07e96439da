import { expect, test } from 'vitest';
import type { BlobHash } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { promptToWire } from './prompts';

const everything = { image: true, audio: true, embeddedContext: true };

const image: ContentBlock = { type: 'image', data: 'AA==', mimeType: 'image/png' };
const audio: ContentBlock = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' };
const file: ContentBlock = { type: 'resource', uri: 'file:///a.txt', text: 'one\n' };
const binary: ContentBlock = { type: 'resource', uri: 'file:///d/b.bin', data: 'AA==' };

test('each kind of block is sent to an agent that supports all', () => {
  expect(
    promptToWire(
      [
        { type: 'text', text: 'hi' },
        { type: 'link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
        { ...image, uri: 'file:///i.png' },
        audio,
        { ...file, mimeType: 'text/plain' },
        binary,
      ],
      everything,
    ),
  ).toEqual([
    { type: 'text', text: 'hi' },
    { type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
    { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'file:///i.png' },
    { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
    {
      type: 'resource',
      resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'one\n' },
    },
    { type: 'resource', resource: { uri: 'file:///d/b.bin', blob: 'AA==' } },
  ]);
});

test('a file is sent as text, or as a link, to an agent that supports no files', () => {
  expect(promptToWire([file, binary], {})).toEqual([
    { type: 'text', text: '```file:///a.txt\none\n```' },
    { type: 'resource_link', uri: 'file:///d/b.bin', name: 'b.bin' },
  ]);
});

test('a file cannot break out of its fence', () => {
  expect(promptToWire([{ ...file, text: 'a\n````\nb' }], {})).toEqual([
    { type: 'text', text: '`````file:///a.txt\na\n````\nb\n`````' },
  ]);
});

test.each<[string, ContentBlock, RegExp]>([
  ['an image', image, /does not accept images/],
  ['audio', audio, /does not accept audio/],
  ['something unknown', { type: 'unknown', label: 'x', raw: '' }, /does not accept “x” content/],
])('%s is refused where the agent does not support it', (_, block, words) => {
  expect(() => promptToWire([block], {})).toThrowError(
    expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(words) }),
  );
});

test('a body that was not loaded is not sent as if it were empty', () => {
  const data = { blob: 'hash' as BlobHash, bytes: 9 };
  expect(() => promptToWire([{ ...image, data }], everything)).toThrowError(
    expect.objectContaining({ code: 'invalid-request' }),
  );
});
