import { describe, expect, it } from 'vitest';
import { isLaunchable } from './launchable';

describe('isLaunchable', () => {
  it.each(['notes.md', 'a.ts', 'Makefile', 'photo.png'])('lets %s be opened', (path) => {
    expect(isLaunchable(path, 0o644, 'linux')).toBe(false);
  });

  it.each(['Evil.DESKTOP', 'a.command', 'setup.exe', 'b.lnk', 'c.jar'])('knows %s', (path) => {
    expect(isLaunchable(path, 0o644, 'linux')).toBe(true);
  });

  it('goes by the mode where there is one', () => {
    expect(isLaunchable('tool', 0o755, 'linux')).toBe(true);
    expect(isLaunchable('tool', 0o755, 'win32')).toBe(false);
  });
});
