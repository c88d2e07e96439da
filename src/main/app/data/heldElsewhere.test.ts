import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { heldElsewhere } from './heldElsewhere';

describe('a data folder', () => {
  it('is not held by anybody without a lock, or with something else in its place', () => {
    const folder = testFolder();
    expect(heldElsewhere(folder.path, 'desk')).toBeNull();
    folder.write('SingletonLock', 'laptop-12');
    expect(heldElsewhere(folder.path, 'desk')).toBeNull();
  });

  it('is held by the computer that its lock names, unless that is this one', () => {
    const folder = testFolder();
    symlinkSync('my-laptop.local-12', folder.join('SingletonLock'));
    symlinkSync(folder.join('not-here'), folder.join('SingletonSocket'));
    expect(heldElsewhere(folder.path, 'desk')).toBe('my-laptop.local');
    expect(heldElsewhere(folder.path, 'my-laptop.local')).toBeNull();
  });

  it('is held by this computer under another name if the program listens here', () => {
    const folder = testFolder();
    symlinkSync('laptop-12', folder.join('SingletonLock'));
    symlinkSync(folder.write('socket', ''), folder.join('SingletonSocket'));
    expect(heldElsewhere(folder.path, 'desk')).toBeNull();
  });
});
