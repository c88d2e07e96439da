import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createState, foldAll } from '#shared/session/fold';
import { arbitraryEvent, SESSION, said, stamp } from '#test/support/sessionEvents';
import { ReplayFold } from './replayFold';

describe('ReplayFold', () => {
  it('comes to the very state that folding one by one does', () => {
    const run = fc.tuple(
      fc.constantFrom('msg_1', 'msg_2'),
      fc.array(fc.string(), { maxLength: 6 }),
    );
    const chunks = run.map(([id, texts]) => texts.map((text) => said(text, id)));
    const story = fc.array(
      fc.oneof(
        chunks,
        arbitraryEvent.map((event) => [event]),
      ),
    );
    fc.assert(
      fc.property(story, (parts) => {
        const events = stamp(parts.flat()).map((event) => ({ ...event, at: 1000 + event.seq }));
        const state = createState(SESSION);
        const fold = new ReplayFold(state);
        for (const event of events) fold.visit(event);
        fold.finish();
        expect(state).toEqual(foldAll(SESSION, events));
      }),
      { numRuns: 500 },
    );
  });
});
