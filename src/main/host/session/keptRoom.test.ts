import { expect, it } from 'vitest';
import type { RequestId, ToolCallId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';
import { charactersIn } from '#shared/text/charactersIn';
import { created, SESSION, said, stamp } from '#test/support/sessionEvents';
import { KeptRoom } from './eventBounds';

// Shows I21.

const LIMIT = 1_000_000;

function setUp() {
  const state = createState(SESSION);
  const disk = { bytes: 0 };
  const room = new KeptRoom(state, () => disk.bytes, { characters: LIMIT, bytes: LIMIT });
  let seq = 0;
  const take = (event: SessionEvent) => {
    const isTaken = room.mayTake(event) && room.take(event);
    for (const envelope of stamp(isTaken ? [event] : [], ++seq)) apply(state, envelope);
    return isTaken;
  };
  take(created());
  return { state, room, disk, take };
}

const called = (id: string): SessionEvent => ({
  type: 'tool.updated',
  toolCallId: id as ToolCallId,
  title: 'Look',
  locations: [{ path: 'p'.repeat(10_000) }],
});

it('is full when an agent has added too much, and then accepts nothing more', () => {
  const { state, room, take } = setUp();
  const taken = Array.from({ length: 500 }, (_, index) => take(called(`c${index}`)));
  expect(taken.filter((isTaken) => isTaken).length).toBeGreaterThan(80);
  expect(taken.filter((isTaken) => isTaken).length).toBeLessThan(100);
  expect(room.isFull).toBe(true);
  expect(state.order.length).toBeLessThan(100);
  expect(take(said('more'))).toBe(false);
  expect(take({ type: 'turn.ended', turnId: 't', reason: 'end_turn' } as SessionEvent)).toBe(true);
});

it('does not count replaced entries', () => {
  const { room, take } = setUp();
  for (let times = 0; times < 1_000; times++) expect(take(called('same'))).toBe(true);
  expect(room.isFull).toBe(false);
});

it('does not count long text, which stays in the log', () => {
  const { take } = setUp();
  const text = 'x'.repeat(10_000);
  for (let times = 0; times < 500; times++) expect(take(said(text, `m${times}`))).toBe(true);
});

it('counts small entries with their overhead', () => {
  const { room, take } = setUp();
  const taken = Array.from({ length: 5_000 }, (_, index) => take(said('x', `m${index}`)));
  expect(taken.filter((isTaken) => isTaken).length).toBeLessThan(LIMIT / 300);
  expect(room.isFull).toBe(true);
});

it('counts questions, which are kept in any case', () => {
  const { state, room, take } = setUp();
  for (let number = 1; number < 120; number++) {
    const asked: SessionEvent = {
      type: 'elicitation.asked',
      requestId: `req_${number}` as RequestId,
      question: {
        message: 'm'.repeat(10_000),
        toolCallId: null,
        body: { type: 'form', fields: [] },
      },
    };
    room.count(asked);
    for (const envelope of stamp([asked], 1_000 + number)) apply(state, envelope);
  }
  expect(state.order).toHaveLength(119);
  expect(room.isFull).toBe(true);
  expect(take(called('one'))).toBe(false);
});

it('counts the notes on settings, which an agent can change all the time', () => {
  const { state, room, take } = setUp();
  const available = ['Ask', 'Code'].map((id) => ({ id, name: id }));
  take({ type: 'modes.updated', available, current: 'Ask' });
  take({
    type: 'turn.started',
    turnId: 't',
    messageId: 'm',
    content: [],
  } as unknown as SessionEvent);
  for (let times = 0; times < 20_000; times++) {
    take({ type: 'mode.changed', current: times % 2 === 0 ? 'Code' : 'Ask' });
  }
  expect(room.isFull).toBe(true);
  expect(charactersIn([...state.entries.values()])).toBeLessThan(LIMIT);
});

it('is full when the disk holds too much of it, even if none of that is in memory', () => {
  const { state, room, disk, take } = setUp();
  expect(take(called('same'))).toBe(true);
  disk.bytes = LIMIT + 1;
  const { seq } = state.head;
  expect(take(called('same'))).toBe(false);
  expect(room.isFull).toBe(true);
  // Each replaces the last one, too, and would be another line of the log.
  expect(take({ type: 'usage.updated', usage: { used: 1, size: 2 } })).toBe(false);
  expect(take({ type: 'commands.updated', commands: [] })).toBe(false);
  expect(state.head.seq).toBe(seq);
});
