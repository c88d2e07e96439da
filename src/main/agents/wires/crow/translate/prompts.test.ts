import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import type { ContentBlock } from '#shared/session/content';
import { promptToWire } from './prompts';

const everything = { image: true, embeddedContext: true };

test.each<[ContentBlock, object, object | null]>([
  [
    { type: 'text', text: 'Hello' },
    { type: 'text', text: 'Hello' },
    { type: 'text', text: 'Hello' },
  ],
  [
    { type: 'image', data: 'AA', mimeType: 'image/png' },
    { type: 'image', data: 'AA', mime_type: 'image/png' },
    null,
  ],
  [
    { type: 'resource', uri: 'file:///a', text: 'fn', mimeType: 'text/plain' },
    { type: 'resource', resource: { uri: 'file:///a', mime_type: 'text/plain', text: 'fn' } },
    { type: 'text', text: '```file:///a\nfn\n```' },
  ],
  [
    { type: 'resource', uri: 'file:///a', data: 'AA' },
    { type: 'resource', resource: { uri: 'file:///a', blob: 'AA' } },
    { type: 'text', text: 'file:///a' },
  ],
  [
    { type: 'link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
    { type: 'resource_link', uri: 'file:///a', name: 'a', mime_type: 'text/plain' },
    { type: 'text', text: 'file:///a' },
  ],
])('%o', (block, forAll, forText) => {
  expect(promptToWire([block], everything)).toEqual([forAll]);
  if (forText) expect(promptToWire([block], {})).toEqual([forText]);
  else expect(() => promptToWire([block], {})).toThrow(ConnectionError);
});

test.each<ContentBlock>([
  { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
  { type: 'unknown', label: 'x', raw: '{}' },
])('$type is never sent', (block) => {
  expect(() => promptToWire([block], everything)).toThrow(ConnectionError);
});
