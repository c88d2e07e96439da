import { describe, expect, it } from 'vitest';
import type { WireFrame } from '#main/agents/agents';
import type { AgentSessionId, EntryId } from '#shared/ids';
import type { KeptEntry } from '#shared/session/entries';
import { entryOfFrame, FrameSearch } from './entryFrames';

const OWN = 's1' as AgentSessionId;

function frame(number: number, at: number, message: object, direction: 'in' | 'out' = 'in') {
  const text = JSON.stringify(message);
  return { number, at, direction, text, isCut: false, bytes: text.length } satisfies WireFrame;
}

function entry(fields: object): KeptEntry {
  return { turnId: null, updatedAt: 0, ...fields } as unknown as KeptEntry;
}

const update = (sessionId: string, fields: object) => ({
  method: 'session/update',
  params: { sessionId, update: fields },
});
const prompt = entry({
  id: 'message:1',
  kind: 'message',
  role: 'user',
  at: 100,
  updatedAt: 100,
  blocks: [{ type: 'text', text: 'yes “do” it' }],
});
const tool = entry({ id: 'tool:t1', kind: 'tool', toolCallId: 't1', at: 220, updatedAt: 900 });
const question = entry({
  id: 'permission:1',
  kind: 'permission',
  question: { toolCallId: 't1' },
  at: 320,
  updatedAt: 400,
});
const answer = entry({
  id: 'message:2',
  kind: 'message',
  role: 'agent',
  at: 1_010,
  updatedAt: 1_500,
  blocks: [],
});
const entries = [prompt, tool, question, answer];

const frames = [
  frame(1, 50, { method: 'session/prompt', params: { prompt: 'other' } }, 'out'),
  frame(2, 105, { method: 'session/prompt', params: { text: 'yes “do” it' } }, 'out'),
  frame(3, 200, update('s2', { toolCallId: 't1' })),
  frame(4, 210, update('s1', { toolCallId: 't1' })),
  frame(5, 310, {
    method: 'session/request_permission',
    params: { toolCall: { toolCallId: 't1' } },
  }),
  frame(6, 390, { id: 1, result: 'allowed' }, 'out'),
  frame(7, 890, update('s1', { toolCallId: 't1', status: 'completed' })),
  frame(8, 1_000, update('s1', { text: 'Don' })),
  frame(9, 1_400, update('s1', { text: 'e.' })),
  frame(10, 90_000, update('s1', { text: 'much later' })),
];

describe('the messages of an entry', () => {
  it.each([
    ['a prompt', prompt, 2],
    ['a tool call', tool, 4],
    ['a question', question, 5],
    ['an answer', answer, 8],
  ])('are found from %s', (_name, sought, number) => {
    const search = new FrameSearch(sought, OWN);
    for (const one of frames) search.look(one);
    expect(search.result).toBe(number);
  });

  it('are not made up', () => {
    const search = new FrameSearch(entry({ id: 'notice:1', kind: 'notice', at: 500_000 }), OWN);
    for (const one of frames) search.look(one);
    expect(search.result).toBeNull();
  });
});

describe('the entry of a message', () => {
  const ids = new Map<number, EntryId | null>(
    frames.map((one) => [one.number, entryOfFrame(one, entries, OWN)]),
  );
  it.each([
    [2, 'message:1'],
    [3, null],
    [4, 'tool:t1'],
    [5, 'permission:1'],
    [7, 'tool:t1'],
    [8, 'message:2'],
    [9, 'message:2'],
    [10, null],
  ])('of frame %i is %s', (number, id) => {
    expect(ids.get(number)).toBe(id);
  });

  it('does not exist for what is not a message', () => {
    const printed = { ...frame(11, 1_000, {}), direction: 'stderr' as const };
    expect(entryOfFrame(printed, entries, OWN)).toBeNull();
  });
});
