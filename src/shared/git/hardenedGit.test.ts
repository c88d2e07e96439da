import { expect, it } from 'vitest';
import { hardenedGit } from './hardenedGit';

it('ignores the variables of an outer git command and the user’s git variables', () => {
  const inherited = {
    PATH: '/bin',
    HOME: '/home/user',
    GIT_DIR: '/elsewhere/.git',
    GIT_EXTERNAL_DIFF: 'evil',
    git_config_count: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: 'evil',
    GIT_CONFIG_PARAMETERS: "'core.hooksPath=evil'",
    GIT_EXEC_PATH: '/evil',
    GIT_ALLOW_PROTOCOL: 'ext',
  };
  const { environment } = hardenedGit({ args: ['status'], inherited });
  expect(environment).toMatchObject({ PATH: '/bin', HOME: '/home/user', GIT_ALLOW_PROTOCOL: ':' });
  const values = Object.values(environment).join('\n');
  expect(values).not.toMatch(/evil|elsewhere|fsmonitor/);
});

it('puts its settings before the command, and additional ones after them', () => {
  const { args, environment } = hardenedGit({
    args: ['status', '-z'],
    inherited: { GIT_DIR: '/elsewhere' },
    config: { 'core.autocrlf': 'false' },
    environment: { GIT_DIR: '/ours' },
  });
  expect(args).toEqual(
    expect.arrayContaining([
      ...['core.hooksPath=/dev/null', 'protocol.allow=never'],
      'hook.reference-transaction.enabled=false',
    ]),
  );
  expect(args.slice(-4)).toEqual(['-c', 'core.autocrlf=false', 'status', '-z']);
  expect(environment.GIT_DIR).toBe('/ours');
});
