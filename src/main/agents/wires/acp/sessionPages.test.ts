import { expect, test } from 'vitest';
import { openSession } from '#test/support/acpHarness';
import { sessionPowers } from '#test/support/acpMessages';
import { LIST_PAGES } from '../limits';

test('sessions are listed page by page, as far as they can be read', async () => {
  const { peer, connection } = await openSession(sessionPowers('list'));
  peer.answer('session/list', ({ cursor }: { cursor?: string }) =>
    cursor === undefined
      ? {
          sessions: [{ sessionId: 'a', cwd: '/w', title: 'A', updatedAt: '2026' }, { cwd: '/w' }],
          nextCursor: 'two',
        }
      : { sessions: [{ sessionId: 'b', cwd: '/w', title: null }], nextCursor: null },
  );
  await expect(connection.listSessions?.('/w')).resolves.toEqual([
    { agentSessionId: 'a', cwd: '/w', title: 'A', updatedAt: '2026' },
    { agentSessionId: 'b', cwd: '/w', title: null, updatedAt: null },
  ]);
  const pages = peer.received.filter(({ method }) => method === 'session/list');
  expect(pages.map(({ params }) => params)).toEqual([{ cwd: '/w' }, { cwd: '/w', cursor: 'two' }]);
});

test('a list whose cursor never ends is truncated, and one that repeats a cursor is stopped', async () => {
  const { peer, connection } = await openSession(sessionPowers('list'));
  const count = () => peer.received.filter(({ method }) => method === 'session/list').length;
  let page = 0;
  peer.answer('session/list', () => ({ sessions: [], nextCursor: `page-${page++}` }));
  await connection.listSessions?.(null);
  expect(count()).toBe(LIST_PAGES);
  peer.answer('session/list', { sessions: [], nextCursor: 'again' });
  await connection.listSessions?.(null);
  expect(count()).toBe(LIST_PAGES + 2);
});

test('lists of sessions are bounded: titles are cut, and sessions that cannot be opened are left out', async () => {
  const { peer, connection } = await openSession(sessionPowers('list'));
  const long = 'x'.repeat(1_000_000);
  peer.answer('session/list', {
    sessions: [
      { sessionId: 'a', cwd: '/w', title: long, updatedAt: long },
      { sessionId: 'b', cwd: `/${long}`, title: 'B' },
      { sessionId: long, cwd: '/w', title: 'C' },
    ],
    nextCursor: long,
  });
  const listed = await connection.listSessions?.(null);
  expect(listed).toMatchObject([{ agentSessionId: 'a', updatedAt: null }]);
  expect(JSON.stringify(listed).length).toBeLessThan(1_000);
  expect(peer.received.filter(({ method }) => method === 'session/list')).toHaveLength(1);
});
