import { describe, expect, it } from 'vitest';
import type { NoteId, RequestId, ToolCallId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { sampleEvents } from '#test/support/everyEvent';
import { boundEvent, cutNotice } from './eventBounds';

const MEGABYTES = 2_000_000;
/** More than any bound, and far less than what is sent here. */
const LONGEST_TEXT = 110_000;
const LONGEST_LIST = 1_001;
const long = 'x'.repeat(MEGABYTES);
const many = <T>(item: T) => Array.from({ length: 5_000 }, () => item);
const toolCallId = 'call' as ToolCallId;
const requestId = 'req' as RequestId;

/** What an agent could fill each kind of event with. */
const floods: readonly SessionEvent[] = [
  { type: 'session.titled', title: long, by: 'agent' },
  { type: 'tool.updated', toolCallId, title: long, name: long },
  { type: 'tool.updated', toolCallId, locations: many({ path: 'x'.repeat(100_000) }) },
  {
    type: 'tool.updated',
    toolCallId,
    content: many({
      type: 'content' as const,
      content: { type: 'link' as const, uri: long, name: long, description: long },
    }),
  },
  {
    type: 'plan.updated',
    planId: 'plan',
    body: { type: 'items', items: many({ content: long, priority: 'low', status: 'pending' }) },
  },
  { type: 'plan.updated', planId: 'plan', body: { type: 'markdown', text: long } },
  {
    type: 'permission.asked',
    requestId,
    question: {
      toolCallId: null,
      title: long,
      description: long,
      options: many({ id: 'a', name: long, kind: 'allow_once' }),
    },
  },
  {
    type: 'elicitation.asked',
    requestId,
    question: {
      message: long,
      toolCallId: null,
      body: {
        type: 'form',
        fields: [{ key: 'k', title: long, description: long, required: true, type: 'text' }],
      },
    },
  },
  { type: 'commands.updated', commands: many({ name: 'a', description: long, hint: long }) },
  {
    type: 'modes.updated',
    available: many({ id: 'a', name: long, description: long }),
    current: 'a',
  },
  {
    type: 'options.updated',
    options: [
      {
        id: 'o',
        name: long,
        type: 'select',
        value: 'a',
        groups: [{ name: long, choices: many({ value: 'a', name: long }) }],
      },
    ],
  },
  {
    type: 'notice.posted',
    noteId: 'n' as NoteId,
    severity: 'info',
    title: long,
    description: long,
  },
  { type: 'compaction.updated', compactionId: 'c', summary: long, error: long },
];

/** All texts and lists in it. */
function partsOf(value: unknown): readonly (string | readonly unknown[])[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(partsOf);
  return Array.isArray(value) ? [value, ...inside] : inside;
}

describe('boundEvent', () => {
  it.each(floods)('bounds every field of $type', (event) => {
    const { event: bounded } = boundEvent(event);
    for (const part of partsOf(bounded)) {
      expect(part.length).toBeLessThan(typeof part === 'string' ? LONGEST_TEXT : LONGEST_LIST);
    }
    expect(JSON.stringify(bounded).length).toBeLessThan(4_000_000);
    expect(bounded.type).toBe(event.type);
    // Nothing is left to do the second time.
    expect(boundEvent(bounded).cuts).toEqual([]);
  });

  it('says what was truncated', () => {
    const { event } = boundEvent({ type: 'session.titled', title: long, by: 'agent' });
    expect(event).toMatchObject({ title: `${'x'.repeat(500)}… (truncated, 2,000,000 characters)` });
    const commands = many({ name: 'a', description: 'b' });
    const { event: cut, cuts } = boundEvent({ type: 'commands.updated', commands });
    expect(cut).toMatchObject({ commands: { length: 1_000 } });
    expect(cuts.map((each) => cutNotice('commands.updated', each))).toMatchObject([
      { title: 'The agent sent 5,000 commands. Only the first 1,000 are kept.' },
    ]);
  });

  it('leaves every usual event unchanged', () => {
    for (const event of Object.values(sampleEvents).flat()) {
      expect(boundEvent(event)).toEqual({ event, cuts: [] });
      expect(boundEvent(event).event).toBe(event);
    }
  });

  it('never cuts within a character', () => {
    const title = `${'x'.repeat(499)}😀${long}`;
    const { event } = boundEvent({ type: 'session.titled', title, by: 'agent' });
    expect((event as { title: string }).title.isWellFormed()).toBe(true);
  });
});
