import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LOG_FILE, SESSIONS_FOLDER } from '#main/host/store/layout';
import { hasSqlite } from '#main/host/store/searchDatabase';
import { SearchIndex } from '#main/host/store/searchIndex';
import type { SessionId } from '#shared/ids';
import { bundle } from '#test/support/bundle';
import { said, stamp } from '#test/support/sessionEvents';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';

const id = 'ses_worker00001' as SessionId;
const log = stamp([said('needle in a haystack')])
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('');

const built = new TemporaryFolder();
let worker: string;
beforeAll(async () => {
  worker = await bundle('src/main/host/store/searchWorker.ts', built.join('searchWorker.mjs'));
});
afterAll(() => built.dispose());

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

  it('tells whoever waits that the thread died, and starts another', async () => {
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
