import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LooseObjects } from '#main/airlock/objects/looseObjects';
import type { ObjectId } from '#shared/ids';
import { testFolder } from '#test/support/testFolder';

function storeWith(content: string) {
  const folder = testFolder();
  execFileSync('git', ['init', '--quiet', '--bare', folder.path]);
  const id = execFileSync('git', ['hash-object', '-w', '--stdin'], {
    cwd: folder.path,
    input: content,
    encoding: 'utf8',
  }).trim() as ObjectId;
  const path = folder.join('objects', id.slice(0, 2), id.slice(2));
  return { objects: new LooseObjects([folder.join('objects')]), id, path, folder };
}

const replace = (path: string, bytes: string | Buffer) => {
  rmSync(path);
  writeFileSync(path, bytes);
};

describe('objects that git keeps as files', () => {
  it.each(['', 'text\n', 'x'.repeat(100_000), 'x'.repeat(1_000_000)])(
    'are read as git wrote them',
    async (content) => {
      const { objects, id } = storeWith(content);
      expect(await objects.read(id)).toEqual({ type: 'blob', bytes: Buffer.from(content) });
      expect(await objects.size(id)).toBe(content.length);
    },
  );

  it('are left to git when there is no such file', async () => {
    const { objects } = storeWith('text');
    const other = 'f'.repeat(40) as ObjectId;
    expect(await objects.read(other)).toBeNull();
    expect(await objects.size(other)).toBeNull();
  });

  it.each([
    ['empty', () => ''],
    ['not a zlib stream', () => 'garbage'],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 8)],
    ['no header', () => deflateSync('text without a header')],
    ['of another length than its header says', () => deflateSync('blob 3\0text')],
    ['longer than its header says', () => deflateSync('blob 5\0text')],
  ])('are left to git when the file is %s', async (_name, damaged) => {
    const { objects, id, path } = storeWith('some text that takes a few bytes');
    replace(path, damaged(readFileSync(path)));
    expect(await objects.read(id)).toBeNull();
  });

  it('are left to git where a link, a pipe or a folder has replaced the file', async () => {
    const { objects, id, path, folder } = storeWith('text');
    writeFileSync(folder.join('elsewhere'), readFileSync(path));
    rmSync(path);
    symlinkSync(folder.join('elsewhere'), path);
    expect(await objects.read(id)).toBeNull();
    rmSync(path);
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [path]);
      expect(await objects.read(id)).toBeNull();
      rmSync(path);
    }
    mkdirSync(path);
    expect(await objects.read(id)).toBeNull();
    rmSync(dirname(path), { recursive: true });
    expect(await objects.size(id)).toBeNull();
  });
});
