import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { secretValues } from '#main/base/secrets/secretValues';
import { COALESCE_CHARACTERS, COALESCE_MILLISECONDS } from '#main/host/store/limits';
import type { SessionEvent } from '#shared/session/events';
import type { SessionState } from '#shared/session/state';
import { foldAll } from '#test/support/foldAll';
import { ManualTimers } from '#test/support/manualTimers';
import { propertyRuns } from '#test/support/propertyRuns';
import { arbitraryEvent, SESSION, said, stamp } from '#test/support/sessionEvents';
import { Coalescer, TextJoiner } from './coalescer';

function joined(events: readonly SessionEvent[]): SessionEvent[] {
  const joiner = new TextJoiner();
  return [...events.flatMap((event) => joiner.push(event)), ...joiner.end()];
}

/** Numbers differ by nature; they also name a few entries. */
function withoutNumbers(state: SessionState): unknown {
  const names = new Map(state.order.map((id, index) => [id, `${id.split(':')[0]}#${index}`]));
  const { down } = state.head;
  return {
    head: { ...state.head, seq: 0, down: down && names.get(down) },
    entries: state.order.map((id) => ({ ...state.entries.get(id), id: names.get(id) })),
    hidden: [...state.entries.values()].filter((entry) => entry.kind === 'terminal'),
  };
}

function setUp() {
  const timers = new ManualTimers();
  const out: (readonly SessionEvent[])[] = [];
  const coalescer = new Coalescer((events) => out.push(events), timers);
  onTestFinished(() => coalescer.dispose());
  return { timers, out, coalescer };
}

const ended: SessionEvent = { type: 'agent.detached' };

describe('a secret that arrives in pieces', () => {
  it('is held until its rest arrives, and nothing is missing at the end', () => {
    const secret = 'opaque-Value-12345678';
    const known = secretValues.add([secret]);
    onTestFinished(() => known.dispose());
    const { timers, out, coalescer } = setUp();
    coalescer.push(said('It is opaque-Va'));
    timers.advance(COALESCE_MILLISECONDS);
    coalescer.push(said('lue-12345678. Or opaq'));
    timers.advance(COALESCE_MILLISECONDS);
    expect(out.flat()).toEqual([said('It is '), said(`${secret}. Or `)]);
    coalescer.end();
    expect(out.flat().slice(2)).toEqual([said('opaq')]);
  });

  it('is held whatever else arrives in between, and other messages wait too', () => {
    const known = secretValues.add(['opaque-Value-12345678']);
    onTestFinished(() => known.dispose());
    const { out, coalescer } = setUp();
    coalescer.push(said('It is opaque-Va'));
    coalescer.push(ended);
    coalescer.push(said('Other', 'msg_2'));
    coalescer.push(said('lue-12345678.'));
    coalescer.flush();
    expect(out.flat()).toEqual([
      said('It is '),
      ended,
      said('Other', 'msg_2'),
      said('opaque-Value-12345678.'),
    ]);
  });

  it('is removed as far as it has arrived when the message does not continue', () => {
    const known = secretValues.add(['opaque-Value-12345678']);
    onTestFinished(() => known.dispose());
    const { out, coalescer } = setUp();
    coalescer.push(said('It is opaque-Value-12345'));
    coalescer.push(said('It is opaque', 'msg_2'));
    coalescer.dispose();
    const texts = out.flat().map((event) => ('content' in event ? event.content : null));
    expect(texts.map((content) => content && 'text' in content && content.text)).toEqual([
      'It is ',
      'It is ',
      '[redacted]',
      'opaque',
    ]);
  });
});

describe('TextJoiner', () => {
  it('folds to the same state as the pieces do', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEvent, { maxLength: 60 }), (events) => {
        const raw = foldAll(SESSION, stamp(events));
        const coalesced = foldAll(SESSION, stamp(joined(events)));
        expect(withoutNumbers(coalesced)).toEqual(withoutNumbers(raw));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('joins text of the same message, role and subagent only', () => {
    const thought = said('d', 'msg_1', 'thought');
    const image = {
      ...said(''),
      content: { type: 'image', data: '', mimeType: 'image/png' },
    } as SessionEvent;
    const sub = { ...said('e'), subagent: 'sub_1' } as SessionEvent;
    const events = [
      said('a'),
      said('b'),
      said('c', 'msg_2'),
      thought,
      image,
      said('f'),
      sub,
      ended,
    ];
    expect(joined(events)).toEqual([
      said('ab'),
      said('c', 'msg_2'),
      thought,
      image,
      said('f'),
      sub,
      ended,
    ]);
  });

  it('joins a character that arrived in two halves', () => {
    expect(joined([said('\uD83D'), said('\uDE00')])).toEqual([said('😀')]);
  });

  it('passes on text that has grown long', () => {
    const joiner = new TextJoiner();
    expect(joiner.push(said('x'.repeat(COALESCE_CHARACTERS - 1)))).toEqual([]);
    expect(joiner.push(said('yz'))).toHaveLength(1);
    expect(joiner.isEmpty).toBe(true);
  });
});

describe('Coalescer', () => {
  it('holds text for 30 ms at most', () => {
    const { timers, out, coalescer } = setUp();
    coalescer.push(said('a'));
    timers.advance(20);
    coalescer.push(said('b'));
    timers.advance(9);
    expect(out).toEqual([]);
    timers.advance(1);
    expect(out).toEqual([[said('ab')]]);
    expect(timers.count).toBe(0);
  });

  it('keeps events behind the text before them', () => {
    const { timers, out, coalescer } = setUp();
    coalescer.push(said('a'));
    coalescer.push(ended);
    expect(out).toEqual([[said('a'), ended]]);
    expect(timers.count).toBe(0);
  });

  it('gives text of the next message its own delay', () => {
    const { timers, out, coalescer } = setUp();
    coalescer.push(said('a'));
    timers.advance(25);
    coalescer.push(said('b', 'msg_2'));
    expect(out).toEqual([[said('a')]]);
    timers.advance(29);
    expect(out).toHaveLength(1);
    timers.advance(1);
    expect(out).toEqual([[said('a')], [said('b', 'msg_2')]]);
  });

  it('passes on its text when flushed or disposed', () => {
    const { out, coalescer } = setUp();
    coalescer.push(said('a'));
    coalescer.flush();
    coalescer.flush();
    coalescer.push(said('b'));
    coalescer.dispose();
    expect(out).toEqual([[said('a')], [said('b')]]);
  });
});
