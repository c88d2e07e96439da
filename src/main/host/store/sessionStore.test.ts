import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import { FaultyFile } from '#test/support/faultyFile';
import { created, said, stamp } from '#test/support/sessionEvents';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { LOG_FILE, PACK_FILE, SESSIONS_FOLDER } from './layout';
import { type EventLogOptions, FOREIGN_LOG } from './log/eventLog';
import { exportLog } from './log/exportLog';
import { SessionStore } from './sessionStore';
import type { StoredSession } from './storedSession';

const id = 'ses_store00001' as SessionId;

async function open(root: string, options?: EventLogOptions): Promise<SessionStore> {
  const store = await SessionStore.open(root, options);
  onTestFinished(() => store.dispose());
  return store;
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** As the host's recorder does it. */
function record(session: StoredSession, ...events: readonly SessionEvent[]): void {
  const stored = events.map((event) => session.externalise(event));
  const envelopes = stamp(stored, session.state.head.seq + 1);
  session.append(envelopes);
  for (const envelope of envelopes) apply(session.state, envelope);
}

const long = 'x'.repeat(10_000);
const read = {
  type: 'tool.updated',
  toolCallId: 'c1',
  title: 'Read',
  output: long,
} as EventOf<'tool.updated'>;

describe('SessionStore', () => {
  it('opens a session in its last state', async () => {
    const root = testFolder().path;
    const store = await open(root);
    const session = value(await store.create(id));
    record(session, created(), said('hello'), read);
    const { state } = session;
    expect((await store.close(id)).ok).toBe(true);
    const again = value(await store.open(id));
    expect(again.state).toEqual(state);
    expect(again.repair).toMatchObject({ log: { damagedLines: 0 }, blobs: { tornBytes: 0 } });
    const entry = [...again.state.entries.values()].find(({ kind }) => kind === 'tool');
    const output = entry?.kind === 'tool' && entry.output;
    if (!output || typeof output === 'string') throw new Error('not a blob');
    expect((await again.blobs.get(output.blob))?.toString()).toBe(long);
  });

  it('creates private folders, one for each session', async () => {
    const root = testFolder();
    const store = await open(root.path);
    expect((await store.open(id)).ok).toBe(false);
    value(await store.create(id));
    expect(await store.create(id)).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(await store.open(id)).toMatchObject({ ok: false, error: { code: 'conflict' } });
    if (process.platform === 'win32') return;
    expect((await stat(root.join(SESSIONS_FOLDER, id))).mode & 0o777).toBe(0o700);
  });

  it.each(['', '..', '../../etc', 'ses_', 'ses_a/b', 'ses_aaaaaaaaaaaaaaa/..'])(
    'does not accept %j as a session id',
    async (name) => {
      const store = await open(testFolder().path);
      const invalid = { ok: false, error: { code: 'invalid-input' } };
      expect(await store.create(name as SessionId)).toMatchObject(invalid);
      expect(await store.open(name as SessionId)).toMatchObject(invalid);
    },
  );

  it('does not list a session without events', async () => {
    const root = testFolder();
    const store = await open(root.path);
    value(await store.create(id));
    await store.close(id);
    expect(store.list()).toEqual([]);
  });

  it('refuses a session that cannot be read, and leaves its log unchanged', async () => {
    const root = testFolder();
    const logs = ['', '{"v":', 'garbage without an end', 'garbage\n'];
    for (const [index, log] of logs.entries()) {
      const one = `ses_unreadable${index}` as SessionId;
      root.write(`${SESSIONS_FOLDER}/${one}/${LOG_FILE}`, log);
      const store = await open(root.path);
      expect(store.list()).toEqual([]);
      expect(store.catalogue.problems).toMatchObject([{ id: one }]);
      expect(await store.open(one)).toMatchObject({ ok: false, error: { code: 'io' } });
      expect(root.read(`${SESSIONS_FOLDER}/${one}/${LOG_FILE}`)).toBe(log);
      expect(await readdir(root.join(SESSIONS_FOLDER, one))).toEqual([LOG_FILE]);
      await rm(root.join(SESSIONS_FOLDER, one), { recursive: true });
    }
  });

  it('says why the system does not let it read a session', async () => {
    const root = testFolder();
    root.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}/in-its-place`, '');
    const store = await open(root.path);
    const message = 'The session could not be read. It is a folder. Nothing was changed.';
    expect(await store.open(id)).toMatchObject({ error: { code: 'io', message } });
  });

  it('refuses a session whose folder has the log of another, and leaves it unchanged', async () => {
    const root = testFolder();
    const store = await open(root.path);
    record(value(await store.create(id)), { ...created(), session: id } as SessionEvent);
    await store.close(id);
    const other = 'ses_another001' as SessionId;
    const log = root.read(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`);
    root.write(`${SESSIONS_FOLDER}/${other}/${LOG_FILE}`, log);
    const again = await open(root.path);
    expect(again.list().map((session) => session.id)).toEqual([id]);
    expect(again.catalogue.problems).toMatchObject([{ id: other, message: FOREIGN_LOG }]);
    expect(await again.open(other)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(root.read(`${SESSIONS_FOLDER}/${other}/${LOG_FILE}`)).toBe(log);
    expect((await again.open(id)).ok).toBe(true);
  });

  it('writes no line before the blobs that it names', async () => {
    const order: string[] = [];
    const root = testFolder().path;
    const store = await open(root, {
      openFile: async (path) => {
        const file = await FaultyFile.open(path);
        const { writev } = file;
        file.writev = (async (...args: Parameters<typeof writev>) => {
          order.push(path.endsWith(PACK_FILE) ? 'blob' : 'line');
          return writev(...args);
        }) as typeof writev;
        return file;
      },
    });
    const session = value(await store.create(id));
    record(session, created(), read);
    await session.log.flush();
    expect(order).toEqual(['blob', 'line']);
  });

  it('writes no line while the disk refuses a blob that it names, except when closing', async () => {
    const root = testFolder();
    const disks = new Map<string, FaultyFile>();
    const store = await open(root.path, {
      openFile: async (path) => {
        const disk = await FaultyFile.open(path);
        disks.set(basename(path), disk);
        return disk;
      },
    });
    const session = value(await store.create(id));
    const pack = disks.get(PACK_FILE) as FaultyFile;
    const log = () => readFile(root.join(SESSIONS_FOLDER, id, LOG_FILE), 'utf8');
    const failures: string[] = [];
    session.log.onDidFail(({ code }) => failures.push(code));
    pack.room = 0;
    record(session, created(), read);
    expect(await session.log.flush()).toMatchObject({
      ok: false,
      error: { message: 'The disk is full.' },
    });
    expect(failures).toEqual(['ENOSPC']);
    expect(await log()).toBe('');

    pack.room = Number.POSITIVE_INFINITY;
    const recovered = waitFor(session.log.onDidRecover);
    session.blobs.retry();
    await recovered;
    expect(await log()).toContain('"tool.updated"');

    pack.room = 0;
    record(session, { ...read, output: `${long} again` });
    expect((await session.close()).ok).toBe(false);
    expect((await log()).match(/tool\.updated/g)).toHaveLength(2);
  });

  it('rejects a sync that the disk refuses, and rejects appends once memory is full', async () => {
    const disks: FaultyFile[] = [];
    const store = await open(testFolder().path, {
      openFile: async (path) => {
        const disk = await FaultyFile.open(path);
        disks.push(disk);
        return disk;
      },
    });
    const session = value(await store.create(id));
    record(session, created());
    for (const disk of disks) disk.room = 0;
    await expect(session.sync()).rejects.toThrow('The disk is full.');
    const seq = session.state.head.seq;
    expect(() => {
      for (;;) record(session, said('y'.repeat(1 << 20)));
    }).toThrow('memory');
    expect(session.state.head.seq).toBeGreaterThan(seq);
    expect(session.congestion()).not.toBeNull();
    for (const disk of disks) disk.room = Number.POSITIVE_INFINITY;
    await session.sync();
    expect(session.congestion()).toBeNull();
  });
});

describe('exportLog', () => {
  async function exported(session: StoredSession, inFull: boolean): Promise<string> {
    const parts: string[] = [];
    for await (const part of exportLog(session.log, inFull ? session.blobs : null))
      parts.push(part);
    return parts.join('');
  }

  it('copies a log byte for byte, or with its long bodies written out', async () => {
    const root = testFolder();
    const odd = '{"v":1,"seq":1,"at":1,"type":"review.opened", "blob" : 1}\nnot json "blob"\n';
    root.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, odd);
    const store = await open(root.path);
    const session = value(await store.open(id));
    record(session, said('hello'), read);
    await session.sync();
    const log = await readFile(root.join(SESSIONS_FOLDER, id, LOG_FILE), 'utf8');
    expect(await exported(session, false)).toBe(log);
    const full = await exported(session, true);
    expect(full.startsWith(odd)).toBe(true);
    const lines = full
      .slice(odd.length)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ seq: 2 }, { seq: 3, output: long }]);
  });

  it('keeps a reference whose blob is missing', async () => {
    const store = await open(testFolder().path);
    const session = value(await store.create(id));
    record(session, { ...read, output: { blob: 'gone', bytes: 5000 } } as never);
    expect(JSON.parse(await exported(session, true))).toMatchObject({ output: { blob: 'gone' } });
  });
});
