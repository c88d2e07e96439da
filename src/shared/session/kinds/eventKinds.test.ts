import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';
import { propertyRuns } from '#test/support/propertyRuns';
import { arbitraryEvent, SESSION, said, stamp } from '#test/support/sessionEvents';
import { foundInBlock } from './blockKinds';
import { entryOf, hasShape, isKnownType, mapBodies, searchTextOf } from './eventKinds';

describe('hasShape', () => {
  it('accepts every event that the app writes', () => {
    fc.assert(
      fc.property(arbitraryEvent, (event) => {
        expect(isKnownType(event.type)).toBe(true);
        expect(hasShape(event)).toBe(true);
      }),
    );
  });

  it('accepts unknown kinds and unknown fields', () => {
    expect(hasShape({ type: 'review.opened' })).toBe(true);
    expect(hasShape({ ...said('hello'), colour: 'red' } as never)).toBe(true);
    const content = { type: 'hologram', voxels: 3 };
    expect(hasShape({ ...said('hello'), content } as never)).toBe(true);
  });

  it.each([
    { type: 'message.appended', messageId: 'm', role: 'agent' },
    { type: 'message.appended', messageId: 'm', role: 'agent', content: 'text' },
    { type: 'message.appended', messageId: 'm', role: 'agent', content: { type: 'text', text: 1 } },
    { type: 'tool.updated', toolCallId: 't', content: 'none' },
    { type: 'tool.updated', toolCallId: 't', content: [null] },
    { type: 'tool.updated', toolCallId: 't', input: { blob: 1, bytes: 2 } },
    { type: 'turn.started', turnId: 't', messageId: 'm', content: null },
    { type: 'permission.asked', requestId: 'r', question: { title: 't' } },
    { type: 'plan.updated', planId: 'p', body: { type: 'items', items: [1] } },
  ])('refuses %j', (event) => {
    expect(hasShape(event)).toBe(false);
  });

  it('rejects everything that the reducer cannot handle', () => {
    const keys = ['content', 'messageId', 'title', 'question', 'outcome', 'status', 'body', 'tail'];
    const junk = fc.oneof(fc.constantFrom(null, undefined, 0, '', [], {}), fc.jsonValue());
    fc.assert(
      fc.property(arbitraryEvent, fc.constantFrom(...keys), junk, (event, key, value) => {
        const spoilt = { ...event, [key]: value } as typeof event;
        if (hasShape(spoilt)) {
          const state = createState(SESSION);
          for (const envelope of stamp([event, spoilt, event])) apply(state, envelope);
        }
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});

describe('kinds of a newer version', () => {
  const newer = (event: object) => ({ v: 1, seq: 1, at: 1000, ...event }) as Envelope;
  const replaceAll = () => 'replaced';

  it.each(['review.opened', 'constructor', '__proto__'])(
    'an event “%s” changes nothing',
    (type) => {
      const event = newer({ type, content: { type: 'text' } });
      expect(isKnownType(event.type)).toBe(false);
      expect(hasShape(event)).toBe(true);
      expect(entryOf(event)).toBeNull();
      expect(searchTextOf(event)).toBeNull();
      expect(mapBodies(event, replaceAll)).toBe(event);
      const state = createState(SESSION);
      expect(apply(state, event)).toEqual({ head: false, entries: [] });
      expect(state.head.seq).toBe(event.seq);
    },
  );

  it.each(['hologram', 'constructor'])('a block “%s” is kept unchanged', (type) => {
    const block = { type, voxels: 3 };
    const event = newer({ ...said('hello'), content: block });
    expect(hasShape(event)).toBe(true);
    expect(searchTextOf(event)).toBeNull();
    expect(mapBodies(event, replaceAll)).toBe(event);
    const state = createState(SESSION);
    apply(state, event);
    expect([...state.entries.values()]).toMatchObject([{ kind: 'message', blocks: [block] }]);
    expect(foundInBlock(block as never)).toBe('');
  });

  it('tool content is kept unchanged', () => {
    const content = [{ type: 'hologram', voxels: 3 }];
    const event = newer({ type: 'tool.updated', toolCallId: 't', content });
    expect(hasShape(event)).toBe(true);
    expect(mapBodies(event, replaceAll)).toBe(event);
    const state = createState(SESSION);
    apply(state, event);
    expect([...state.entries.values()]).toMatchObject([{ kind: 'tool', content }]);
  });
});
