import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PACK_FILE, TORN_PACK_FILE } from '#main/host/store/layout';
import type { BlobHash } from '#shared/ids';
import { FaultyFile } from '#test/support/faultyFile';
import { testFolder } from '#test/support/testFolder';
import { BlobStore, type BlobStoreOptions } from './blobStore';
import { fillRecord, HEADER_BYTES, hashOf } from './packFormat';

async function open(folder: string, options?: BlobStoreOptions) {
  const opened = await BlobStore.open(folder, options);
  onTestFinished(async () => void (await opened.blobs.close()));
  return opened;
}

async function packed(...texts: readonly (string | Uint8Array)[]) {
  const folder = testFolder().path;
  const { blobs } = await BlobStore.open(folder);
  const hashes = texts.map((text) => blobs.put(text) as BlobHash);
  await blobs.close();
  return { folder, hashes, path: `${folder}/${PACK_FILE}` };
}

function recordOf(bytes: Uint8Array): Buffer {
  const record = Buffer.alloc(HEADER_BYTES + bytes.length);
  fillRecord(record, bytes);
  return record;
}

const textOf = async (blobs: BlobStore, hash: BlobHash | undefined) =>
  hash === undefined ? undefined : (await blobs.get(hash))?.toString();

describe('BlobStore', () => {
  it('returns bytes by their hash: at once, when written, and after reopening', async () => {
    const folder = testFolder().path;
    const first = await open(folder);
    const hash = first.blobs.put('héllo') as BlobHash;
    expect(hash).toBe(hashOf(Buffer.from('héllo')));
    expect(await textOf(first.blobs, hash)).toBe('héllo');
    await first.blobs.sync();
    expect(await textOf(first.blobs, hash)).toBe('héllo');
    await first.blobs.close();
    const second = await open(folder);
    expect(await textOf(second.blobs, hash)).toBe('héllo');
    expect(second.repair).toEqual({ tornBytes: 0, damagedBytes: 0 });
    expect(await second.blobs.get('00' as BlobHash)).toBeNull();
  });

  it('knows the length of each blob, and refuses text that UTF-8 cannot represent', async () => {
    const { blobs } = await open(testFolder().path);
    expect(blobs.lengthOf(blobs.put('héllo') as BlobHash)).toBe(6);
    expect(blobs.lengthOf('00' as BlobHash)).toBe(0);
    expect(blobs.put('half a pair: \uD83D')).toBeNull();
  });

  it('stores each blob once, also after reopening', async () => {
    const { folder, path } = await packed('same', 'same', '', Buffer.from('same'));
    const size = (await stat(path)).size;
    expect(size).toBe(2 * HEADER_BYTES + 4);
    const { blobs } = await open(folder);
    blobs.put('same');
    await blobs.sync();
    expect((await stat(path)).size).toBe(size);
  });

  it('stores any bytes, including its own markers', async () => {
    const record = recordOf(Buffer.from('inner'));
    const blob = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(record),
      fc.constant(record.subarray(0, 20)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(blob, { maxLength: 8 }), async (contents) => {
        const { folder, hashes } = await packed(...contents);
        const { blobs, repair } = await BlobStore.open(folder);
        for (const [index, hash] of hashes.entries()) {
          expect(
            Buffer.from(contents[index] ?? []).equals((await blobs.get(hash)) ?? Buffer.from('?')),
          ).toBe(true);
        }
        expect(repair).toEqual({ tornBytes: 0, damagedBytes: 0 });
        await blobs.close();
      }),
      { numRuns: 50 },
    );
  });

  it('opens after a cut at every byte, with every complete blob', async () => {
    const { folder, hashes, path } = await packed('first blob', 'second', 'the third one');
    const whole = await readFile(path);
    const ends = [10, 6, 13].map((_, index, lengths) =>
      lengths.slice(0, index + 1).reduce((sum, length) => sum + length + HEADER_BYTES, 0),
    );
    for (let cut = 0; cut <= whole.length; cut++) {
      await writeFile(path, whole.subarray(0, cut));
      const { blobs, repair } = await BlobStore.open(folder);
      const kept = ends.filter((end) => end <= cut).length;
      const found = await Promise.all(hashes.map((hash) => textOf(blobs, hash)));
      expect(found.filter(Boolean), `cut at ${cut}`).toHaveLength(kept);
      expect(repair.tornBytes).toBe(cut - (ends[kept - 1] ?? 0));
      blobs.put('new');
      await blobs.close();
      const again = await BlobStore.open(folder);
      expect(await textOf(again.blobs, hashOf(Buffer.from('new')))).toBe('new');
      expect(again.repair).toEqual({ tornBytes: 0, damagedBytes: 0 });
      await again.blobs.close();
    }
  });

  it('treats a blob with wrong bytes as missing, reports it, and heals when it is put again', async () => {
    const { folder, hashes, path } = await packed('first', 'second', 'third');
    const bytes = await readFile(path);
    bytes.write('SECOND', bytes.indexOf('second'));
    await writeFile(path, bytes);
    const { blobs } = await open(folder);
    const lost: BlobHash[] = [];
    blobs.onDidLose((hash) => lost.push(hash));
    expect(await textOf(blobs, hashes[1])).toBeUndefined();
    expect(await textOf(blobs, hashes[1])).toBeUndefined();
    expect(lost).toEqual([hashes[1]]);
    expect(await textOf(blobs, hashes[2])).toBe('third');
    blobs.put('second');
    expect(await textOf(blobs, hashes[1])).toBe('second');
  });

  it('finds the records after a damaged header', async () => {
    const texts = ['first', 'second', 'third', 'fourth'];
    const { folder, hashes, path } = await packed(...texts);
    const whole = await readFile(path);
    const header = whole.indexOf('second') - HEADER_BYTES;
    for (let at = header; at < header + HEADER_BYTES; at++) {
      const spoilt = Buffer.from(whole);
      spoilt[at] = (spoilt[at] ?? 0) ^ 0xff;
      await writeFile(path, spoilt);
      const { blobs } = await BlobStore.open(folder);
      const found = await Promise.all(hashes.map((hash) => textOf(blobs, hash)));
      expect(found, `byte ${at - header}`).toEqual(['first', undefined, 'third', 'fourth']);
      await blobs.close();
      expect((await stat(path)).size, 'nothing is cut off').toBe(whole.length);
    }
  });

  it('limits its search in an incomplete blob full of false markers', async () => {
    const { folder, path } = await packed('kept');
    const fake = recordOf(Buffer.alloc(0));
    fake.writeUInt32LE(500_000, 4);
    const hostile = Buffer.concat(Array.from({ length: 40_000 }, () => fake));
    const torn = recordOf(hostile).subarray(0, -1);
    await writeFile(path, Buffer.concat([await readFile(path), torn]));
    const { blobs, repair } = await open(folder);
    expect(repair.tornBytes).toBe(torn.length);
    expect((await stat(`${folder}/${TORN_PACK_FILE}`)).size).toBe(torn.length);
    const hash = blobs.put('after') as BlobHash;
    await blobs.close();
    const again = await open(folder);
    expect(await textOf(again.blobs, hashOf(Buffer.from('kept')))).toBe('kept');
    expect(await textOf(again.blobs, hash)).toBe('after');
  });

  it('keeps blobs in memory while the disk is full', async () => {
    let disk: FaultyFile | undefined;
    const { blobs } = await open(testFolder().path, {
      openFile: async (path) => {
        disk = await FaultyFile.open(path);
        return disk;
      },
    });
    if (!disk) throw new Error('no disk');
    disk.room = 0;
    const hash = blobs.put('kept in memory') as BlobHash;
    expect((await blobs.sync()).ok).toBe(false);
    expect(await textOf(blobs, hash)).toBe('kept in memory');
    for (let n = 0; n < 40; n++) blobs.put(Buffer.alloc(1 << 20, n));
    expect(blobs.put('too much')).toBeNull();
    disk.room = Number.POSITIVE_INFINITY;
    expect((await blobs.sync()).ok).toBe(true);
    expect(blobs.put('room again')).not.toBeNull();
  });

  it('starts empty on an empty or foreign file', async () => {
    const { folder, path } = await packed('x');
    await truncate(path, 0);
    await BlobStore.open(folder).then(({ blobs }) => blobs.close());
    await writeFile(path, 'this is no pack at all');
    const { blobs, repair } = await open(folder);
    expect(repair.tornBytes).toBe(22);
    const hash = blobs.put('y') as BlobHash;
    expect(await textOf(blobs, hash)).toBe('y');
  });
});
