import { describe, expect, it } from 'vitest';
import type { Verdict } from '#shared/airlock/verdict';
import { exampleChange } from '#test/window/exampleChange';
import { type Collected, collectedKey, fileState, hunkState } from './fileState';

const base = 'a\nb\nc\nd\ne\n';
const proposed = 'A\nb\nC\nd\nE\n';
const none: Collected = new Map();

describe('fileState', () => {
  it.each([
    [[], 'undecided'],
    [['accepted'], 'partly'],
    [['accepted', 'accepted', 'accepted'], 'accepted'],
    [['rejected', 'rejected', 'rejected'], 'rejected'],
    [['accepted', 'rejected', 'accepted'], 'mixed'],
  ] as const)('of %j is %s', (states, expected) => {
    expect(fileState(exampleChange({ base, proposed, states }), none)).toBe(expected);
  });

  it('is a conflict if one hunk conflicts, whatever the others are', () => {
    const view = exampleChange({ base, proposed, states: ['accepted', 'rejected'] });
    const hunks = view.hunks.map((hunk, index) =>
      index < 2
        ? hunk
        : {
            ...hunk,
            outcome: {
              hunkId: hunk.hunk.id,
              state: 'pending',
              conflict: { type: 'missing' },
            } as const,
          },
    );
    expect(fileState({ ...view, hunks }, none)).toBe('conflict');
  });

  it('counts collected decisions, until they are applied', () => {
    const view = exampleChange({ base, proposed, states: ['accepted'] });
    const noted = new Map<string, Verdict>(
      view.hunks.slice(1).map((hunk) => [collectedKey(view, hunk), 'reject']),
    );
    expect(fileState(view, noted)).toBe('noted');
    expect(view.hunks.map((hunk) => hunkState(view, hunk, noted))).toEqual([
      'accepted',
      'to-reject',
      'to-reject',
    ]);
  });
});
