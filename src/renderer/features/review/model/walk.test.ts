import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { neighbourFile, neighbourHunk, nextOpenHunk, type ReviewPlace } from './walk';

const texts = { base: 'a\nb\nc\nd\ne\n', proposed: 'A\nb\nC\nd\nE\n' };
const first = exampleChange({ path: 'a', ...texts });
const second = exampleChange({ path: 'b', ...texts, states: ['accepted', 'pending', 'rejected'] });
const files = [first, second];

function place(view: typeof first, index: number): ReviewPlace {
  return { path: view.change.path, hunkId: view.hunks[index]?.hunk.id ?? null };
}

describe('neighbourHunk', () => {
  it('goes from hunk to hunk, into the next file and back to the first', () => {
    expect(neighbourHunk(files, place(first, 0), 1)).toEqual(place(first, 1));
    expect(neighbourHunk(files, place(first, 2), 1)).toEqual(place(second, 0));
    expect(neighbourHunk(files, place(second, 2), 1)).toEqual(place(first, 0));
    expect(neighbourHunk(files, place(first, 0), -1)).toEqual(place(second, 2));
    expect(neighbourHunk(files, null, 1)).toEqual(place(first, 0));
    expect(neighbourHunk([], null, 1)).toBeNull();
  });

  it('starts at the file when its hunk is gone', () => {
    expect(neighbourHunk(files, { path: 'b', hunkId: null }, 1)).toEqual(place(second, 0));
  });
});

describe('nextOpenHunk', () => {
  const isOpen = (_: unknown, hunk: (typeof first.hunks)[number]) =>
    hunk.outcome.state === 'pending';

  it('skips decided hunks', () => {
    expect(nextOpenHunk(files, place(first, 2), isOpen)).toEqual(place(second, 1));
    expect(nextOpenHunk(files, place(second, 1), isOpen)).toEqual(place(first, 0));
    expect(nextOpenHunk(files, null, () => false)).toBeNull();
  });
});

describe('neighbourFile', () => {
  it('wraps around', () => {
    expect(neighbourFile(files, 'a', 1)).toEqual(place(second, 0));
    expect(neighbourFile(files, 'b', 1)).toEqual(place(first, 0));
    expect(neighbourFile(files, 'a', -1)).toEqual(place(second, 0));
    expect(neighbourFile(files, null, 1)).toEqual(place(first, 0));
  });
});
