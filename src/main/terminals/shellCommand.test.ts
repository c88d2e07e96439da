import { describe, expect, it } from 'vitest';
import { sealedShell, shellCommand, shellLine } from './shellCommand';
import { terminalEnvironment } from './terminalEnvironment';

describe('shellCommand', () => {
  it('starts the chosen shell, or else the environment’s, as a login shell', () => {
    const env = { SHELL: '/bin/zsh' };
    expect(shellCommand({ chosen: '/usr/bin/fish', env })).toEqual({
      file: '/usr/bin/fish',
      args: ['-l'],
    });
    expect(shellCommand({ env, platform: 'linux' })).toEqual({ file: '/bin/zsh', args: ['-l'] });
    expect(shellCommand({ chosen: 'pwsh', env })).toEqual({ file: 'pwsh', args: ['-Login'] });
    expect(shellCommand({ env: {}, platform: 'win32' })).toEqual({ file: 'cmd.exe', args: [] });
  });

  it('runs one line', () => {
    expect(shellLine('npm test', { env: { SHELL: '/bin/bash' }, platform: 'linux' })).toEqual({
      file: '/bin/bash',
      args: ['-c', 'npm test'],
    });
  });

  it('starts a shell in a seal without the settings that are not there', () => {
    expect(sealedShell({ file: '/bin/zsh', args: ['-l'] }).args.slice(-2)).toEqual([
      '/bin/zsh',
      '-f',
    ]);
    expect(sealedShell({ file: '/bin/bash', args: ['-l'] }).args.slice(-2)).toEqual([
      '/bin/bash',
      '-l',
    ]);
  });
});

describe('terminalEnvironment', () => {
  it('describes this terminal, and removes the variables of another one', () => {
    const env = terminalEnvironment(
      { PATH: '/bin', TERM: 'dumb', TMUX: '/tmp/x', VSCODE_PID: '1', LANG: 'de_DE.UTF-8' },
      '1.2.3',
      'linux',
    );
    expect(env).toEqual({
      PATH: '/bin',
      LANG: 'de_DE.UTF-8',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'airlock',
      TERM_PROGRAM_VERSION: '1.2.3',
    });
  });

  it('uses UTF-8 where no locale is set', () => {
    expect(terminalEnvironment({}, '1', 'linux').LANG).toBe('C.UTF-8');
    expect(terminalEnvironment({ LC_ALL: 'C' }, '1', 'linux').LANG).toBeUndefined();
  });
});
