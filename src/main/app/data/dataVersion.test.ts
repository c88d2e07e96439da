import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { type Migration, migrateData, readDataVersion, whyNotOurs } from './dataVersion';

let folder: TemporaryFolder;

beforeEach(() => {
  folder = new TemporaryFolder('airlock-data');
});
afterEach(() => folder.dispose());

const read = (path: string) => folder.read(path);

/** Turns every "a" of the settings into "b". */
const renames: Migration = {
  changes: ['settings.json', 'data/absent.json'],
  run: async () => {
    folder.write('settings.json', read('settings.json').replaceAll('a', 'b'));
  },
};

describe('a data folder', () => {
  it('is marked with the version that uses it, and then is ours', async () => {
    expect(readDataVersion(folder.path)).toBeNull();
    await migrateData(folder.path, '0.1.0');
    expect(readDataVersion(folder.path)).toEqual({ format: 1, app: '0.1.0' });
    expect(whyNotOurs(folder.path)).toBeNull();
  });

  it('of a newer version is not touched, and said to be of which', () => {
    folder.write('version.json', '{"format":2,"app":"0.9.0"}');
    expect(whyNotOurs(folder.path)).toContain('(0.9.0)');
    expect(read('version.json')).toBe('{"format":2,"app":"0.9.0"}');
  });

  it('whose version cannot be understood is not taken for an old one', () => {
    for (const text of ['', '{', '{"format":"2"}', '{"format":0,"app":""}']) {
      folder.write('version.json', text);
      expect(whyNotOurs(folder.path)).toContain('cannot read which version');
    }
  });

  it('that does not exist yet is not a problem', () => {
    expect(whyNotOurs(folder.join('later'))).toBeNull();
  });
});

describe('a migration', () => {
  it('keeps a copy of what it changes', async () => {
    folder.write('settings.json', 'a');
    await migrateData(folder.path, '0.2.0', [renames]);
    expect(read('settings.json')).toBe('b');
    expect(read('earlier/format-1/settings.json')).toBe('a');
    expect(existsSync(folder.join('earlier/format-1/data/absent.json'))).toBe(false);
    expect(readDataVersion(folder.path)).toEqual({ format: 2, app: '0.2.0' });
  });

  it('is done once, and those after it are done in order', async () => {
    folder.write('settings.json', 'a');
    const appends: Migration = {
      changes: ['settings.json'],
      run: async () => {
        folder.write('settings.json', `${read('settings.json')}a`);
      },
    };
    await migrateData(folder.path, '0.2.0', [renames]);
    await migrateData(folder.path, '0.3.0', [renames, appends]);
    await migrateData(folder.path, '0.3.0', [renames, appends]);
    expect(read('settings.json')).toBe('ba');
    expect(read('earlier/format-2/settings.json')).toBe('b');
  });

  it('that was cut short begins again from the copy', async () => {
    folder.write('settings.json', 'a');
    const cut: Migration = {
      changes: ['settings.json'],
      run: async () => {
        folder.write('settings.json', 'half');
        throw new Error('power cut');
      },
    };
    await expect(migrateData(folder.path, '0.2.0', [cut])).rejects.toThrow('power cut');
    await migrateData(folder.path, '0.2.0', [renames]);
    expect(read('settings.json')).toBe('b');
    expect(read('earlier/format-1/settings.json')).toBe('a');
  });
});
