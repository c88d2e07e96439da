import { expect, it } from 'vitest';
import { Emitter } from '#main/base/emitter';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { Collisions } from './collisions';

const [first, second] = ['ses_aaaaaaaa', 'ses_bbbbbbbb'] as SessionId[] as [SessionId, SessionId];

/** A session that replaced the first line of a file. */
function session(proposed: string) {
  const hunk = { type: 'text', id: proposed, baseStart: 0, baseCount: 1, proposedStart: 0 };
  const view = {
    change: { changeId: proposed, path: 'a.txt', base: null, proposed: { blob: proposed } },
    hunks: [{ hunk: { ...hunk, proposedCount: 1 }, outcome: { state: 'pending' } }],
    status: 'open',
  } as unknown as ChangeView;
  return { changes: { ok: true, value: { all: [view], projectRoot: '/project' } } };
}

it('are known of sessions that are opened with their changes, as after a restart', () => {
  const [changed, removed, opened] = [0, 1, 2].map(() => new Emitter<SessionId>());
  if (!changed || !removed || !opened) throw new Error('There are three events.');
  const sessions = new Map([
    [first, session('one')],
    [second, session('two')],
  ]);
  const collisions = new Collisions({
    onDidChangeChanges: changed.event,
    onDidRemove: removed.event,
    onDidOpen: opened.event,
    opened: (id: SessionId) => sessions.get(id) ?? null,
  } as never);
  opened.fire(first);
  opened.fire(second);
  expect(collisions.all()).toMatchObject([
    { sessionId: second, collisions: [{ path: 'a.txt', level: 'lines', other: first }] },
    { sessionId: first, collisions: [{ path: 'a.txt', level: 'lines', other: second }] },
  ]);
  collisions.dispose();
});
