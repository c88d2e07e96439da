import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAMAGED_FILE, LOG_FILE, TORN_FILE } from '#main/host/store/layout';
import { INDEX_STRIDE } from '#main/host/store/limits';
import type { Envelope } from '#shared/session/events';
import { FaultyFile } from '#test/support/faultyFile';
import { propertyRuns } from '#test/support/propertyRuns';
import { arbitraryEvent, created, said, stamp } from '#test/support/sessionEvents';
import { testFolder } from '#test/support/testFolder';
import { EventLog, type EventLogOptions, type OpenedLog } from './eventLog';
import type { LogVisitor } from './logScan';

interface Opened extends OpenedLog {
  readonly events: readonly Envelope[];
}

async function open(folder: string, options?: EventLogOptions): Promise<Opened> {
  const events: Envelope[] = [];
  const opened = await EventLog.open(folder, collecting(events), options);
  onTestFinished(async () => void (await opened.log.close()));
  return { ...opened, events };
}

function collecting(events: Envelope[]): LogVisitor {
  return { visit: (event) => void events.push(event) };
}

/** Opens, looks, closes: for tests that open thousands. */
async function look(folder: string): Promise<Opened> {
  const events: Envelope[] = [];
  const opened = await EventLog.open(folder, collecting(events));
  await opened.log.close();
  return { ...opened, events };
}

async function written(events: readonly Envelope[]): Promise<string> {
  const folder = testFolder().path;
  const { log } = await EventLog.open(folder, collecting([]));
  log.append(events);
  await log.close();
  return folder;
}

const logOf = (folder: string) => `${folder}/${LOG_FILE}`;
const story = stamp([
  created(),
  said('Hello, wörld — ✓'),
  said('second line\nwith "quotes" and \\ and \u2028'),
  said('third'),
  said('the last, with 漢字'),
]);
const clean = { tornBytes: 0, damagedLines: 0, missing: 0, repeated: 0, unknownKinds: 0 };

describe('EventLog', () => {
  it('returns the appended events, and continues', async () => {
    const folder = await written(story);
    const { log, events, repair } = await open(folder);
    expect(events).toEqual(story);
    expect(repair).toMatchObject(clean);
    expect(log.lastSeq).toBe(5);
    expect(log.append(stamp([said('more')], 6))).toEqual({ ok: true });
    expect((await log.sync()).ok).toBe(true);
    expect((await look(folder)).events).toHaveLength(6);
  });

  it('creates its file with access for its owner only', async () => {
    const folder = await written(story);
    if (process.platform !== 'win32') expect((await stat(logOf(folder))).mode & 0o777).toBe(0o600);
  });

  it('returns any event unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryEvent, { maxLength: 20 }), async (events) => {
        const envelopes = stamp(events);
        const { events: read, repair } = await look(await written(envelopes));
        expect(read).toEqual(JSON.parse(JSON.stringify(envelopes)));
        expect(repair).toMatchObject(clean);
      }),
      { numRuns: 30 },
    );
  });

  it('throws on sequence numbers that do not follow', async () => {
    const { log } = await open(testFolder().path);
    expect(() => log.append(stamp([said('x')], 2))).toThrow('Event 2 is not event 1');
  });

  it('appends all events of a call or none', async () => {
    const { log } = await open(testFolder().path);
    const [first, second] = stamp([said('a'), said('b')]);
    if (!first || !second) throw new Error('no events');
    expect(() => log.append([first, { ...second, at: 1n as unknown as number }])).toThrow('BigInt');
    expect(log.lastSeq).toBe(0);
    expect(log.append([first, second]).ok).toBe(true);
  });

  it('opens after a cut at every byte of its last two lines', async () => {
    const folder = await written(story);
    const whole = await readFile(logOf(folder));
    const lines = whole.toString().split('\n').slice(0, -1);
    const ends = lines.map((_, index) =>
      Buffer.byteLength(`${lines.slice(0, index + 1).join('\n')}\n`),
    );
    const start = ends[2] ?? 0;
    for (let cut = start; cut <= whole.length; cut++) {
      await writeFile(logOf(folder), whole.subarray(0, cut));
      const { log, events, repair } = await look(folder);
      // A line that lacks nothing but its newline is not lost.
      const kept = ends.filter((end) => end - 1 <= cut).length;
      expect(events, `cut at ${cut}`).toEqual(story.slice(0, kept));
      expect(log.lastSeq).toBe(kept);
      const isTorn = !ends.includes(cut) && !ends.includes(cut + 1);
      expect(repair.tornBytes > 0).toBe(isTorn);
      const repaired = await readFile(logOf(folder));
      expect(repaired.equals(whole.subarray(0, ends[kept - 1]))).toBe(true);
    }
  });

  it('keeps the incomplete bytes, and appends after the repair', async () => {
    const folder = await written(story);
    const size = (await stat(logOf(folder))).size;
    await truncate(logOf(folder), size - 5);
    const { log } = await open(folder);
    log.append(stamp([said('instead')], 5));
    await log.sync();
    const torn = await readFile(`${folder}/${TORN_FILE}`, 'utf8');
    expect(torn).toContain('the last');
    const again = await look(folder);
    expect(again.events.at(-1)).toMatchObject({ seq: 5, content: { text: 'instead' } });
    expect(again.repair).toMatchObject(clean);
  });

  it('opens after a cut at random bytes of random logs', async () => {
    const logs = fc.tuple(fc.array(arbitraryEvent, { minLength: 1, maxLength: 12 }), fc.nat());
    await fc.assert(
      fc.asyncProperty(logs, async ([events, at]) => {
        const envelopes = stamp(events);
        const folder = await written(envelopes);
        const whole = await readFile(logOf(folder));
        const cut = at % (whole.length + 1);
        await truncate(logOf(folder), cut);
        const { events: read } = await look(folder);
        const wholeLines = whole.subarray(0, cut).filter((byte) => byte === 10).length;
        expect(read.length).toBeGreaterThanOrEqual(wholeLines);
        expect(read).toEqual(JSON.parse(JSON.stringify(envelopes.slice(0, read.length))));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('opens 200 damaged logs, and reads on after the damage', async () => {
    const events = stamp([created(), ...Array.from({ length: 9 }, (_, n) => said(`line ${n}`))]);
    const folder = await written(events);
    const whole = await readFile(logOf(folder));
    const change = fc.record({
      at: fc.integer({ min: 0, max: whole.length - 1 }),
      bytes: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 4 }),
        fc.constantFrom('\n', '\0\0\0\0', '{', '"', '}\n{').map((text) => Buffer.from(text)),
      ),
      how: fc.constantFrom('overwrite', 'insert', 'remove'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, bytes, how }) => {
        const end = how === 'insert' ? at : at + bytes.length;
        const middle = how === 'remove' ? [] : [bytes];
        const spoilt = Buffer.concat([whole.subarray(0, at), ...middle, whole.subarray(end)]);
        await writeFile(logOf(folder), spoilt);
        const { log, events: read, repair } = await look(folder);
        // Four bytes can spoil two lines, or three if they fall on a newline each side of a short one.
        expect(read.length).toBeGreaterThanOrEqual(events.length - 2);
        expect(read.map((event) => event.seq)).toEqual(
          [...new Set(read.map((event) => event.seq))].sort((a, b) => a - b),
        );
        expect(log.lastSeq).toBe(read.at(-1)?.seq ?? 0);
        if (repair.damagedLines > 0)
          await expect(stat(`${folder}/${DAMAGED_FILE}`)).resolves.toBeTruthy();
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('sets damaged lines aside, and reports what is missing', async () => {
    const folder = testFolder().path;
    const lines = story.map((event) => JSON.stringify(event));
    lines[2] = `${lines[2]?.slice(0, 40)}\0\0\0`;
    await writeFile(logOf(folder), `${lines.join('\n')}\n`);
    const before = await readFile(logOf(folder), 'utf8');
    for (let time = 0; time < 2; time++) {
      const { events, repair } = await look(folder);
      expect(events.map((event) => event.seq)).toEqual([1, 2, 4, 5]);
      expect(repair).toMatchObject({ ...clean, damagedLines: 1, missing: 1 });
      expect(repair.damaged[0]?.offset).toBe(
        before.split('\n').slice(0, 2).join('\n').length + 1 + 5,
      );
      expect(await readFile(`${folder}/${DAMAGED_FILE}`, 'utf8')).toBe(`${lines[2]}\n`);
      expect(await readFile(logOf(folder), 'utf8')).toBe(before);
    }
  });

  it('drops repeated events and reports gaps', async () => {
    const folder = testFolder().path;
    const pick = [0, 1, 1, 0, 3, 4].map((index) => JSON.stringify(story[index]));
    await writeFile(logOf(folder), `${pick.join('\n')}\n\n`);
    const { events, repair, log } = await look(folder);
    expect(events.map((event) => event.seq)).toEqual([1, 2, 4, 5]);
    expect(repair).toMatchObject({ ...clean, repeated: 2, missing: 1 });
    expect(log.lastSeq).toBe(5);
  });

  it('keeps unknown kinds and fields, byte for byte', async () => {
    const folder = testFolder().path;
    const unknown =
      '{"v":1,"seq":2,"at":1000,"type":"review.opened","extra":{"a":[1,2.50]}, "spaced" : true}';
    const extended = JSON.stringify({ ...stamp([said('hi')], 3)[0], colour: 'red' });
    await writeFile(logOf(folder), `${JSON.stringify(story[0])}\n${unknown}\n${extended}\n`);
    const { log, events, repair } = await open(folder);
    expect(repair).toMatchObject({ ...clean, unknownKinds: 1 });
    expect(events[1]).toMatchObject({ type: 'review.opened', extra: { a: [1, 2.5] } });
    expect(events[2]).toMatchObject({ colour: 'red' });
    log.append(stamp([said('next')], 4));
    await log.sync();
    const lines = (await readFile(logOf(folder), 'utf8')).split('\n');
    expect(lines.slice(1, 3)).toEqual([unknown, extended]);
  });

  it('opens a log of a newer version read-only', async () => {
    const folder = testFolder().path;
    const newer = JSON.stringify({ ...stamp([said('from the future')], 3)[0], v: 2 });
    const content = `${JSON.stringify(story[0])}\n${JSON.stringify(story[1])}\n${newer}\n{"torn`;
    await writeFile(logOf(folder), content);
    const { log, events } = await open(folder);
    expect(events).toEqual(story.slice(0, 2));
    expect(log.readOnly).toEqual({ type: 'newer-version', version: 2 });
    expect(log.append(stamp([said('x')], 3))).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
    await log.close();
    expect(await readFile(logOf(folder), 'utf8')).toBe(content);
  });

  it('opens read-only when an incomplete tail cannot be set aside', async () => {
    const folder = testFolder();
    folder.write(LOG_FILE, `${JSON.stringify(story[0])}\n{"torn`);
    folder.folder(TORN_FILE);
    const { log, events } = await open(folder.path);
    expect(events).toHaveLength(1);
    expect(log.readOnly?.type).toBe('not-repairable');
  });

  it('continues when the reducer fails on an event', async () => {
    const folder = await written(story);
    const seen: number[] = [];
    const { log, repair } = await EventLog.open(folder, {
      visit: ({ seq }) => {
        if (seq === 2) throw new Error('cannot');
        seen.push(seq);
      },
    });
    await log.close();
    expect(seen).toEqual([1, 3, 4, 5]);
    expect(repair.damaged).toMatchObject([{ reason: 'cannot be folded: cannot' }]);
  });

  it('reads pages backwards, from the file and from pending writes', async () => {
    const count = 3 * INDEX_STRIDE + 10;
    const events = stamp(Array.from({ length: count }, (_, n) => said(`text ${n}`)));
    const folder = await written(events.slice(0, -20));
    const { log } = await open(folder);
    log.append(events.slice(-20));
    const pages: Envelope[][] = [];
    for (let beforeSeq = count + 1; beforeSeq > 1; ) {
      const page = await log.readPage({ beforeSeq, limit: 100 });
      pages.unshift([...page]);
      beforeSeq = page[0]?.seq ?? 1;
    }
    expect(pages.flat()).toEqual(events);
    expect(pages.slice(1).every((page) => page.length === 100)).toBe(true);
    expect(await log.readPage({ beforeSeq: 1, limit: 10 })).toEqual([]);
    expect(await log.readPage({ beforeSeq: 9999, limit: 1 })).toEqual(events.slice(-1));
  });

  it('fills a page across missing numbers', async () => {
    const folder = testFolder().path;
    const events = stamp(Array.from({ length: 2000 }, (_, n) => said(`text ${n}`)));
    const left = events.filter(({ seq }) => seq < 300 || seq > 1500);
    await writeFile(logOf(folder), `${left.map((event) => JSON.stringify(event)).join('\n')}\n`);
    const { log } = await open(folder);
    const page = await log.readPage({ beforeSeq: 1600, limit: 200 });
    expect(page).toEqual(left.filter(({ seq }) => seq < 1600).slice(-200));
  });

  it('reports a full disk, loses nothing, and refuses only when memory is full too', async () => {
    const disks: FaultyFile[] = [];
    const folder = testFolder().path;
    const { log } = await open(folder, {
      openFile: async (path) => {
        const disk = await FaultyFile.open(path);
        disks.push(disk);
        return disk;
      },
    });
    const [disk] = disks;
    if (!disk) throw new Error('no disk');
    const failures: string[] = [];
    log.onDidFail(({ code }) => failures.push(code));
    log.append(story.slice(0, 2));
    await log.sync();
    disk.room = 30;
    log.append(story.slice(2, 3));
    expect(await log.sync()).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(failures).toEqual(['ENOSPC']);
    const big = 'x'.repeat(1 << 20);
    let seq = 4;
    while (log.append(stamp([said(big)], seq)).ok) seq++;
    expect(seq).toBeGreaterThan(30);
    expect(log.drained()).not.toBeNull();
    const onDisk = (await readFile(logOf(folder), 'utf8')).split('\n');
    expect(onDisk.map((line) => line.length > 30)).toEqual([true, true, false]);
    disk.room = Number.POSITIVE_INFINITY;
    expect((await log.sync()).ok).toBe(true);
    expect((await look(folder)).events).toHaveLength(seq - 1);
  });
});
