import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REST_CHARACTERS } from '#main/host/store/limits';
import { createState } from '#shared/session/fold';
import { foldAll } from '#test/support/foldAll';
import { propertyRuns } from '#test/support/propertyRuns';
import { arbitraryEvent, SESSION, said, stamp } from '#test/support/sessionEvents';
import { ReplayFold } from './replayFold';

describe('ReplayFold', () => {
  it('gives the same state as folding one by one, as long as texts are short', () => {
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
        for (const event of events) fold.visit(event, { from: event.seq, to: event.seq + 1 });
        fold.finish();
        expect(state).toEqual(foldAll(SESSION, events));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('leaves long text in the log, but never the user’s', () => {
    const long = 'x'.repeat(REST_CHARACTERS / 2);
    const events = stamp([
      said('short', 'msg_1'),
      ...Array.from({ length: 3 }, () => said(long, 'msg_2')),
      ...Array.from({ length: 3 }, () => said(long, 'msg_3', 'user')),
      said(long, 'msg_3'),
      said(long, 'msg_3'),
      said('more', 'msg_2'),
    ]);
    const state = createState(SESSION);
    const fold = new ReplayFold(state);
    for (const event of events)
      fold.visit(event, { from: event.seq * 10, to: event.seq * 10 + 10 });
    fold.finish();
    const blocks = [...state.entries.values()].map((entry) => 'blocks' in entry && entry.blocks);
    expect(blocks).toEqual([
      [{ type: 'text', text: 'short' }],
      [
        { type: 'resting', from: 20, to: 50, lines: 3 },
        { type: 'text', text: 'more' },
      ],
      [{ type: 'text', text: long.repeat(5) }],
    ]);
  });
});
