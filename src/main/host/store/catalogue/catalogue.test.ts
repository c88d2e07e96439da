import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CATALOGUE_FILE, LOG_FILE, SESSIONS_FOLDER } from '#main/host/store/layout';
import { CATALOGUE_SAVE_MILLISECONDS } from '#main/host/store/limits';
import { SessionStore } from '#main/host/store/sessionStore';
import type { SessionId, TurnId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import { ManualTimers } from '#test/support/manualTimers';
import { created, said, stamp } from '#test/support/sessionEvents';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';
import { Catalogue } from './catalogue';

const started = {
  type: 'turn.started',
  turnId: 'trn_1' as TurnId,
  messageId: 'msg_0',
  content: [{ type: 'text', text: 'Do it' }],
} as unknown as SessionEvent;
const ended: SessionEvent = { type: 'turn.ended', turnId: 'trn_1' as TurnId, reason: 'end_turn' };
const idOf = (n: number) => `ses_catalogue${String(n).padStart(4, '0')}` as SessionId;

async function writeSession(
  root: string,
  id: SessionId,
  events: readonly SessionEvent[],
  at = 1000,
) {
  const store = await SessionStore.open(root);
  const session = await store.create(id);
  if (!session.ok) throw new Error(session.error.message);
  const envelopes = stamp(events, 1, at);
  session.value.append(envelopes);
  for (const envelope of envelopes) apply(session.value.state, envelope);
  store.catalogue.update(session.value.state.head);
  await store.dispose();
}

async function open(folder: TemporaryFolder, timers = new ManualTimers()): Promise<Catalogue> {
  const catalogue = await Catalogue.open(folder.path, folder.join(SESSIONS_FOLDER), { timers });
  onTestFinished(() => catalogue.close());
  return catalogue;
}

describe('Catalogue', () => {
  it('says of a turn that failed so, though an earlier version took the session for idle', async () => {
    const folder = testFolder();
    const failed: SessionEvent = { ...ended, reason: 'failed' };
    await writeSession(folder.path, idOf(1), [created(), started, failed]);
    const cache = folder.join(CATALOGUE_FILE);
    const kept = await readFile(cache, 'utf8');
    expect(kept).toContain('"status":"failed"');
    await writeFile(cache, kept.replace('"status":"failed"', '"status":"idle"'));
    expect((await open(folder)).list()).toMatchObject([{ status: 'failed' }]);
  });

  it('has another version of the cache when a summary gets another field', async () => {
    const folder = testFolder();
    await writeSession(folder.path, idOf(1), [created(), started, ended]);
    const { version, sessions } = JSON.parse(await readFile(folder.join(CATALOGUE_FILE), 'utf8'));
    // If this fails, raise CACHE_VERSION: a cache without the field would count as damaged.
    expect({ version, fields: Object.keys(sessions[0].summary).sort().join(' ') }).toEqual({
      version: 4,
      fields:
        'agent agentSessionId archived base canFork createdAt cwd effort id isolation lastTurnEnd mode model project status title turnCount turnSince updatedAt usage',
    });
  });

  it('lists what the logs contain, last changed first', async () => {
    const folder = testFolder();
    await writeSession(folder.path, idOf(1), [created(), started, said('x'), ended], 1000);
    await writeSession(
      folder.path,
      idOf(2),
      [created('Other'), { type: 'session.archived', archived: true }],
      2000,
    );
    expect((await open(folder)).list()).toEqual([
      expect.objectContaining({
        id: idOf(2),
        archived: true,
        agent: { id: 'test', name: 'Other' },
      }),
      {
        id: idOf(1),
        title: 'Do it',
        agent: { id: 'test', name: 'Test Agent' },
        project: '/project',
        cwd: '/work',
        isolation: 'isolated',
        createdAt: 1000,
        updatedAt: 1000,
        archived: false,
        turnCount: 1,
        lastTurnEnd: 'end_turn',
        status: 'idle',
        agentSessionId: null,
        canFork: false,
        base: null,
        model: null,
        mode: null,
        effort: { milliseconds: 0, tokens: null, questions: 0 },
        turnSince: null,
        usage: null,
      },
    ]);
  });

  it('is the same when built from the logs as from live updates', async () => {
    const folder = testFolder();
    await writeSession(folder.path, idOf(1), [created(), started, ended], 1000);
    await writeSession(folder.path, idOf(2), [created(), started, said('cut off')], 2000);
    await writeSession(folder.path, idOf(3), [created()], 3000);
    const told = JSON.parse(await readFile(folder.join(CATALOGUE_FILE), 'utf8'));
    expect(told.sessions).toHaveLength(3);
    const cached = (await open(folder)).list();
    await rm(folder.join(CATALOGUE_FILE));
    expect((await open(folder)).list()).toEqual(cached);
    expect(cached.map((summary) => summary.status)).toEqual(['idle', 'interrupted', 'idle']);
  });

  it('reads only logs that have changed', async () => {
    const folder = testFolder();
    await writeSession(folder.path, idOf(1), [created()], 1000);
    await writeSession(folder.path, idOf(2), [created()], 1000);
    // Proof that the cache is believed: what only the cache could say.
    const cache = await readFile(folder.join(CATALOGUE_FILE), 'utf8');
    await writeFile(
      folder.join(CATALOGUE_FILE),
      cache.replaceAll('"title":""', '"title":"cached"'),
    );
    const log = folder.join(SESSIONS_FOLDER, idOf(2), LOG_FILE);
    const [line] = stamp([{ type: 'session.titled', title: 'changed', by: 'user' }], 2, 5000);
    await writeFile(log, `${JSON.stringify(line)}\n`, { flag: 'a' });
    const titles = (await open(folder)).list().map(({ id, title }) => [id, title]);
    expect(titles).toEqual([
      [idOf(2), 'changed'],
      [idOf(1), 'cached'],
    ]);
  });

  it.each(['', '{', '[]', '{"version":99,"sessions":[]}', '{"version":1,"sessions":[{}]}'])(
    'is rebuilt from the logs when its cache is %j',
    async (content) => {
      const folder = testFolder();
      await writeSession(folder.path, idOf(1), [created()]);
      await writeFile(folder.join(CATALOGUE_FILE), content);
      expect((await open(folder)).list()).toHaveLength(1);
    },
  );

  it('leaves out sessions that cannot be read, and reports each', async () => {
    const folder = testFolder();
    await writeSession(folder.path, idOf(1), [created()]);
    folder.folder(SESSIONS_FOLDER, idOf(2));
    folder.write(join(SESSIONS_FOLDER, idOf(3), LOG_FILE), '');
    folder.folder(SESSIONS_FOLDER, idOf(4), LOG_FILE);
    folder.folder(SESSIONS_FOLDER, 'not a session');
    const catalogue = await open(folder);
    expect(catalogue.list().map((summary) => summary.id)).toEqual([idOf(1)]);
    expect(catalogue.problems).toMatchObject([
      { id: idOf(2), message: 'Its log is missing.' },
      { id: idOf(3), message: 'Its log is empty.' },
      { id: idOf(4), message: 'Its log is a folder.' },
    ]);
  });

  it('saves after a quiet period, without sessions in use', async () => {
    const folder = testFolder();
    await writeSession(folder.path, idOf(1), [created()]);
    await writeSession(folder.path, idOf(2), [created()]);
    const timers = new ManualTimers();
    const store = await SessionStore.open(folder.path, { timers });
    onTestFinished(() => store.dispose());
    const session = await store.open(idOf(1));
    if (!session.ok) throw new Error('cannot open');
    store.catalogue.update({ ...session.value.state.head, title: 'live' });
    expect(store.list().find(({ id }) => id === idOf(1))?.title).toBe('live');
    store.catalogue.remove(idOf(2));
    timers.advance(CATALOGUE_SAVE_MILLISECONDS);
    await store.catalogue.drain();
    expect(JSON.parse(await readFile(folder.join(CATALOGUE_FILE), 'utf8')).sessions).toEqual([]);
  });
});
