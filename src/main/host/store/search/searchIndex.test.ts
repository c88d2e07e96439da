import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LongWorks } from '#main/base/longWorks';
import { LOG_FILE, SEARCH_FILE, SESSIONS_FOLDER } from '#main/host/store/layout';
import { GAIN_BYTES } from '#main/host/store/limits';
import type { SessionId, TurnId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { propertyRuns } from '#test/support/propertyRuns';
import { created, said, stamp } from '#test/support/sessionEvents';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';
import { hasSqlite } from './searchDatabase';
import { SearchIndex } from './searchIndex';

const one = 'ses_search0001' as SessionId;
const two = 'ses_search0002' as SessionId;
const titled = (title: string, by: 'user' | 'agent'): SessionEvent => ({
  type: 'session.titled',
  title,
  by,
});
const asked = (text: string, messageId = 'msg_ask'): SessionEvent =>
  ({
    type: 'turn.started',
    turnId: 'trn_1' as TurnId,
    messageId,
    content: [{ type: 'text', text }],
  }) as unknown as SessionEvent;
const tool = (title: string) => ({ type: 'tool.updated', toolCallId: 'c1', title }) as SessionEvent;

const lines = (events: readonly SessionEvent[], firstSeq = 1) =>
  stamp(events, firstSeq, 1000 + firstSeq)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');

function writeLog(
  folder: TemporaryFolder,
  id: SessionId,
  ...events: readonly SessionEvent[]
): string {
  return folder.write(`${SESSIONS_FOLDER}/${id}/${LOG_FILE}`, lines(events));
}

function open(folder: TemporaryFolder): SearchIndex {
  const index = new SearchIndex({ root: folder.path, worker: 'in-process' });
  onTestFinished(() => index.close());
  return index;
}

async function find(index: SearchIndex, query: string) {
  const result = await index.search(query);
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.detail}`);
  return result.value;
}

/** Who was found, and the matches in brackets. */
async function found(index: SearchIndex, query: string): Promise<string[]> {
  return (await find(index, query)).map(({ entryId, snippet: { text, matches } }) => {
    const marked = [...matches]
      .reverse()
      .reduce(
        (rest, [start, end]) =>
          `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
        text,
      );
    return `${entryId ?? 'title'} ${marked}`;
  });
}

describe.skipIf(!hasSqlite())('SearchIndex', () => {
  it('finds texts that say one word over and over', async () => {
    const folder = testFolder();
    const repeated = 'again '.repeat(10_000);
    const events = Array.from({ length: 16 }, (_, index) => said(repeated, `msg_${index}`));
    writeLog(folder, one, created(), ...events);
    const hits = await find(open(folder), 'again');
    expect(hits).toHaveLength(16);
    for (const { snippet } of hits) expect(snippet.matches).toHaveLength(24);
  });

  it('finds messages, questions, tool calls and titles', async () => {
    const folder = testFolder();
    writeLog(
      folder,
      one,
      created(),
      asked('Why is the clock wrong?'),
      said('Because the ho'),
      said('ur is never wrapped'),
      said('secret thought about the hour', 'msg_t', 'thought'),
      tool('Read clock.ts'),
      titled('Clock at midnight', 'agent'),
    );
    const index = open(folder);
    await index.refresh(one);
    expect(await found(index, 'hour')).toEqual([
      'message:msg_1 Because the [hour] is never wrapped',
    ]);
    expect(await found(index, 'clock')).toEqual([
      'title [Clock] at midnight',
      'tool:c1 Read [clock].ts',
      'message:msg_ask Why is the [clock] wrong?',
    ]);
    expect(await found(index, 'wra')).toEqual([
      'message:msg_1 Because the hour is never [wrapped]',
    ]);
    expect(await found(index, 'WRONG clock')).toHaveLength(1);
    expect(await found(index, '"hour is"')).toHaveLength(1);
    expect(await found(index, '"is hour"')).toHaveLength(0);
    expect(await found(index, 'wra clock')).toHaveLength(0);
    const [hit] = await find(index, 'never');
    expect(hit).toMatchObject({ sessionId: one, kind: 'agent', seq: 3, at: 1001 });
  });

  // Shows I20.
  it('keeps no text in the form of a token, also in the user’s messages and across two lines', async () => {
    const folder = testFolder();
    const token = 'ghp_abcdefghij0123456789';
    writeLog(
      folder,
      one,
      created(),
      asked(`Use ${token} here`),
      said(`Found ${token.slice(0, 8)}`),
      said(token.slice(8)),
    );
    const index = open(folder);
    await index.refresh(one);
    expect(await found(index, 'use')).toEqual(['message:msg_ask [Use] [redacted] here']);
    expect(await found(index, 'found')).toEqual(['message:msg_1 [Found] [redacted]']);
  });

  it('matches letters with and without accents', async () => {
    const folder = testFolder();
    writeLog(folder, one, said('Ein Café in Zürich'));
    const index = open(folder);
    await index.refreshAll();
    expect(await found(index, 'cafe zurich')).toEqual(['message:msg_1 Ein [Café] in [Zürich]']);
  });

  it('indexes only new, whole lines', async () => {
    const folder = testFolder();
    const path = writeLog(folder, one, said('alpha'));
    const index = open(folder);
    await index.refresh(one);
    const [next, last] = [lines([said(' beta')], 2), lines([said('gamma', 'msg_2')], 3)];
    await appendFile(path, next + last.slice(0, 30));
    await index.refresh(one);
    expect(await found(index, 'beta')).toEqual(['message:msg_1 alpha [beta]']);
    expect(await found(index, 'gamma')).toEqual([]);
    await appendFile(path, last.slice(30));
    await index.refresh(one);
    await index.refresh(one);
    expect(await found(index, 'gamma')).toEqual(['message:msg_2 [gamma]']);
    expect(await found(index, 'alpha')).toEqual(['message:msg_1 [alpha] beta']);
  });

  it('indexes a long log in parts, with lines longer than a part', async () => {
    const folder = testFolder();
    const filling = 'filler '.repeat(9_000);
    const messages = Array.from({ length: 3 * (GAIN_BYTES / 60_000) }, (_, index) =>
      said(`word${index} ${filling}`, `msg_${index}`, index % 2 === 0 ? 'agent' : 'thought'),
    );
    const wide = { ...tool('wide'), output: 'x'.repeat(GAIN_BYTES + 1_000) } as SessionEvent;
    writeLog(folder, one, said('first'), ...messages, wide, said('last', 'msg_last'));
    const index = open(folder);
    await index.refresh(one);
    expect(await found(index, 'first')).toHaveLength(1);
    expect(await found(index, 'word200')).toHaveLength(1);
    expect(await found(index, 'wide')).toHaveLength(1);
    expect(await found(index, 'last')).toHaveLength(1);
    expect(await found(index, 'word201')).toEqual([]);
  });

  it('replaces titles, and keeps the user’s', async () => {
    const folder = testFolder();
    const path = writeLog(folder, one, titled('first', 'agent'), titled('mine', 'user'));
    const index = open(folder);
    await index.refresh(one);
    await appendFile(path, lines([titled('agent again', 'agent'), tool('old'), tool('new')], 3));
    await index.refresh(one);
    expect(await found(index, 'first')).toEqual([]);
    expect(await found(index, 'again')).toEqual([]);
    expect(await found(index, 'mine')).toEqual(['title [mine]']);
    expect(await found(index, 'old')).toEqual([]);
    expect(await found(index, 'new')).toEqual(['tool:c1 [new]']);
  });

  it('reads a log again that was cut or replaced', async () => {
    const folder = testFolder();
    const path = writeLog(folder, one, said('alpha'), said('beta', 'msg_2'));
    const index = open(folder);
    await index.refresh(one);
    await truncate(path, lines([said('alpha')]).length);
    await index.refresh(one);
    expect(await found(index, 'beta')).toEqual([]);
    await writeFile(
      path,
      lines([said('something else entirely'), said('and longer than before', 'msg_3')]),
    );
    await index.refresh(one);
    expect(await found(index, 'alpha')).toEqual([]);
    expect(await found(index, 'longer')).toHaveLength(1);
  });

  it('forgets deleted sessions', async () => {
    const folder = testFolder();
    writeLog(folder, one, said('shared word'));
    writeLog(folder, two, said('shared word'));
    const index = open(folder);
    await index.refreshAll();
    expect(await find(index, 'shared')).toHaveLength(2);
    await index.remove(one);
    expect(await find(index, 'shared')).toMatchObject([{ sessionId: two }]);
    await rm(folder.join(SESSIONS_FOLDER), { recursive: true });
    await index.refreshAll();
    expect(await find(index, 'shared')).toEqual([]);
  });

  it.each([
    ['is gone', async (path: string) => rm(path)],
    [
      'is not a database',
      async (path: string) => writeFile(path, 'not a database at all, really'.repeat(100)),
    ],
    ['is of another version', async (path: string) => writeFile(path, await anotherSchema(path))],
  ])('is rebuilt from the logs when its file %s', async (_, spoil) => {
    const folder = testFolder();
    writeLog(folder, one, said('phoenix'));
    const first = open(folder);
    await first.refreshAll();
    await first.close();
    await spoil(folder.join(SEARCH_FILE));
    const second = open(folder);
    expect(await found(second, 'phoenix')).toHaveLength(1);
  });

  it('is made with its progress shown, can be stopped, and is finished later', async () => {
    const folder = testFolder();
    const ids = Array.from(
      { length: 40 },
      (_, index) => `ses_manylogs0${100 + index}` as SessionId,
    );
    for (const id of ids) writeLog(folder, id, said('shared word'));
    const works = new LongWorks();
    onTestFinished(() => works.dispose());
    const report = vi.fn();
    const cancelled = Promise.withResolvers<void>();
    vi.spyOn(works, 'run').mockImplementation(async ({ canCancel }, task) => {
      const control = new AbortController();
      expect(canCancel).toBe(true);
      await task({
        signal: control.signal,
        report: (...told) => {
          report(...told);
          if (report.mock.calls.length !== 3) return;
          control.abort();
          cancelled.resolve();
        },
      });
      return undefined as never;
    });
    const index = new SearchIndex({ root: folder.path, worker: 'in-process', works });
    onTestFinished(() => index.close());
    const hits = find(index, 'shared');
    await cancelled.promise;
    expect((await hits).length).toBeLessThan(40);
    expect(index.isComplete).toBe(false);
    expect(report.mock.calls[2]).toEqual(['Reading transcripts', 2, 40]);
    await index.refreshAll();
    expect(await find(index, 'shared')).toHaveLength(40);
    expect(index.isComplete).toBe(true);
  });

  it('is finished by the next run of the program, if one was ended in between', async () => {
    const folder = testFolder();
    writeLog(folder, one, said('shared word'));
    const first = open(folder);
    await first.refreshAll();
    await first.close();
    writeLog(folder, two, said('shared word'));
    expect(await find(open(folder), 'shared')).toHaveLength(2);
  });

  it('gives the same results after a rebuild', async () => {
    const folder = testFolder();
    writeLog(folder, one, created(), asked('one two'), said('three'), titled('four', 'user'));
    writeLog(folder, two, created(), said('two three'));
    const index = open(folder);
    await index.refresh(two);
    await index.refresh(one);
    const queries = ['one', 'two', 'three', 'four'];
    const before = await Promise.all(queries.map((query) => found(index, query)));
    await index.rebuild();
    expect(await Promise.all(queries.map((query) => found(index, query)))).toEqual(before);
  });

  it('is made again when another program has emptied it meanwhile', async () => {
    const folder = testFolder();
    writeLog(folder, one, created(), said('needle'));
    const index = open(folder);
    expect(await find(index, 'needle')).toHaveLength(1);
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const other = new DatabaseSync(folder.join(SEARCH_FILE));
    for (const table of ['texts', 'entries', 'sessions']) other.exec(`DROP TABLE ${table}`);
    other.close();
    expect(await find(index, 'needle')).toHaveLength(1);
  });

  it('survives any query over any text', async () => {
    const folder = testFolder();
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '"',
        '"" ""',
        'a AND',
        'NOT',
        'NEAR(',
        'body:x',
        '{a b}:c',
        '^x',
        '*',
        'a*b*',
        '\u{E000}x\u{E001}',
        `${'('.repeat(500)}x`,
      ),
    );
    const index = open(folder);
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (text, query) => {
        writeLog(folder, one, said(text));
        await index.refresh(one);
        for (const { snippet } of await find(index, query)) {
          for (const [start, end] of snippet.matches) {
            expect(start).toBeLessThan(end);
            expect(end).toBeLessThanOrEqual(snippet.text.length);
          }
          expect(snippet.text).not.toMatch(/[\u{E000}\u{E001}]/u);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('reports that it is closed', async () => {
    const index = open(testFolder());
    await index.close();
    expect(await index.search('x')).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });
});

describe.skipIf(hasSqlite())('SearchIndex without SQLite', () => {
  it('reports that it cannot search', async () => {
    const index = open(testFolder());
    expect(index.available).toBe(false);
    expect(await index.search('x')).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect((await index.refreshAll()).ok).toBe(false);
  });
});

async function anotherSchema(path: string): Promise<Buffer> {
  const { DatabaseSync } = await import('node:sqlite');
  await rm(path);
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE x (y); PRAGMA user_version = 99');
  database.close();
  const { readFile } = await import('node:fs/promises');
  return readFile(path);
}
