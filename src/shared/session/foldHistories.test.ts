import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestId } from '#shared/ids';
import { anyHistory, sampleEvent as first } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { isOpen } from '#test/support/openEntry';
import { propertyRuns } from '#test/support/propertyRuns';
import { SESSION } from '#test/support/sessionEvents';
import type { Envelope } from './events';
import { apply, createState } from './fold';
import type { SessionState } from './state';

// Shows I4.

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Folds with every head and entry frozen as soon as it is there, so that a change to one throws. */
function foldFrozen(events: readonly Envelope[]): SessionState {
  const state = createState(SESSION);
  for (const event of events) {
    apply(state, deepFreeze(structuredClone(event)));
    deepFreeze(state.head);
    for (const entry of state.entries.values()) deepFreeze(entry);
  }
  return state;
}

/** No question is asked twice under one id: we mint them. */
function withNewQuestions(events: readonly Envelope[]): readonly Envelope[] {
  const latest = new Map<string, RequestId>();
  return events.map((event) => {
    if (event.type === 'permission.asked' || event.type === 'elicitation.asked') {
      latest.set(event.requestId, `req_${event.seq}` as RequestId);
    }
    return 'requestId' in event
      ? { ...event, requestId: latest.get(event.requestId) ?? event.requestId }
      : event;
  });
}

describe('any history', () => {
  const check = (holds: (events: readonly Envelope[]) => void) =>
    fc.assert(fc.property(anyHistory, holds), { numRuns: propertyRuns(300), verbose: 1 });

  it('gives the same state when folded in two parts', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(60), (events, cut) => {
        const state = foldAll(SESSION, events.slice(0, cut));
        for (const event of events.slice(cut)) apply(state, event);
        expect(state).toEqual(foldAll(SESSION, events));
      }),
      { numRuns: propertyRuns(300), verbose: 1 },
    );
  });

  it('never changes a head or an entry that it has returned', () => {
    check((events) => {
      expect(foldFrozen(events)).toEqual(foldAll(SESSION, events));
    });
  });

  it('survives being sent to another process', () => {
    check((events) => {
      const state = foldAll(SESSION, events);
      expect(structuredClone(state)).toEqual(state);
      expect(JSON.parse(JSON.stringify(state.head))).toEqual(state.head);
    });
  });

  it('gives the same state from a copy as from the original', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(60), (events, cut) => {
        const copy = structuredClone(foldAll(SESSION, events.slice(0, cut)));
        for (const event of events.slice(cut)) apply(copy, event);
        expect(copy).toEqual(foldAll(SESSION, events));
      }),
      { numRuns: propertyRuns(300), verbose: 1 },
    );
  });

  it('reports exactly what it has changed, once', () => {
    check((events) => {
      const state = createState(SESSION);
      for (const event of events) {
        const before = new Map(state.entries);
        const order = [...state.order];
        const { entries } = apply(state, event);
        const changed = [...state.entries].filter(([id, entry]) => before.get(id) !== entry);
        expect([...entries].sort()).toEqual(changed.map(([id]) => id).sort());
        expect(state.order.slice(0, order.length)).toEqual(order);
      }
    });
  });

  it('reports every change of the head', () => {
    check((events) => {
      const state = createState(SESSION);
      for (const event of events) {
        const { seq: _, updatedAt: __, ...before } = state.head;
        const touched = apply(state, event);
        const { seq: ___, updatedAt: ____, ...after } = state.head;
        if (!touched.head) expect(after).toEqual(before);
        expect(state.head.seq).toBe(event.seq);
      }
    });
  });

  it('has nothing open once the process has ended', () => {
    fc.assert(
      fc.property(
        anyHistory,
        fc.constantFrom(first('agent.exited'), first('agent.failed'), first('agent.detached')),
        (events, end) => {
          const state = foldAll(SESSION, events);
          apply(state, { v: 1, seq: events.length + 1, at: 5_000, ...end });
          expect([...state.entries.values()].filter(isOpen)).toEqual([]);
          expect(state.head).toMatchObject({ turn: null, openRequests: [] });
        },
      ),
      { numRuns: propertyRuns(300), verbose: 1 },
    );
  });

  it('has the same open questions in its head as in its transcript', () => {
    check((events) => {
      const { head, entries } = foldAll(SESSION, withNewQuestions(events));
      const open = [...entries.values()].filter(
        (entry) => (entry.kind === 'permission' || entry.kind === 'elicitation') && isOpen(entry),
      );
      expect([...head.openRequests].sort()).toEqual(open.map(({ id }) => id).sort());
    });
  });

  it('accepts unknown kinds of events, and changes nothing', () => {
    check((events) => {
      const state = foldAll(SESSION, events);
      const before = structuredClone(state);
      const unknown = { v: 1, seq: 99, at: 1, type: 'from.the.future', toolCallId: 'call_1' };
      const touched = apply(state, unknown as unknown as Envelope);
      expect(touched).toEqual({ head: false, entries: [] });
      expect(state).toEqual({ ...before, head: { ...before.head, seq: 99, updatedAt: 1 } });
    });
  });
});
