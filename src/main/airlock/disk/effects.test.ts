import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import { testFolder } from '#test/support/testFolder';
import { Effects, temporaryName } from './effects';

it.each(['project', 'workspace'] as const)(
  'writes nothing into git’s own folder: %s',
  async (place) => {
    const folder = testFolder();
    folder.write('tree/a.txt', '');
    const roots = { project: folder.join('tree'), workspace: folder.join('tree') };
    const store = { format: 'sha1' } as ObjectStore;
    const runner = new Effects(roots, store, folder.join('backups'));
    for (const path of ['.git/hooks/pre-commit', '.GIT/x', 'git~1/x', 'a/.git/config', '.git ']) {
      const effect = { place, path, expected: null, temporary: temporaryName() };
      const writing = runner.write(effect, Buffer.from('evil\n'), '100755');
      await expect(writing, path).rejects.toMatchObject({ code: 'refused' });
      expect(existsSync(folder.join('tree', path))).toBe(false);
    }
  },
);
