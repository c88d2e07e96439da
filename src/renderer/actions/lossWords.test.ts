import { describe, expect, it } from 'vitest';
import type { SessionLosses } from '#shared/ipc/changes';
import { lossWords } from './lossWords';

const nothing: SessionLosses = {
  pending: 0,
  notices: [],
  guarded: [],
  copy: {
    ignored: { files: 0, bytes: 0, isPartial: false },
    commits: 0,
    staged: 0,
    hasOwnRepository: false,
  },
};

describe('lossWords', () => {
  it('is empty only where nothing would be lost', () => {
    expect(lossWords(nothing, 'isolated')).toEqual([]);
    expect(lossWords({ ...nothing, copy: null }, 'in-place')).toEqual([]);
  });

  it('counts and names what would be lost', () => {
    const nested = ['vendor/a/', 'vendor/b/', 'c/', 'd/'].map(
      (path) => ({ path, reason: 'nested-repository' }) as const,
    );
    const words = lossWords(
      {
        pending: 2,
        notices: [...nested, { path: 'big\u202e.bin', reason: 'too-large' }],
        guarded: [{ place: 'repository', path: 'config' }],
        copy: {
          ignored: { files: 1200, bytes: 5_000_000, isPartial: true },
          commits: 1,
          staged: 2,
          hasOwnRepository: true,
        },
      },
      'isolated',
    );
    expect(words).toEqual([
      '2 files with changes that you have not accepted.',
      'Your versions of 1 file changed outside the review: .git/config.',
      '4 separate repositories: vendor/a/, vendor/b/, c/ and 1 more.',
      '1 file too large to list: big\\u{202E}.bin.',
      'A git repository created in the copy.',
      '1 commit that only the copy has.',
      'Staged versions of 2 files that are neither committed nor on disk.',
      'At least 1,200 ignored files (5 MB).',
    ]);
  });

  it('writes out what a name would hide, or use to reorder the line', () => {
    const notices = [
      { path: 'a\u202Egpj.exe/', reason: 'nested-repository' },
      { path: 'b\nc', reason: 'unreadable' },
    ] as const;
    expect(lossWords({ ...nothing, notices }, 'isolated')).toEqual([
      '1 separate repository: a\\u{202E}gpj.exe/.',
      '1 file that cannot be read: b\\u{A}c.',
    ]);
  });

  it('says that there may be ignored files where none could be counted', () => {
    const ignored = { files: 0, bytes: 0, isPartial: true };
    const copy = { ignored, commits: 0, staged: 0, hasOwnRepository: false };
    expect(lossWords({ ...nothing, copy }, 'sealed')).toEqual([
      'At least 0 ignored files (0 bytes).',
    ]);
  });

  it('never names a file of the user’s own as lost', () => {
    const notices = [{ path: 'big.bin', reason: 'too-large' }] as const;
    expect(lossWords({ pending: 1, notices, guarded: [], copy: null }, 'in-place')).toEqual([
      '1 file with changes that you have not decided about.',
    ]);
  });
});
