import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createShellEnvironment,
  readShellEnvironment,
} from '#main/agents/process/environment/shellEnvironment';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-shell-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A shell of the given name that does something before, or instead of, what it is asked to. */
async function fakeShell(script: string, name = 'fakesh'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const runCommand = 'for last; do :; done; eval "$last"';
const inherited = { PATH: '/usr/bin:/bin:/only/ours', HOME: '/home/me', KEPT: 'ours' };

describe.skipIf(process.platform === 'win32')('readShellEnvironment', () => {
  it('reads the variables that the shell sets, through other output', async () => {
    const SHELL = await fakeShell(
      `echo 'Welcome back!'; printf 'a\\0b=c\\0'
       export PATH="/opt/tools:/usr/bin" KEY='two
lines' KEPT=theirs
       ${runCommand}; echo goodbye`,
    );
    expect(await readShellEnvironment({ inherited: { ...inherited, SHELL } })).toEqual({
      source: 'login-shell',
      shell: SHELL,
      variables: {
        SHELL,
        HOME: '/home/me',
        PATH: '/opt/tools:/usr/bin:/bin:/only/ours',
        KEY: 'two\nlines',
        KEPT: 'theirs',
      },
    });
  });

  it('prefers the app’s own variables when it was started from a terminal', async () => {
    const SHELL = await fakeShell(`export PATH=/opt/tools KEPT=theirs NEW=1; ${runCommand}`);
    const { variables } = await readShellEnvironment({
      inherited: { ...inherited, SHELL, TERM: 'xterm-256color' },
    });
    expect(variables).toMatchObject({ KEPT: 'ours', NEW: '1' });
    expect(variables.PATH).toBe('/usr/bin:/bin:/only/ours:/opt/tools');
  });

  it('works with the real shells of this machine', async () => {
    for (const SHELL of ['/bin/sh', '/bin/bash']) {
      const { source, variables } = await readShellEnvironment({
        inherited: { PATH: '/usr/bin:/bin', HOME: folder, SHELL, MARKER: 'x' },
      });
      expect(source).toBe('login-shell');
      expect(variables).toMatchObject({ MARKER: 'x', HOME: folder });
    }
  });

  it('accepts the answer of a shell that does not exit after it', async () => {
    const SHELL = await fakeShell(`export ANSWER=yes; ${runCommand}; sleep 1000`);
    const { variables } = await readShellEnvironment({ inherited: { ...inherited, SHELL } });
    expect(variables.ANSWER).toBe('yes');
  });

  it.each([
    ['hangs', 'sleep 1000', 'did not answer within 0.3 seconds.'],
    ['runs something else', 'exec sleep 1000', 'did not answer within 0.3 seconds.'],
    [
      'never stops printing',
      'while :; do echo noise; done',
      /did not answer|does not stop printing/,
    ],
  ])('ignores a shell that %s', async (_name, script, problem) => {
    const SHELL = await fakeShell(script);
    const environment = await readShellEnvironment({
      inherited: { ...inherited, SHELL },
      timeoutMilliseconds: 300,
    });
    expect(environment).toMatchObject({ source: 'process', variables: { ...inherited, SHELL } });
    expect(environment.problem).toMatch(problem);
    expect(environment.problem).toContain(SHELL);
  });

  it('ignores a shell that exits without an answer', async () => {
    const SHELL = await fakeShell('exit 3');
    const environment = await readShellEnvironment({ inherited: { ...inherited, SHELL } });
    expect(environment).toMatchObject({ source: 'process', variables: { ...inherited, SHELL } });
    expect(environment.problem).toContain(`${SHELL} ended (3) without an answer.`);
  });

  it('ignores a shell that does not exist', async () => {
    const environment = await readShellEnvironment({ inherited: { SHELL: '/no/such/shell' } });
    expect(environment.problem).toContain('/no/such/shell cannot be run (');
    expect(environment.variables.HOME).toBe(homedir());
  });

  it('starts the shell once', async () => {
    const SHELL = await fakeShell(
      `echo x >> '${folder}/calls'; export N=$(wc -l < '${folder}/calls'); ${runCommand}`,
    );
    const read = createShellEnvironment({ inherited: { ...inherited, SHELL } });
    const [first, second] = await Promise.all([read(), read()]);
    expect(second).toBe(first);
    expect(Number(first?.variables.N)).toBe(1);
  });
});

describe('readShellEnvironment on Windows', () => {
  it('starts no shell', async () => {
    const variables = { Path: 'C:\\Windows' };
    const environment = await readShellEnvironment({ inherited: variables, platform: 'win32' });
    expect(environment).toEqual({ variables, source: 'process', shell: null });
  });
});
