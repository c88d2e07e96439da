import { describe, expect, it } from 'vitest';
import { CONVERSION_SETTINGS, quoted, treeSettings } from './treeSettings';
import type { UserSettings } from './userSettings';

/** The settings of a user's repository, which an agent may have written. */
function settingsOf(values: Readonly<Record<string, string>>) {
  return {
    get: (name: string) => values[name],
    path: async (name: string) => values[name] ?? null,
  } as UserSettings;
}

describe('the settings that git folders of ours take over', () => {
  it('are words, and files that git only reads', async () => {
    const settings = settingsOf({
      'core.autocrlf': 'input',
      'core.eol': 'lf',
      'core.fsmonitor': './evil',
      'core.excludesfile': '/home/me/.ignore',
    });
    expect(await treeSettings(settings, CONVERSION_SETTINGS, ['excludesFile'])).toEqual([
      'autocrlf = input',
      'eol = lf',
      'excludesFile = "/home/me/.ignore"',
    ]);
  });

  it.each(['lf\n[filter "evil"]\nclean = ./evil', 'lf ; clean', 'lf"', 'lf\\', ''])(
    'do not bring along what else a value says: %j',
    async (value) => {
      const settings = settingsOf({ 'core.eol': value, 'core.autocrlf': 'true' });
      expect(await treeSettings(settings, CONVERSION_SETTINGS, [])).toEqual(['autocrlf = true']);
    },
  );

  it('name a file by a path that stays one value', async () => {
    const path = '/a\\b"c\nd\te [filter "evil"]';
    const settings = settingsOf({ 'core.attributesfile': path });
    const [line = ''] = await treeSettings(settings, [], ['attributesFile']);
    expect(line).toBe(`attributesFile = ${quoted(path)}`);
    expect(line).toBe('attributesFile = "/a\\\\b\\"c\\nd\\te [filter \\"evil\\"]"');
  });
});
