import { expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/base/emitter';
import type { ChangeView } from '#shared/airlock/changeView';
import { ok } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { Collisions } from './collisions';

const [first, second] = ['ses_aaaaaaaa', 'ses_bbbbbbbb'] as SessionId[] as [SessionId, SessionId];

/** A session that replaced the first line of a file. */
function session(proposed: string, paths: readonly string[] = ['a.txt']) {
  const hunk = { type: 'text', id: proposed, baseStart: 0, baseCount: 1, proposedStart: 0 };
  const all = paths.map(
    (path) =>
      ({
        change: { changeId: path, path, base: null, proposed: { blob: proposed } },
        hunks: [{ hunk: { ...hunk, proposedCount: 1 }, outcome: { state: 'pending' } }],
        status: 'open',
      }) as unknown as ChangeView,
  );
  return { changes: { ok: true, value: { all, projectRoot: '/project' } } };
}

/** A host with two sessions that collide; `open` names those that are opened. */
function colliding({ open }: { readonly open: readonly SessionId[] }) {
  const [changed, removed, opened] = [0, 1, 2].map(() => new Emitter<SessionId>());
  const summaries = new Emitter<SessionSummary>();
  if (!changed || !removed || !opened) throw new Error('There are three events.');
  const sessions = new Map([
    [first, session('one')],
    [second, session('two')],
  ]);
  const summary = (id: SessionId, archived = false) =>
    ({ id, archived, turnCount: 1 }) as SessionSummary;
  const collisions = new Collisions({
    onDidChangeChanges: changed.event,
    onDidRemove: removed.event,
    onDidOpen: opened.event,
    onDidChangeSummary: summaries.event,
    list: () => [...sessions.keys()].map((id) => summary(id)),
    opened: (id: SessionId) => (open.includes(id) ? sessions.get(id) : null),
    kept: async (id: SessionId) => {
      const { all, projectRoot } = sessions.get(id)?.changes.value ?? {};
      return ok(all === undefined ? null : { all, projectRoot });
    },
  } as never);
  onTestFinished(() => collisions.dispose());
  const of = (id: SessionId) => collisions.all().find(({ sessionId }) => sessionId === id);
  return { collisions, sessions, summary, summaries, removed, opened, of };
}

const withSecond = { collisions: [{ path: 'a.txt', level: 'lines', other: second }] };

it('are known of sessions that are opened with their changes', () => {
  const { opened, of } = colliding({ open: [first, second] });
  opened.fire(first);
  opened.fire(second);
  expect(of(first)).toMatchObject(withSecond);
});

it('are known of sessions that nobody has opened since the start', async () => {
  const { collisions, of } = colliding({ open: [] });
  await collisions.drain();
  expect(of(first)).toMatchObject(withSecond);
});

it('leave out archived and deleted sessions until they are back', async () => {
  const { collisions, sessions, summary, summaries, removed, of } = colliding({ open: [first] });
  await collisions.drain();
  summaries.fire(summary(second, true));
  expect(of(first)).toBeUndefined();
  summaries.fire(summary(second));
  await collisions.drain();
  expect(of(first)).toMatchObject(withSecond);
  const gone = sessions.get(second);
  sessions.delete(second);
  removed.fire(second);
  expect(of(first)).toBeUndefined();
  if (gone) sessions.set(second, gone);
  summaries.fire(summary(second));
  await collisions.drain();
  expect(of(first)).toMatchObject(withSecond);
});

it('name every file and every session, however many there are of both', async () => {
  const paths = Array.from({ length: 200 }, (_, at) => `file${at}.txt`);
  const ids = Array.from({ length: 12 }, (_, at) => `ses_many${at}` as SessionId);
  const kept = new Map(ids.map((id) => [id, session(id, paths)]));
  const never = new Emitter<never>().event;
  const collisions = new Collisions({
    onDidChangeChanges: never,
    onDidRemove: never,
    onDidOpen: never,
    onDidChangeSummary: never,
    list: () => ids.map((id) => ({ id, archived: false })),
    opened: () => null,
    kept: async (id: SessionId) => ok(kept.get(id)?.changes.value ?? null),
  } as never);
  onTestFinished(() => collisions.dispose());
  await collisions.drain();
  for (const { sessionId, collisions: found } of collisions.all()) {
    expect(new Set(found.map(({ path }) => path)).size).toBe(paths.length);
    const others = new Set(found.map(({ other }) => other));
    expect([...others].sort()).toEqual(ids.filter((id) => id !== sessionId).sort());
    expect(found.length).toBeLessThan(paths.length + ids.length);
  }
});
