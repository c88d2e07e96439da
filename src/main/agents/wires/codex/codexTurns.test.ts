import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { openCodex, threadId } from '#test/support/codexHarness';
import { RpcError } from '#test/support/rpcPeer';

const say = (text: string): ContentBlock[] => [{ type: 'text', text }];
const id = threadId as AgentSessionId;
const ended = (status = 'completed', turnId = 'turn-1', more: object = {}) => ({
  threadId,
  turn: { id: turnId, status, error: null, ...more },
});

async function running() {
  const open = await openCodex();
  return { ...open, turn: open.connection.prompt(id, say('Go')) };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise.catch(() => null), setImmediate(open)])) !== open;
}

describe('a turn', () => {
  test('is started, and ends when Codex says so', async () => {
    const { peer, turn } = await running();
    expect(peer.last('turn/start').params).toEqual({
      threadId,
      input: [{ type: 'text', text: 'Go', text_elements: [] }],
    });
    peer.notify('turn/started', ended('inProgress'));
    // Another turn of the thread, such as one that compacts its context.
    peer.notify('turn/completed', ended('completed', 'turn-0'));
    expect(await isSettled(turn)).toBe(false);
    peer.notify('turn/completed', ended());
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test.each([undefined, null, 7, {}])('ends with an end whose id is %j', async (turnId) => {
    const { peer, turn } = await running();
    await setImmediate();
    peer.notify('turn/completed', { threadId, turn: { id: turnId, status: 'completed' } });
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test('may end before its id is known', async () => {
    const { peer, connection } = await openCodex();
    peer.leaveOpen('turn/start');
    const turn = connection.prompt(id, say('Go'));
    peer.notify('turn/completed', ended('interrupted'));
    expect(await isSettled(turn)).toBe(false);
    peer.send({ id: peer.last('turn/start').id, result: { turn: { id: 'turn-1' } } });
    await expect(turn).resolves.toEqual({ reason: 'cancelled' });
  });

  test('that failed does not affect the next', async () => {
    const { peer, turn, connection } = await running();
    const error = { message: 'Broken', codexErrorInfo: 'other' };
    peer.notify('turn/completed', ended('failed', 'turn-1', { error }));
    await expect(turn).rejects.toMatchObject({ code: 'agent-error', message: 'Broken' });
    const next = connection.prompt(id, say('Again'));
    peer.notify('turn/completed', ended());
    await expect(next).resolves.toEqual({ reason: 'end_turn' });
  });

  test('that Codex does not begin is rejected', async () => {
    const { peer, connection } = await openCodex();
    peer.answer('turn/start', () => {
      throw new RpcError({ code: -32603, message: 'No' });
    });
    await expect(connection.prompt(id, say('Go'))).rejects.toMatchObject({ message: 'No' });
  });

  test.each([
    { case: 'reported afterwards', reports: ['turn-1'] },
    { case: 'never reported', reports: [] },
  ])('whose answer does not name it is $case', async ({ reports }) => {
    const { peer, connection } = await openCodex();
    peer.answer('turn/start', {});
    const turn = connection.prompt(id, say('Go'));
    await setImmediate();
    for (const turnId of reports) {
      peer.notify('turn/started', ended('inProgress', turnId));
      connection.cancel(id);
      await setImmediate();
      expect(peer.last('turn/interrupt').params).toEqual({ threadId, turnId });
      peer.notify('turn/completed', ended('completed', 'turn-0'));
      expect(await isSettled(turn)).toBe(false);
    }
    peer.notify('turn/completed', ended());
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test('that ends without an answer to its start ends after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { peer, connection } = await openCodex();
    peer.leaveOpen('turn/start');
    const turn = connection.prompt(id, say('Go'));
    peer.notify('turn/started', ended('inProgress'));
    peer.notify('turn/completed', ended());
    expect(await isSettled(turn)).toBe(false);
    vi.runAllTimers();
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test('is one at a time, and only in an open thread', async () => {
    const { connection, peer, turn } = await running();
    await expect(connection.prompt(id, say('Two'))).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await expect(connection.prompt('other' as never, [])).rejects.toMatchObject({
      code: 'not-found',
    });
    peer.notify('turn/completed', ended());
    await turn;
  });

  test('ends with the process', async () => {
    const { channel, turn } = await running();
    channel.close('It crashed.');
    await expect(turn).rejects.toMatchObject({ code: 'closed', message: 'It crashed.' });
  });

  test('reports its usage', async () => {
    const { peer, turn } = await running();
    const counts = { totalTokens: 10, inputTokens: 8, cachedInputTokens: 2, outputTokens: 2 };
    const tokenUsage = { total: counts, last: counts, modelContextWindow: 100 };
    peer.notify('thread/tokenUsage/updated', { threadId, tokenUsage });
    peer.notify('turn/completed', ended());
    await expect(turn).resolves.toMatchObject({
      usage: { totalTokens: 10, inputTokens: 6, cachedReadTokens: 2, outputTokens: 2 },
    });
  });
});

describe('stopping', () => {
  test('interrupts a turn', async () => {
    const { peer, connection, turn } = await running();
    connection.cancel(id);
    await setImmediate();
    expect(peer.last('turn/interrupt').params).toEqual({ threadId, turnId: 'turn-1' });
    peer.notify('turn/completed', ended('interrupted'));
    await expect(turn).resolves.toEqual({ reason: 'cancelled' });
  });

  test('interrupts a turn that has no id yet', async () => {
    const { peer, connection } = await openCodex();
    peer.leaveOpen('turn/start');
    const turn = connection.prompt(id, say('Go'));
    connection.cancel(id);
    await setImmediate();
    expect(() => peer.last('turn/interrupt')).toThrow();
    peer.send({ id: peer.last('turn/start').id, result: { turn: { id: 'turn-1' } } });
    await setImmediate();
    expect(peer.last('turn/interrupt').params).toEqual({ threadId, turnId: 'turn-1' });
    peer.notify('turn/completed', ended('interrupted'));
    await turn;
  });

  test('does nothing when no turn runs', async () => {
    const { peer, connection } = await openCodex();
    connection.cancel(id);
    connection.cancel('other' as never);
    await setImmediate();
    expect(() => peer.last('turn/interrupt')).toThrow();
  });
});

describe('steering', () => {
  test('sends a message into the running turn', async () => {
    const { peer, connection, turn } = await running();
    peer.answer('turn/steer', { turnId: 'turn-1' });
    expect(await connection.steer?.(id, say('And this'))).toBe(true);
    expect(peer.last('turn/steer').params).toEqual({
      threadId,
      expectedTurnId: 'turn-1',
      input: [{ type: 'text', text: 'And this', text_elements: [] }],
    });
    peer.answer('turn/steer', () => {
      throw new RpcError({ code: -32600, message: 'no active turn to steer' });
    });
    expect(await connection.steer?.(id, say('Late'))).toBe(false);
    peer.notify('turn/completed', ended());
    await turn;
    expect(await connection.steer?.(id, say('Later'))).toBe(false);
  });
});
