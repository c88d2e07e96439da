import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { codexHarness, openCodex, thread, threadId } from '#test/support/codexHarness';

const place = { cwd: '/work', additionalDirectories: [] };
const id = threadId as AgentSessionId;

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

test('a message without a thread is ignored or reported', async () => {
  const { peer, client } = await openCodex();
  peer.notify('account/rateLimits/updated', { rateLimits: {} });
  peer.notify('deprecationNotice', { summary: 'x' });
  peer.notify('remoteControl/status/changed', {});
  expect(client.problems).toEqual([]);
  peer.notify('configWarning', { summary: 'No bubblewrap', details: null });
  peer.notify('telepathy', {});
  expect(client.problems).toEqual([
    { type: 'unexpected', message: 'The agent sent telepathy, which is unknown.' },
  ]);
  expect(client.events).toMatchObject([
    { type: 'notice.posted', severity: 'warning', title: 'No bubblewrap' },
  ]);
});
