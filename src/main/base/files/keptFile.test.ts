import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import { FileProblems } from './fileProblems';
import { KeptFile } from './keptFile';

function setUp() {
  const folder = testFolder();
  let reports = 0;
  const problems = new FileProblems(new MemoryLogger(), () => {
    reports++;
  });
  const path = folder.join('numbers.json');
  const parse = (value: unknown) => (Array.isArray(value) ? (value as readonly number[]) : null);
  const file = new KeptFile({ path, version: 1, parse, onProblem: problems.report });
  return { folder, path, file, problems, reports: () => reports };
}

/** As if the disk that the file is on were not there now. */
function withhold(path: string): void {
  symlinkSync(`${path}.elsewhere`, path);
}

describe('a kept file that cannot be read for now', () => {
  it('is neither moved nor overwritten, and is reported once', async () => {
    const { folder, path, file, problems, reports } = setUp();
    withhold(path);
    expect(await file.read()).toMatchObject({ type: 'unavailable' });
    expect(await file.read()).toMatchObject({ type: 'unavailable' });
    await expect(file.write(() => '[1]')).rejects.toMatchObject({ code: 'io' });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readlinkSync(path)).toBe(`${path}.elsewhere`);
    expect(readdirSync(folder.path)).toEqual(['numbers.json']);
    expect(await problems.look()).toEqual([
      { path, message: expect.stringMatching(/Restore that file/), aside: null, isDerived: false },
    ]);
    expect(reports()).toBe(1);
  });

  it('is read again before anything is written', async () => {
    const { folder, path, file, problems } = setUp();
    withhold(path);
    await file.read();
    folder.write('numbers.json.elsewhere', '[1,2]');
    expect(await problems.look()).toEqual([]);
    await file.write((unseen) => JSON.stringify([...(unseen ?? []), 3]));
    expect(folder.read('numbers.json.elsewhere')).toBe('[1,2,3]');
    await file.write((unseen) => JSON.stringify(unseen ?? [4]));
    expect(folder.read('numbers.json.elsewhere')).toBe('[4]');
  });

  it('is set aside like any other if it turns out to be damaged', async () => {
    const { folder, path, file } = setUp();
    withhold(path);
    await file.read();
    rmSync(path);
    folder.write('numbers.json', 'no list');
    await file.write((unseen) => JSON.stringify(unseen ?? [4]));
    expect(folder.read('numbers.json')).toBe('[4]');
    const aside = readdirSync(folder.path).find((name) => name.includes('.unreadable-'));
    expect(folder.read(aside ?? '')).toBe('no list');
  });
});

it.each(['v', 'version'])(
  'a kept file whose %s is higher is a newer one, and is set aside whole before anything is written',
  async (key) => {
    const { folder, path, file, problems } = setUp();
    const text = JSON.stringify({ [key]: 2, numbers: [1] });
    folder.write('numbers.json', text);
    expect(await file.read()).toEqual({ type: 'newer', version: 2 });
    expect(folder.read('numbers.json')).toBe(text);
    await file.write((unseen) => JSON.stringify(unseen ?? [4]));
    expect(folder.read('numbers.json')).toBe('[4]');
    const [problem] = await problems.look();
    expect(problem).toMatchObject({
      path,
      message: 'It was written by a newer version of Airlock.',
      aside: expect.any(String),
    });
    expect(readFileSync(problem?.aside ?? '', 'utf8')).toBe(text);
  },
);

it.skipIf(process.platform === 'win32')(
  'says that a socket is in the place of a kept file, and sets it aside',
  async () => {
    const { folder, path, file, problems } = setUp();
    const server = createServer();
    await once(server.listen(path), 'listening');
    const message = 'It is a pipe, a socket or a device, not a file.';
    expect(await file.read()).toEqual({ type: 'unreadable', message });
    await file.write(() => '[1]');
    expect(folder.read('numbers.json')).toBe('[1]');
    expect(await problems.look()).toMatchObject([{ message, aside: expect.any(String) }]);
    // Only now, because closing removes whatever has the name.
    server.close();
  },
);
