import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import {
  codexHarness,
  openCodex,
  thread,
  threadId,
  unknownMethod,
} from '#test/support/codexHarness';
import { RpcError } from '#test/support/rpcPeer';

const place = { cwd: '/work', additionalDirectories: [] };
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

test('a thread whose answer has no folder works in the one that was asked for', async () => {
  const harness = codexHarness();
  harness.peer.answer('thread/start', { thread: { id: threadId } });
  await harness.open(await harness.connect());
  const change = { path: '/work/src/a.ts', kind: { type: 'add' }, diff: 'x' };
  const item = { type: 'fileChange', id: 'f', changes: [change], status: 'inProgress' };
  harness.peer.notify('item/started', { threadId, turnId: 'turn-1', item });
  expect(harness.client.events.at(-1)).toMatchObject({ title: 'Create src/a.ts' });
});

describe('a thread that the answer does not name', () => {
  const started = { thread: { id: threadId } };

  test('is the one that is reported before the answer', async () => {
    const harness = codexHarness();
    harness.peer.answer('thread/start', () => {
      harness.peer.notify('thread/started', started);
      harness.peer.notify('thread/name/updated', { threadId, threadName: 'Early' });
      return {};
    });
    const { agentSessionId, events } = await harness.open(await harness.connect());
    expect(agentSessionId).toBe(threadId);
    expect(events).toContainEqual(expect.objectContaining({ title: 'Early' }));
  });

  test('is the one that is reported after it', async () => {
    const harness = codexHarness();
    harness.peer.answer('thread/start', { thread: null });
    const opening = harness.open(await harness.connect());
    await setImmediate();
    // Another thread's helper is none of ours.
    harness.peer.notify('thread/started', { thread: { id: 'x', parentThreadId: 'y' } });
    harness.peer.notify('thread/started', started);
    expect((await opening).agentSessionId).toBe(threadId);
  });

  test('is waited for only as long as the caller waits', async () => {
    const harness = codexHarness();
    harness.peer.answer('thread/start', {});
    const connection = await harness.connect();
    const abort = new AbortController();
    const opening = connection.newSession(place, abort.signal);
    await setImmediate();
    abort.abort(new DOMException('late', 'TimeoutError'));
    await expect(opening).rejects.toMatchObject({ code: 'timeout' });
  });
});

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

describe('threads', () => {
  test('are separate, and each gets its own updates', async () => {
    const { peer, connection, client } = await openCodex();
    peer.answer('thread/start', { ...thread, thread: { id: 'thread-2' } });
    const directories = { ...place, additionalDirectories: ['/more'] };
    const { agentSessionId } = await connection.newSession(directories);
    expect(agentSessionId).toBe('thread-2');
    expect(peer.last('thread/start').params).toEqual({
      cwd: '/work',
      runtimeWorkspaceRoots: ['/work', '/more'],
      experimentalRawEvents: false,
    });
    client.known.add(agentSessionId);
    peer.notify('thread/name/updated', { threadId: 'thread-2', threadName: 'Two' });
    expect(client.events.at(-1)).toMatchObject({ title: 'Two' });
    const turn = connection.prompt(agentSessionId, []);
    connection.releaseSession(agentSessionId);
    await expect(turn).rejects.toMatchObject({ code: 'closed' });
    peer.notify('thread/name/updated', { threadId: 'thread-2', threadName: 'Three' });
    expect(client.problems).toEqual([]);
    peer.notify('thread/name/updated', { threadId: 'thread-9', threadName: 'Nine' });
    expect(client.problems).toHaveLength(1);
  });

  test('keep updates that arrive with the answer', async () => {
    const { peer, connection, client } = await openCodex();
    peer.leaveOpen('thread/start');
    const opening = connection.newSession(place);
    await setImmediate();
    peer.notify('warning', { threadId: 'thread-3', message: 'Early' });
    peer.send(
      { id: peer.last('thread/start').id, result: { ...thread, thread: { id: 'thread-3' } } },
      { method: 'warning', params: { threadId: 'thread-3', message: 'Late' } },
    );
    const { events, agentSessionId } = await opening;
    client.known.add(agentSessionId);
    await setImmediate();
    const titles = [...events, ...client.events].flatMap((event) =>
      event.type === 'notice.posted' ? [event.title] : [],
    );
    expect(titles).toEqual(['Early', 'Late']);
  });

  test('are resumed without their history', async () => {
    const { peer, connection } = await openCodex();
    peer.answer('thread/resume', { ...thread, thread: { id: 'thread-4', turns: [] } });
    const opened = await connection.resumeSession?.('thread-4' as AgentSessionId, place);
    expect(peer.last('thread/resume').params).toEqual({
      threadId: 'thread-4',
      excludeTurns: true,
      cwd: '/work',
    });
    expect(opened?.events).toMatchObject([{ type: 'modes.updated' }, { type: 'options.updated' }]);
  });

  const turns = [
    {
      id: 't1',
      items: [
        { type: 'userMessage', id: 'u', content: [{ type: 'text', text: 'Go' }] },
        { type: 'agentMessage', id: 'm', text: 'Hello' },
        { type: 'fileChange', id: 'f', status: 'completed', changes: [] },
        { type: 'telepathy', id: 'x' },
      ],
    },
    { id: 't2', items: [{ type: 'agentMessage', id: 'm', text: 'Again' }] },
  ];

  test('are loaded page by page', async () => {
    const { peer, connection, client } = await openCodex();
    const loaded = 'thread-5' as AgentSessionId;
    client.known.add(loaded);
    peer.answer('thread/resume', { ...thread, thread: { id: loaded, turns: [] } });
    peer.answer('thread/turns/list', ({ cursor }: { readonly cursor?: string }) =>
      cursor ? { data: [turns[1]], nextCursor: cursor } : { data: [turns[0]], nextCursor: 'next' },
    );
    await connection.loadSession?.(loaded, place);
    const told = client.events.map((event) =>
      event.type === 'message.appended' && event.content.type === 'text'
        ? `${event.role}: ${event.content.text}`
        : event.type,
    );
    expect(told).toEqual([
      'user: Go',
      'agent: Hello',
      'tool.updated',
      'unknown.received',
      'agent: Again',
    ]);
    const ids = client.events.flatMap((event) =>
      event.type === 'message.appended' && event.role === 'agent' ? [event.messageId] : [],
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('are loaded from a version that has no pages', async () => {
    const { peer, connection, client } = await openCodex();
    const loaded = 'thread-6' as AgentSessionId;
    client.known.add(loaded);
    peer.answer('thread/resume', { ...thread, thread: { id: loaded, turns } });
    await connection.loadSession?.(loaded, place);
    expect(client.events).toHaveLength(5);
  });

  test('are listed, forked, named, closed and deleted', async () => {
    const { peer, connection } = await openCodex();
    const listed = { id: 't', cwd: '/work', name: null, preview: 'Go', updatedAt: 0 };
    peer.answer('thread/list', { data: [listed, { id: 7 }], nextCursor: null });
    expect(await connection.listSessions?.('/work')).toEqual([
      { agentSessionId: 't', cwd: '/work', title: 'Go', updatedAt: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(peer.last('thread/list').params).toEqual({ limit: 100, cwd: '/work' });
    peer.answer('thread/fork', { ...thread, thread: { id: 'thread-7' } });
    expect(await connection.forkSession?.(id, place)).toMatchObject({ agentSessionId: 'thread-7' });
    for (const method of ['thread/name/set', 'thread/unsubscribe', 'thread/delete']) {
      peer.answer(method, {});
    }
    await connection.setTitle?.(id, 'T');
    expect(peer.last('thread/name/set').params).toEqual({ threadId, name: 'T' });
    await connection.closeSession?.(id);
    await connection.deleteSession?.(id);
    expect(peer.last('thread/delete').params).toEqual({ threadId });
  });

  test('of subagents appear in the thread that they work for', async () => {
    const { peer, client } = await openCodex();
    peer.notify('thread/started', { thread: { id: 'child', parentThreadId: threadId } });
    peer.notify('turn/started', { threadId: 'child', turn: { id: 't' } });
    peer.notify('item/agentMessage/delta', { threadId: 'child', itemId: 'm', delta: 'Hi' });
    expect(client.events).toMatchObject([{ type: 'message.appended', subagent: 'child' }]);
    const params = { threadId: 'child', itemId: 'c', command: 'ls' };
    await peer.request('item/commandExecution/requestApproval', params);
    expect(client.calls.at(-1)).toMatchObject([
      'askPermission',
      threadId,
      { toolCallId: 'child/c' },
    ]);
  });
});

describe('a sealed Codex', () => {
  const external = { type: 'externalSandbox', networkAccess: 'enabled' };

  async function sealed() {
    const harness = codexHarness();
    harness.peer.answer('thread/settings/update', {});
    const connection = await harness.connect({ sealed: true });
    const { events } = await harness.open(connection);
    return { ...harness, connection, events };
  }

  test('is told with each turn that it is, and shown so from the beginning', async () => {
    const { peer, connection, events } = await sealed();
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'modes.updated', current: 'workspace-write' }),
    );
    connection.prompt(id, say('Go')).catch(() => undefined);
    expect(peer.last('turn/start').params).toMatchObject({ sandboxPolicy: external });
    peer.answer('thread/resume', thread);
    const resumed = await connection.resumeSession?.(id, place);
    expect(resumed?.events).toContainEqual(
      expect.objectContaining({ type: 'modes.updated', current: 'workspace-write' }),
    );
  });

  test('keeps its own sandbox where the user wants it to write nothing', async () => {
    const { peer, connection } = await sealed();
    await connection.setMode?.(id, 'read-only');
    connection.prompt(id, say('Go')).catch(() => undefined);
    expect(peer.last('turn/start').params).not.toHaveProperty('sandboxPolicy');
  });
});

describe('settings', () => {
  test('are changed at once', async () => {
    const { peer, connection } = await openCodex();
    peer.answer('thread/settings/update', {});
    expect(await connection.setMode?.(id, 'full-access')).toMatchObject([
      { type: 'modes.updated', current: 'full-access' },
      {},
    ]);
    expect(peer.last('thread/settings/update').params).toEqual({
      threadId,
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
    });
    expect(await connection.setOption?.(id, 'effort', 'high')).toMatchObject([
      {},
      { options: [{}, { id: 'effort', value: 'high' }, {}] },
    ]);
    await connection.setOption?.(id, 'collaboration_mode', 'plan');
    expect(peer.last('thread/settings/update').params).toMatchObject({
      collaborationMode: { mode: 'plan', settings: { model: 'big-1', reasoning_effort: 'high' } },
    });
    await connection.setOption?.(id, 'model', 'old-1');
    expect(peer.last('thread/settings/update').params).toEqual({ threadId, model: 'old-1' });
  });

  test('of an earlier process are there from the start, and can be changed', async () => {
    const harness = codexHarness();
    harness.peer.answer('thread/settings/update', {});
    const connection = await harness.connect();
    const chosen = { mode: 'full-access', options: { model: 'old-1' } };
    const { events } = await connection.newSession({ ...place, chosen });
    expect(harness.peer.last('thread/start').params).toMatchObject({
      model: 'old-1',
      approvalPolicy: 'never',
    });
    expect(events).toMatchObject([
      { type: 'modes.updated', current: 'full-access' },
      { options: [{ id: 'model', value: 'old-1' }, {}] },
    ]);
    await connection.setOption?.(id, 'model', 'big-1');
    connection.prompt(id, []).catch(() => undefined);
    expect(harness.peer.last('turn/start').params).toMatchObject({
      model: 'big-1',
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
    });
  });

  test('go with each turn in a version that accepts them only there', async () => {
    const { peer, connection } = await openCodex();
    peer.answer('thread/settings/update', () => {
      throw unknownMethod('thread/settings/update');
    });
    await connection.setMode?.(id, 'full-access');
    await connection.setOption?.(id, 'model', 'old-1');
    const chosen = {
      threadId,
      input: [],
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
      model: 'old-1',
    };
    const turn = connection.prompt(id, []);
    expect(peer.last('turn/start').params).toEqual(chosen);
    peer.notify('turn/completed', ended());
    await turn;
    connection.prompt(id, []).catch(() => undefined);
    expect(peer.last('turn/start').params).toEqual(chosen);
    peer.answer('thread/fork', thread);
    await connection.forkSession?.(id, place);
    expect(peer.last('thread/fork').params).toMatchObject({
      model: 'old-1',
      approvalPolicy: 'never',
    });
  });

  test('that the agent does not have are refused', async () => {
    const { connection } = await openCodex();
    await expect(connection.setMode?.(id, 'custom')).rejects.toMatchObject({ code: 'unsupported' });
    await expect(connection.setOption?.(id, 'colour', 'red')).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(connection.setOption?.(id, 'model', true)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});

test('a message without a thread is ignored or reported', async () => {
  const { peer, client } = await openCodex();
  peer.notify('account/rateLimits/updated', { rateLimits: {} });
  peer.notify('deprecationNotice', { summary: 'x' });
  peer.notify('remoteControl/status/changed', {});
  expect(client.problems).toEqual([]);
  peer.notify('configWarning', { summary: 'No bubblewrap', details: null });
  peer.notify('telepathy', {});
  expect(client.problems).toEqual([
    { type: 'unexpected', message: 'No bubblewrap' },
    { type: 'unexpected', message: 'The agent sent telepathy, which is unknown.' },
  ]);
});
