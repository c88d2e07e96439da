import { symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { assertLinkStays } from './assertLinkStays';

function project() {
  const folder = testFolder();
  folder.write('project/src/deep/a.txt', 'a');
  folder.write('outside/secret', 'secret');
  const link = (target: string, path: string) => symlinkSync(target, folder.join('project', path));
  link('../outside', 'way');
  link('src', 'inner');
  link('inner/deep', 'deeper');
  link('way', 'other');
  link(folder.join('outside'), 'absolute');
  link('round', 'circle');
  link('circle', 'round');
  return folder.join('project');
}

it.each([
  ['a', 'src/deep/a.txt'],
  ['a', './src/deep'],
  ['a', 'missing/yet'],
  ['a', '.'],
  ['src/a', '../src/deep'],
  ['src/deep/a', '../../inner/deep/a.txt'],
  ['a', 'deeper/a.txt'],
  ['a', 'name..with/..dots'],
  ['a', 'a:b'],
  ['a', 'src/'],
])('lets %s lead to %s', async (path, target) => {
  await expect(assertLinkStays(project(), path, target)).resolves.toBeUndefined();
});

it.each([
  ['a', '..'],
  ['a', '../outside/secret'],
  ['a', '/etc/passwd'],
  ['a', 'way/secret'],
  ['a', 'way'],
  ['a', 'other/secret'],
  ['a', 'absolute/secret'],
  ['a', './/way/secret'],
  ['src/a', '../way'],
  ['src/a', '../../outside'],
  // Inside the root for now, but outside once `b` is a link to `.`.
  ['a', 'b/../secret'],
  ['a', 'src/../way/secret'],
  ['a', 'x/./../y'],
  ['a', 'deeper/..'],
  ['a', '.git/config'],
  ['a', '.GIT'],
  ['src/a', '../git~1/config'],
  ['a', 'circle'],
  ['a', 'back\\slash'],
  ['a', 'C:/Windows'],
])('refuses %s that leads to %s', async (path, target) => {
  await expect(assertLinkStays(project(), path, target)).rejects.toMatchObject({
    code: 'refused',
  });
});

it('refuses targets that are longer, or deeper, than a path may be, however harmless', async () => {
  const root = project();
  const refused = { code: 'refused' };
  const around = './'.repeat(2_047);
  await expect(assertLinkStays(root, 'a', `${around}aa`)).resolves.toBeUndefined();
  await expect(assertLinkStays(root, 'a', `${around}aaa`)).rejects.toMatchObject(refused);
  await expect(assertLinkStays(root, 'a', 'a/'.repeat(2_047))).rejects.toMatchObject(refused);
});
