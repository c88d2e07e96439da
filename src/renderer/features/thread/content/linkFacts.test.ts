import { expect, it } from 'vitest';
import { linkFacts } from './linkFacts';

const link = { type: 'link', uri: 'file:///a.zig', name: 'a.zig' } as const;
const now = Date.UTC(2026, 4, 20, 12);

it('tells all that the agent said of a link', () => {
  const annotations = {
    audience: ['user', 'assistant'],
    priority: 0.5,
    lastModified: '2024-07-30T12:00:00Z',
  };
  const told = { title: 'The parser', description: 'Reads', mimeType: 'text/x-zig', size: 2_000 };
  const facts = linkFacts({ ...link, ...told, annotations }, now);
  expect(facts).toEqual([
    'a.zig',
    'Reads',
    'text/x-zig',
    '2 KB',
    expect.stringMatching(/^changed .*2024/),
    'for the user and the agent',
    'priority 50 %',
  ]);
});

it('says nothing of what was not said or makes no sense', () => {
  expect(linkFacts(link, now)).toEqual([]);
  const annotations = { lastModified: 'yesterday' };
  expect(linkFacts({ ...link, size: -1, annotations }, now)).toEqual([]);
});
