import { describe, expect, it } from 'vitest';
import { damagedStorage, failingStorage, lostBodies, readOnlyStorage } from './storageProblems';

const whole = {
  log: { tornBytes: 0, damagedLines: 0, damaged: [], missing: 0, repeated: 0, unknownKinds: 0 },
  blobs: { tornBytes: 0, damagedBytes: 0 },
  isShortened: false,
};

describe('words for how a session is kept', () => {
  it.each([
    ['ENOSPC', /the disk is full.* Nothing is lost yet: free some space/],
    ['EDQUOT', /your share of the disk is used up/],
    ['EACCES', /may not be written to.* make Airlock’s data folder writable/],
    [
      'EMFILE',
      /no file descriptors left.* Nothing is lost yet: close some sessions or raise the limit/,
    ],
    ['EIO', /an error \(EIO\).* keeps trying/],
  ])('%s says what to do', (code, words) => {
    const { title, advice } = failingStorage({ code, message: '', pendingBytes: 1 });
    expect(`${title} ${advice}`).toMatch(words);
  });

  it('say nothing of what only a crash cut off', () => {
    expect(damagedStorage({ ...whole, log: { ...whole.log, tornBytes: 12 } })).toBeNull();
  });

  it('count what is damaged once, though its number is missing too', () => {
    const log = { ...whole.log, damagedLines: 2, missing: 2 };
    expect(damagedStorage({ ...whole, log })?.title).toBe(
      '2 events of this session cannot be read any more.',
    );
  });

  it('tell of a log that was longer once', () => {
    expect(damagedStorage({ ...whole, isShortened: true })?.title).toBe(
      'The end of this session’s log cannot be read any more.',
    );
  });

  it('tell of texts beside the log', () => {
    const blobs = { tornBytes: 0, damagedBytes: 5 };
    expect(damagedStorage({ ...whole, blobs })?.title).toBe(
      'Some of its long texts cannot be read any more.',
    );
    expect(lostBodies(1).title).toBe('1 long text of this session cannot be read any more.');
  });

  it('tell why nothing can be added', () => {
    expect(readOnlyStorage({ type: 'newer-version', version: 9 }).advice).toContain('update');
    expect(readOnlyStorage({ type: 'not-repairable', message: 'EACCES' }).advice).toContain(
      'EACCES',
    );
  });
});
