import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/demoAgent/testClient';
import { listFiles } from './listing';
import { Roots } from './roots';

const run = promisify(execFile);
const signal = new AbortController().signal;
const names = async (cwd: string, added: string[] = []) =>
  (await listFiles(await Roots.open(cwd, added), signal)).files.map((file) => file.name);

describe('listFiles', () => {
  test('in a git repository leaves out what is ignored, and takes what is untracked', async () => {
    const folder = await temporaryFolder({
      '.gitignore': 'out/\n*.log\n',
      'a.ts': '',
      'ü b.ts': '',
      'out/x.js': '',
      'deep/y.log': '',
      'deep/z.ts': '',
    });
    await run('git', ['init', '-q'], { cwd: folder });
    await run('git', ['add', 'a.ts'], { cwd: folder });
    expect(await names(folder)).toEqual(['.gitignore', 'a.ts', 'deep/z.ts', 'ü b.ts']);
    expect(await names(join(folder, 'deep'))).toEqual(['z.ts']);
  });

  test('elsewhere walks the folder, without dependencies and build output', async () => {
    const folder = await temporaryFolder({
      'a.ts': '',
      'node_modules/x/index.js': '',
      'src/b.ts': '',
    });
    await mkdir(join(folder, '.git'));
    await symlink(folder, join(folder, 'loop'));
    expect(await names(folder)).toEqual(['a.ts', 'src/b.ts']);
  });

  test('added folders are listed by their absolute path', async () => {
    const folder = await temporaryFolder({ 'a.ts': '' });
    const added = await temporaryFolder({ 'b.ts': '' });
    expect((await names(folder, [added])).toSorted()).toEqual(
      [join(added, 'b.ts'), 'a.ts'].toSorted(),
    );
  });
});
