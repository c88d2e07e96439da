import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { existingFiles, openableFile } from './openableFile';

function places() {
  const folder = testFolder();
  folder.write('project/src/a.js', 'mine');
  folder.write('work/src/a.js', 'changed');
  folder.write('work/new.js', 'added');
  folder.write('elsewhere/secret', '');
  const at = (path: string) => join(folder.path, path);
  return { at, roots: { projectRoot: at('project'), workRoot: at('work') } };
}

it('is the user’s own file, whichever tree the path names', async () => {
  const { at, roots } = places();
  for (const path of [at('work/src/a.js'), at('project/src/a.js'), 'src/a.js']) {
    expect(await openableFile(roots, path)).toBe(at('project/src/a.js'));
  }
});

it('is the agent’s file where the user has none yet', async () => {
  const { at, roots } = places();
  expect(await openableFile(roots, at('work/new.js'))).toBe(at('work/new.js'));
  expect(await openableFile(roots, 'new.js')).toBe(at('work/new.js'));
});

it('is null outside the project, even through a link', async () => {
  const { at, roots } = places();
  symlinkSync(at('elsewhere'), at('work/link'));
  for (const path of [at('elsewhere/secret'), '../elsewhere/secret', at('work/link/secret')]) {
    await expect(openableFile(roots, path)).rejects.toMatchObject({ code: 'refused' });
  }
});

it('is null where a link in the other tree leads outside', async () => {
  const { at, roots } = places();
  symlinkSync(at('elsewhere'), at('project/there'));
  mkdirSync(at('work/there'));
  writeFileSync(at('work/there/secret'), 'the agent’s own');
  symlinkSync(at('elsewhere'), at('work/way'));
  symlinkSync('way', at('work/through'));
  for (const path of [
    at('work/there/secret'),
    'way/secret',
    'through/secret',
    at('work/through/secret'),
  ]) {
    await expect(openableFile(roots, path)).rejects.toMatchObject({ code: 'refused' });
  }
});

it('lists the files that a text names and that are there, and no others', async () => {
  const { at, roots } = places();
  symlinkSync(at('elsewhere'), at('work/link'));
  const paths = ['src/a.js', 'new.js', 'src', 'gone.js', '../elsewhere/secret', 'link/secret'];
  expect(await existingFiles(roots, paths)).toEqual(['src/a.js', 'new.js']);
  expect(await existingFiles(roots, ['a\0b', 'x'.repeat(5_000)])).toEqual([]);
});
