import { describe, expect, it } from 'vitest';
import { parseLaunchArguments } from './launchArguments';

describe('parseLaunchArguments', () => {
  it.each([
    [['electron', '/app'], false, undefined],
    [['electron', '/app', '/work/project'], false, '/work/project'],
    [['electron', '--no-sandbox', '/app', '--user-data-dir=/x', 'project'], false, '/home/project'],
    [['airlock', '.'], true, '/home'],
    [['airlock'], true, undefined],
  ])('%j', (argv, packaged, folder) => {
    expect(parseLaunchArguments(argv, packaged, '/home')).toEqual({ folder, newSession: false });
  });

  it('knows the switch for a new session, with or without a folder', () => {
    expect(parseLaunchArguments(['airlock', '--new-session', 'a'], true, '/home')).toEqual({
      folder: '/home/a',
      newSession: true,
    });
    expect(parseLaunchArguments(['airlock', '--new-session'], true, '/home').newSession).toBe(true);
  });
});
