import { mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import { quotePath } from './quotedPath';

/** The beginning of a git folder's configuration, which sets how its objects are named. */
export function formatSettings(format: ObjectFormat): readonly string[] {
  if (format === 'sha1') return ['[core]', 'repositoryFormatVersion = 0'];
  return ['[core]', 'repositoryFormatVersion = 1', '[extensions]', `objectFormat = ${format}`];
}

/** Makes git look for objects in another store as well. */
export async function writeAlternates(objects: string, store: string): Promise<void> {
  await mkdir(join(objects, 'info'), { recursive: true });
  await writeFile(join(objects, 'info', 'alternates'), `${quotePath(store)}\n`);
}

/** Excludes the user's and the computer's configuration. */
const apart = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};

/** The variables that make git read a working tree through a git folder and an index of ours. */
export function throughFolder(folder: string, workTree: string, index: string) {
  return { ...apart, GIT_DIR: folder, GIT_WORK_TREE: workTree, GIT_INDEX_FILE: index };
}
