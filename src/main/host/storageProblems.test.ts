import { describe, expect, it } from 'vitest';
import { damagedStorage, failingStorage, lostBodies, readOnlyStorage } from './storageProblems';

const whole = {
  log: { tornBytes: 0, damagedLines: 0, damaged: [], missing: 0, repeated: 0, unknownKinds: 0 },
  blobs: { tornBytes: 0, damagedBytes: 0 },
  isShortened: false,
};

describe('messages about how a session is stored', () => {
  it.each([
    ['ENOSPC', /the disk is full.* Nothing is lost yet: free some disk space/],
    ['EDQUOT', /your disk quota is exceeded/],
    ['EACCES', /is not writable.* make Airlock’s data folder writable/],
    [
      'EMFILE',
      /no file descriptors left.* Nothing is lost yet: close some sessions or raise the limit/,
    ],
    ['EIO', /an error \(EIO\).* keeps trying/],
  ])('explain what to do: %s', (code, words) => {
    const { title, advice } = failingStorage({ code, message: '', pendingBytes: 1 });
    expect(`${title} ${advice}`).toMatch(words);
  });

  it('do not mention what only a crash cut off', () => {
    expect(damagedStorage({ ...whole, log: { ...whole.log, tornBytes: 12 } })).toBeNull();
  });

  it('count damaged lines once, though their numbers are missing too', () => {
    const log = { ...whole.log, damagedLines: 2, missing: 2 };
    expect(damagedStorage({ ...whole, log })?.title).toBe(
      '2 events of this session can no longer be read.',
    );
  });

  it('mention a log that was longer before', () => {
    expect(damagedStorage({ ...whole, isShortened: true })?.title).toBe(
      'The end of this session’s log can no longer be read.',
    );
  });

  it('mention texts outside the log', () => {
    const blobs = { tornBytes: 0, damagedBytes: 5 };
    expect(damagedStorage({ ...whole, blobs })?.title).toBe(
      'Some of its long texts can no longer be read.',
    );
    expect(lostBodies(1).title).toBe('1 long text of this session can no longer be read.');
  });

  it('explain why nothing can be added', () => {
    expect(readOnlyStorage({ type: 'newer-version', version: 9 }).advice).toContain('update');
    expect(readOnlyStorage({ type: 'not-repairable', message: 'EACCES' }).advice).toContain(
      'EACCES',
    );
  });
});
