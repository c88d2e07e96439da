import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { RotatedFile } from './rotatedFile';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-rotated-'));
  path = join(folder, 'logs', 'x.log');
});
afterEach(() => rm(folder, { recursive: true }));

/** Oldest line first. */
async function linesOf(log: string): Promise<string[]> {
  const names = (await readdir(join(log, '..'))).sort().reverse();
  const texts = await Promise.all(names.map((name) => readFile(join(log, '..', name), 'utf8')));
  return texts.join('').split('\n').slice(0, -1);
}

describe('RotatedFile', () => {
  it('appends lines in order, to a private file', async () => {
    const file = new RotatedFile(path);
    file.append('one');
    file.append('zwö');
    await file.flush();
    file.append('three');
    await file.flush();
    expect(await readFile(path, 'utf8')).toBe('one\nzwö\nthree\n');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('continues the file of the previous run, after an incomplete line', async () => {
    await mkdir(join(folder, 'logs'));
    await appendFile(path, 'whole\n{"torn":');
    const file = new RotatedFile(path);
    file.append('next');
    await file.flush();
    expect(await readFile(path, 'utf8')).toBe('whole\n{"torn":\nnext\n');
  });

  it('keeps the newest lines within its limits', async () => {
    const lines = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 80 });
    const bursts = fc.integer({ min: 1, max: 10 });
    const files = fc.integer({ min: 1, max: 4 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(lines, bursts, files, async (lengths, burst, count) => {
        const log = join(folder, `run${++run}`, 'x.log');
        const file = new RotatedFile(log, { maxBytes: 100, files: count });
        const written = lengths.map((length, index) => `${index}:`.padEnd(length, 'x'));
        for (const [index, line] of written.entries()) {
          file.append(line);
          if (index % burst === 0) await file.flush();
        }
        await file.flush();
        const kept = await linesOf(log);
        expect(kept).toEqual(written.slice(-kept.length));
        const names = await readdir(join(log, '..'));
        expect(names.length).toBeLessThanOrEqual(count);
        for (const name of names) {
          expect((await stat(join(log, '..', name))).size).toBeLessThanOrEqual(100);
        }
        if (written.join('\n').length < 100) expect(kept.length).toBe(written.length);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('counts the lines that it dropped', async () => {
    const file = new RotatedFile(path, { maxBytes: 50 });
    file.append('fits');
    file.append('x'.repeat(50));
    file.append('fits too');
    await file.flush();
    expect(await readFile(path, 'utf8')).toBe('fits\nfits too\n{"dropped":1}\n');
  });

  it('limits what waits for a failing disk, warns once, and catches up later', async () => {
    const blocker = join(folder, 'logs');
    await appendFile(blocker, 'a file where the folder should be');
    const file = new RotatedFile(path, { files: 3 });
    const warned = once(process, 'warning');
    const line = 'x'.repeat(1024 * 1024 - 1);
    for (let count = 0; count < 6; count++) file.append(line);
    await file.flush();
    await file.flush();
    const [warning] = await warned;
    expect(warning).toMatchObject({ name: 'LogFileWarning' });
    await rm(blocker);
    await file.flush();
    const lines = await linesOf(path);
    expect(lines.map((each) => each.length)).toEqual([...Array(4).fill(line.length), 13]);
    expect(lines.at(-1)).toBe('{"dropped":2}');
  });

  it('recreates its folder if it was removed', async () => {
    const file = new RotatedFile(path);
    file.append('one');
    await file.flush();
    await rm(join(folder, 'logs'), { recursive: true });
    const warned = once(process, 'warning');
    file.append('two');
    await file.flush();
    await warned;
    await file.flush();
    expect(await readFile(path, 'utf8')).toBe('two\n');
  });
});
