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
    expect(parseLaunchArguments(argv, packaged, '/home')).toEqual({ folder });
  });
});
