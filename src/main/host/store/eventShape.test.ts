import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, createState } from '#shared/session/fold';
import { arbitraryEvent, SESSION, said, stamp } from '#test/support/sessionEvents';
import { hasShape, isKnownType } from './eventShape';

describe('hasShape', () => {
  it('takes every event as we write it', () => {
    fc.assert(
      fc.property(arbitraryEvent, (event) => {
        expect(isKnownType(event.type)).toBe(true);
        expect(hasShape(event)).toBe(true);
      }),
    );
  });

  it('takes kinds that it does not know, and fields that it does not know', () => {
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

  it('leaves nothing that the reducer would stumble over', () => {
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
      { numRuns: 1000 },
    );
  });
});
