import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { secretValues } from '#main/base/secrets/secretValues';
import { LOG_FILE, SESSIONS_FOLDER } from '#main/host/store/layout';
import { hasSqlite } from '#main/host/store/search/searchDatabase';
import { SearchIndex } from '#main/host/store/search/searchIndex';
import type { SearchCall, SearchWorkerData } from '#main/host/store/search/searchWorker';
import type { SessionId } from '#shared/ids';
import { bundle } from '#test/support/bundle';
import { said, stamp } from '#test/support/sessionEvents';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';

const id = 'ses_worker00001' as SessionId;
const log = stamp([said('needle in a haystack')])
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('');

const SECRET = 'Qz7-vw"Xk\\92+Lm/40pR';
const half = SECRET.length / 2;
/** As they come from an agent that was given none, or before it was: no log holds one otherwise. */
const leaks = [said(`It is ${SECRET.slice(0, half)}`), said(`${SECRET.slice(half)}, you know.`)];
const inLog = (events: typeof leaks, firstSeq = 1) =>
  stamp(events, firstSeq)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');

/** All that a search keeps on the disk. */
function stored(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => readFileSync(join(folder, name), 'latin1')).join('');
}

const built = new TemporaryFolder();
let worker: string;
beforeAll(async () => {
  worker = await bundle(
    'src/main/host/store/search/searchWorker.ts',
    built.join('searchWorker.mjs'),
  );
});
afterAll(() => built.dispose());

it('says of a thread that finds no room for an index that the disk is full', async () => {
  const folder = testFolder();
  const full = folder.write(
    'full.mjs',
    "throw Object.assign(new Error('database or disk is full'), { errcode: 13 });",
  );
  const index = new SearchIndex({ root: folder.path, worker: full });
  onTestFinished(() => index.close());
  expect(await index.search('word')).toMatchObject({
    error: { message: 'The disk is full. Transcripts cannot be searched until there is room.' },
  });
});

describe.skipIf(!hasSqlite())('a secret that spans two lines of a log', () => {
  // Shows I20.
  function known() {
    const added = secretValues.add([SECRET]);
    onTestFinished(() => added.dispose());
  }

  function openIndex(root: string): SearchIndex {
    const index = new SearchIndex({ root, worker });
    onTestFinished(() => index.close());
    return index;
  }

  it('is not stored by a thread that knows it from the start', async () => {
    const folder = testFolder();
    const path = folder.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, inLog(leaks));
    known();
    const index = openIndex(folder.path);
    expect(await index.search('know')).toMatchObject({
      value: [{ snippet: { text: 'It is [redacted], you know.' } }],
    });
    await appendFile(path, inLog([said(` Or ${SECRET.slice(0, 9)}`), said(SECRET.slice(9))], 3));
    expect((await index.refresh(id)).ok).toBe(true);
    await index.close();
    expect(stored(folder.path)).toContain('you know.');
    expect(stored(folder.path)).not.toContain(SECRET);
  });

  it('is not stored by a thread that learns it later', async () => {
    const folder = testFolder();
    const index = openIndex(folder.path);
    expect((await index.refreshAll()).ok).toBe(true);
    folder.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, inLog(leaks));
    known();
    expect((await index.refresh(id)).ok).toBe(true);
    await index.close();
    expect(stored(folder.path)).toContain('you know.');
    expect(stored(folder.path)).not.toContain(SECRET);
  });

  it('is not stored by a new index, which is filled before the first query', async () => {
    const folder = testFolder();
    folder.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, inLog(leaks));
    const sessionsFolder = folder.join(SESSIONS_FOLDER);
    const data: SearchWorkerData = { root: folder.path, sessionsFolder, secrets: [SECRET] };
    const thread = new Worker(worker, { workerData: data });
    const ask: SearchCall = {
      call: 1,
      request: { type: 'search', query: 'know', limit: 1 },
      secrets: null,
    };
    thread.postMessage(ask);
    // First it tells how far the index is.
    expect(await once(thread, 'message')).toEqual([{ indexed: [0, 1] }]);
    expect(await once(thread, 'message')).toMatchObject([
      { reply: { value: [{ snippet: { text: 'It is [redacted], you know.' } }] } },
    ]);
    thread.postMessage({ ...ask, request: null });
    await once(thread, 'exit');
    expect(stored(folder.path)).not.toContain(SECRET);
  });
});

describe.skipIf(!hasSqlite())('SearchIndex in a worker thread', () => {
  it('answers like the one in process, and ends when closed', async () => {
    const folder = testFolder();
    folder.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, log);
    const index = new SearchIndex({ root: folder.path, worker });
    expect(index.available).toBe(true);
    expect((await index.refreshAll()).ok).toBe(true);
    const found = await index.search('needle');
    expect(found).toMatchObject({ ok: true, value: [{ sessionId: id, entryId: 'message:msg_1' }] });
    await index.close();
    expect((await index.search('needle')).ok).toBe(false);
  });

  it('tells its callers that the thread died, and starts another', async () => {
    const folder = testFolder();
    folder.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, log);
    const dying = folder.join('dying.mjs');
    await writeFile(dying, "throw new Error('no such luck');");
    const broken = new SearchIndex({ root: folder.path, worker: dying });
    onTestFinished(() => broken.close());
    const unavailable = {
      ok: false,
      error: { code: 'unavailable', detail: 'Error: no such luck' },
    };
    expect(await broken.search('needle')).toMatchObject(unavailable);
    expect(await broken.search('needle')).toMatchObject(unavailable);
    expect(
      (await new SearchIndex({ root: folder.path, worker: folder.join('none.mjs') }).search('x'))
        .ok,
    ).toBe(false);
  });
});
