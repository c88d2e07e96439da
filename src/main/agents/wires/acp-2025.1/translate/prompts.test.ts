import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import type { ContentBlock } from '#shared/session/content';
import { contentFromWire } from './content';
import { promptToWire } from './prompts';

const everything = { image: true, audio: true, embeddedContext: true };

test.each<[ContentBlock, object]>([
  [
    { type: 'text', text: 'Fix the bug' },
    { type: 'text', text: 'Fix the bug' },
  ],
  [
    { type: 'image', data: 'AA', mimeType: 'image/png' },
    { type: 'image', format: 'png', data: 'AA' },
  ],
  [
    { type: 'image', data: 'AA', mimeType: 'image/svg+xml' },
    { type: 'image', format: 'svg', data: 'AA' },
  ],
  [
    { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
    { type: 'audio', format: 'wav', data: 'AA' },
  ],
  [
    { type: 'resource', uri: 'file:///a', mimeType: 'text/x-rust', text: 'fn' },
    { type: 'resource', uri: 'file:///a', mime_type: 'text/x-rust', content: 'fn' },
  ],
  [
    { type: 'resource', uri: 'file:///a', text: 'fn' },
    { type: 'resource', uri: 'file:///a', mime_type: 'text/plain', content: 'fn' },
  ],
  [
    { type: 'resource', uri: 'file:///a', data: 'AA' },
    { type: 'resource_link', uri: 'file:///a' },
  ],
  [
    { type: 'link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
    { type: 'resource_link', uri: 'file:///a', mime_type: 'text/plain' },
  ],
])('%o', (block, wire) => {
  expect(promptToWire([block], everything)).toEqual([wire]);
});

test.each<ContentBlock>([
  { type: 'image', data: 'AA', mimeType: 'image/png' },
  { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
  { type: 'unknown', label: 'x', raw: '{}' },
])('$type is not sent to an agent that does not support it', (block) => {
  expect(() => promptToWire([block], {})).toThrow(ConnectionError);
});

test.each(['png', 'jpeg', 'svg', 'wav', 'mp3'])(
  'the format %s is unchanged after a round trip',
  (format) => {
    const type = format === 'wav' || format === 'mp3' ? 'audio' : 'image';
    const block = contentFromWire({ type, format, data: 'AA' });
    expect(block).not.toBeNull();
    expect(promptToWire([block as ContentBlock], everything)).toEqual([
      { type, format, data: 'AA' },
    ]);
  },
);
