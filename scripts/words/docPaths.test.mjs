import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/project.mjs';

const FOLDERS = ['src', 'test', 'e2e', 'scripts', 'docs', 'bench', 'packaging'];

/** All files and folders of the project, relative to its root, with forward slashes. */
const paths = FOLDERS.flatMap((folder) => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => `${folder}/${path.split(sep).join('/')}`),
]);

it.each(['CONTRIBUTING.md', 'docs/architecture.md'])('the paths in %s exist', (doc) => {
  const named = pathsIn(readFileSync(join(root, doc), 'utf8'));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !exists(path))).toEqual([]);
});

it('a path that was renamed is found', () => {
  expect(pathsIn('see `src/main/gone.ts` and `src/main/ipc/<area>Gone.ts`').filter(exists)).toEqual(
    [],
  );
  expect(exists('src/main/ipc/requests/<area>Requests.ts')).toBe(true);
});

function pathsIn(text) {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path.replace(/\/$/, ''));
  return quoted.filter((path) => FOLDERS.some((folder) => path.startsWith(`${folder}/`)));
}

/** `<name>` represents part of a path. */
function exists(path) {
  const parts = path.split(/<[^>]+>/).map((part) => part.replace(/[.+?^$()[\]{}|\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('[^/]+')}$`);
  return paths.some((one) => pattern.test(one));
}
