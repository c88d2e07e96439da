import { describe, expect, it } from 'vitest';
import { agentEnvironment } from './agentEnvironment';

describe('agentEnvironment', () => {
  it('passes on the user’s variables and holds back the app’s own', () => {
    const inherited = {
      PATH: '/bin',
      HOME: '/home/me',
      OPENAI_API_KEY: 'secret',
      npm_config_registry: 'https://registry.example',
      NODE_ENV: 'test',
      LDFLAGS: '-L/opt',
      CHROME_BIN: '/usr/bin/chromium',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      NODE_CHANNEL_FD: '3',
      LD_PRELOAD: '/evil.so',
      LD_LIBRARY_PATH: '/app/lib',
      DYLD_INSERT_LIBRARIES: '/evil.dylib',
      CHROME_DESKTOP: 'airlock.desktop',
      AIRLOCK_RUN: 'outer',
      PWD: '/where/we/are',
      OLDPWD: '/before',
    };
    expect(agentEnvironment({ inherited, cwd: '/work', runId: 'run-1' })).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      OPENAI_API_KEY: 'secret',
      npm_config_registry: 'https://registry.example',
      NODE_ENV: 'test',
      LDFLAGS: '-L/opt',
      CHROME_BIN: '/usr/bin/chromium',
      ...(process.platform === 'win32' ? {} : { PWD: '/work' }),
      AIRLOCK_RUN: 'run-1',
    });
  });

  it('lets the settings set anything but the run id', () => {
    const declared = {
      NODE_OPTIONS: '--max-old-space-size=4096',
      LD_PRELOAD: '/x',
      AIRLOCK_RUN: 'y',
    };
    const variables = agentEnvironment({
      inherited: { NODE_OPTIONS: '--inspect', KEPT: '1' },
      declared,
      cwd: '/work',
      runId: 'run-2',
    });
    expect(variables).toMatchObject({ ...declared, AIRLOCK_RUN: 'run-2', KEPT: '1' });
  });

  it('drops the variables that npm sets', () => {
    const inherited = {
      npm_lifecycle_event: 'start',
      npm_config_prefix: '/x',
      INIT_CWD: '/y',
      A: '1',
    };
    const variables = agentEnvironment({ inherited, cwd: '/work', runId: 'r', platform: 'linux' });
    expect(variables).toEqual({ A: '1', PWD: '/work', AIRLOCK_RUN: 'r' });
  });

  it('ignores the case of names on Windows', () => {
    const variables = agentEnvironment({
      inherited: { Path: 'C:\\Windows', electron_run_as_node: '1', Temp: 'C:\\Temp' },
      declared: { PATH: 'C:\\agent' },
      cwd: 'C:\\work',
      runId: 'r',
      platform: 'win32',
    });
    expect(variables).toEqual({ Temp: 'C:\\Temp', PATH: 'C:\\agent', AIRLOCK_RUN: 'r' });
  });
});
