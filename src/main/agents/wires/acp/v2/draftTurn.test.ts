import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import { DraftTurn } from './draftTurn';
import { activityFrom, type DraftActivity } from './translate/turnState';

function activity(update: object, wasCancelled = false): DraftActivity {
  const read = activityFrom({ ...update }, wasCancelled);
  if (read === null) throw new Error('It says nothing.');
  return read;
}

const running = activity({ state: 'running' });
const done = activity({ state: 'idle', stopReason: 'end_turn' });

async function isOver(turn: DraftTurn): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([turn.result, Promise.resolve(open)])) !== open;
}

test('a turn is over when the agent has accepted the prompt and is idle, in either order', async () => {
  const first = new DraftTurn();
  first.taken();
  expect(await isOver(first)).toBe(false);
  first.hear(running);
  first.hear(done);
  expect(await first.result).toEqual({ reason: 'end_turn' });

  const second = new DraftTurn();
  second.hear(done);
  expect(await isOver(second)).toBe(false);
  second.taken();
  expect(await second.result).toEqual({ reason: 'end_turn' });
});

test('an agent that was idle before it accepted the prompt has not worked on it', async () => {
  const turn = new DraftTurn();
  turn.hear(activity({ state: 'idle' }));
  turn.taken();
  expect(await isOver(turn)).toBe(false);
  turn.hear(running);
  turn.hear(activity({ state: 'idle' }));
  expect(await turn.result).toEqual({ reason: 'end_turn' });
});

test('an end is revoked when the agent continues to work', async () => {
  const turn = new DraftTurn();
  turn.hear(done);
  turn.hear(activity({ state: 'requires_action' }));
  turn.taken();
  expect(await isOver(turn)).toBe(false);
  turn.hear(done);
  expect(await isOver(turn)).toBe(true);
});

test('an error is reported with the agent’s message', async () => {
  const turn = new DraftTurn();
  turn.taken();
  turn.hear(
    activity({ state: 'idle', stopReason: 'error', error: { code: -32000, message: 'Log in' } }),
  );
  await expect(turn.result).rejects.toMatchObject({
    code: 'authentication-required',
    message: 'Log in',
  });
  const bare = activity({ state: 'idle', stopReason: 'error', error: null });
  expect(bare).toMatchObject({ outcome: { code: 'agent-error' } });
});

test('a turn that fails is over', async () => {
  const turn = new DraftTurn();
  turn.fail(new ConnectionError('closed', 'Gone.'));
  await expect(turn.result).rejects.toMatchObject({ code: 'closed' });
});

test.each([
  ['end_turn', { reason: 'end_turn' }],
  ['max_tokens', { reason: 'max_tokens' }],
  ['max_turn_requests', { reason: 'max_turn_requests' }],
  ['refusal', { reason: 'refusal' }],
  ['cancelled', { reason: 'cancelled' }],
  ['boredom', { reason: 'end_turn', unknownReason: 'boredom' }],
  [7, { reason: 'end_turn', unknownReason: '7' }],
  [null, { reason: 'end_turn' }],
])('the stop reason %j', (stopReason, turn) => {
  const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2, thoughtTokens: null };
  const counts = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };
  expect(activity({ state: 'idle', stopReason, usage })).toMatchObject({
    outcome: { ...turn, usage: counts },
    isTold: stopReason !== null,
  });
});

test('a cancelled turn that ends without a reason was stopped', () => {
  expect(activity({ state: 'idle' }, true)).toMatchObject({ outcome: { reason: 'cancelled' } });
});

test('an unknown state is neither work nor an end', () => {
  expect(activityFrom({ state: 'unknown' }, false)).toBeNull();
  expect(activityFrom({}, false)).toBeNull();
});
