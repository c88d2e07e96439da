import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGitName, leadsIntoGit } from './gitName';

const spellings = [
  '.git',
  '.GIT',
  '.Git',
  '.git.',
  '.git . .',
  '.git ',
  '.git::$INDEX_ALLOCATION',
  '.git...::$DATA',
  '.git:stream',
  'git~1',
  'GIT~2',
  'git~1. ',
  'git~12:x',
  'gi7eba~1',
  '.g\u200cit',
  '\ufeff.git',
  '.git\u202e',
  '.g\u00adi\u200dt',
  '.gi\u{e0001}t',
  '.ＧＩＴ',
];

const others = [
  '',
  '.',
  'git',
  '.gitignore',
  '.gitattributes',
  '.github',
  'a.git',
  '.gitx',
  'git~',
  'git~x',
  'git-1',
  'legit~1',
  'x:.git',
  '.g it',
];

describe('isGitName', () => {
  it.each(spellings)('is true for %j', (name) => {
    expect(isGitName(name)).toBe(true);
    for (const path of [name, `${name}/config`, `a/b/${name}`, `a/${name}/hooks/x`, `a\\${name}`]) {
      expect([path, leadsIntoGit(path)]).toEqual([path, true]);
    }
  });

  it.each(others)('is false for %j', (name) => {
    expect(isGitName(name)).toBe(false);
    expect(leadsIntoGit(`a/${name}/b`)).toBe(false);
  });

  it('handles case, invisible characters and characters that Windows drops', () => {
    const invisible = fc.constantFrom('', '\u200b', '\u200d', '\u2060', '\ufe0f', '\u206f');
    const flips = fc.array(fc.tuple(fc.boolean(), invisible), { minLength: 4, maxLength: 4 });
    const dropped = fc.string({ unit: fc.constantFrom('.', ' '), maxLength: 4 });
    fc.assert(
      fc.property(flips, dropped, (changes, end) => {
        const name = [...'.git']
          .map((sign, at) => {
            const [isUpper, extra] = changes[at] ?? [false, ''];
            return (isUpper ? sign.toUpperCase() : sign) + extra;
          })
          .join('');
        expect(isGitName(name + end)).toBe(true);
      }),
    );
  });
});
