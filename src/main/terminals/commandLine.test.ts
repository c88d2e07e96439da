import { describe, expect, it } from 'vitest';
import { commandLine, refusedVariables } from './commandLine';

describe('commandLine', () => {
  it('runs a program with its arguments unchanged', () => {
    expect(commandLine('git', ['log', '$(x)'], 'linux')).toEqual({
      file: 'git',
      args: ['log', '$(x)'],
    });
  });

  it('runs a whole line in a shell', () => {
    expect(commandLine('ls | wc -l', [], 'linux')).toEqual({
      file: '/bin/sh',
      args: ['-c', 'ls | wc -l'],
    });
  });
});

describe('refusedVariables', () => {
  it.each([
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'ld_preload',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'BASH_ENV',
    'ENV',
    'PROMPT_COMMAND',
    'PYTHONSTARTUP',
    'PERL5OPT',
    'RUBYOPT',
    'JAVA_TOOL_OPTIONS',
    'BASH_FUNC_ls%%',
    'SHELLOPTS',
    'AIRLOCK_RUN',
    'A=B',
  ])('refuses %s', (name) => {
    expect(refusedVariables([{ name }])).toEqual([name]);
  });

  it.each(['PATH', 'CI', 'TERM', 'ENVIRONMENT', 'MY_LD_FLAG', 'LDFLAGS'])('allows %s', (name) => {
    expect(refusedVariables([{ name }])).toEqual([]);
  });
});
