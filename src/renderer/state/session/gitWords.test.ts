import { describe, expect, it } from 'vitest';
import { arrows, branchWords, distanceWords } from './gitWords';

const glance = { branch: 'feature', commit: 'abc1234', upstream: null, main: null };

describe('what is checked out, in words', () => {
  it('is a branch, a commit, or nothing yet', () => {
    expect(branchWords(glance)).toBe('feature');
    expect(branchWords({ ...glance, branch: null })).toBe('detached at abc1234');
    expect(branchWords({ ...glance, branch: null, commit: null })).toBe('no commit yet');
  });

  it('says how far it is from its upstream branch and from main', () => {
    const main = { name: 'main', distance: { ahead: 2, behind: 1 } };
    expect(distanceWords({ ...glance, upstream: { ahead: 0, behind: 0 }, main })).toEqual([
      'Even with its upstream branch.',
      '2 commits ahead of and 1 commit behind main.',
    ]);
    expect(distanceWords(glance)).toEqual(['It has no upstream branch.']);
    expect(distanceWords({ ...glance, commit: null })).toEqual(['Nothing has been committed yet.']);
    expect(arrows({ ahead: 2, behind: 0 })).toBe('↑2');
    expect(arrows({ ahead: 2, behind: 13 })).toBe('↑2 ↓13');
  });
});
