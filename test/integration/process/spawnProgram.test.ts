import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { testFolder } from '#test/support/testFolder';

// Shows I15.

describe.runIf(process.platform === 'linux')('a started program', () => {
  /** Node closes what it opens; these are handed on the way Chromium's descriptors are. */
  function leakedDescriptors(count: number): number[] {
    const leaked = Array.from({ length: count }, () => openSync('/dev/null', 'r'));
    onTestFinished(() => {
      for (const descriptor of leaked) closeSync(descriptor);
    });
    return leaked;
  }

  async function descriptorsSeen(start: typeof spawn): Promise<string[]> {
    const script = 'for each in /proc/self/fd/*; do [ -e "$each" ] && basename "$each"; done';
    const child = start('/bin/sh', ['-c', script], {
      stdio: ['ignore', 'pipe', 'inherit', ...leakedDescriptors(80)],
    });
    const output = await text(child.stdout as NonNullable<typeof child.stdout>);
    return output.trim().split('\n');
  }

  it('has its three streams and no other descriptor', async () => {
    expect(await descriptorsSeen(spawn)).not.toEqual(['0', '1', '2']);
    expect(await descriptorsSeen(spawnProgram)).toEqual(['0', '1', '2']);
  });

  /** What a program prints that is started by Node and by us. */
  async function bothWays(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    more: { readonly argv0?: string } = {},
  ): Promise<readonly [string, string]> {
    const cwd = testFolder().path;
    const run = (start: typeof spawn) =>
      text(start(process.execPath, [...args], { cwd, env: { ...env }, ...more }).stdout);
    return [await run(spawn), await run(spawnProgram)];
  }

  const asNode = { ELECTRON_RUN_AS_NODE: '1' };

  it.each([
    { SHLVL: '1' },
    { PWD: '/elsewhere', OLDPWD: '/', SHLVL: '3' },
    {
      'a-b.c': 'odd name',
      'BASH_FUNC_f%%': '() { echo; }',
      BASH_ENV: '/none',
      POSIXLY_CORRECT: '',
    },
    { name: 'n', each: 'e', closings: 'c', HOME: '/root', PATH: '/none', LINES: 'a\nb' },
  ])('has the given environment: %j', async (env) => {
    const print = ['-p', 'JSON.stringify(Object.entries(process.env).sort())'];
    const [plain, ours] = await bothWays(print, { ...asNode, SHLVL: '7', ...env });
    expect(ours).toBe(plain);
  });

  it('has its exact arguments, and its own argv[0]', async () => {
    const odd = ['', ' ', '-n', '--', '$HOME', '`id`', '"\'\\', 'a\nb\t\r', '*', 'ä💥\u0001', '-a'];
    const print = ['-p', 'JSON.stringify([process.argv0, process.argv.slice(1)])', '--', ...odd];
    const [plain, ours] = await bothWays(print, asNode);
    expect(ours).toBe(plain);
    const [plainName, ourName] = await bothWays(print, asNode, { argv0: '-login name' });
    expect(ourName).toBe(plainName);
  });

  function ended(child: ChildProcess): Promise<unknown[]> {
    return once(child, 'exit');
  }

  it('exits with its own code or signal, in its own group', async () => {
    expect(await ended(spawnProgram('sh', ['-c', 'exit 137']))).toEqual([137, null]);
    expect(await ended(spawnProgram('sh', ['-c', 'kill -SEGV $$']))).toEqual([null, 'SIGSEGV']);
    const detached = spawnProgram('sleep', ['1000'], { detached: true });
    process.kill(-(detached.pid ?? 0), 'SIGTERM');
    expect(await ended(detached)).toEqual([null, 'SIGTERM']);
  });

  it('is found, or not found, as the system would', async () => {
    const folder = testFolder();
    const script = (name: string, content: string, mode = 0o755) => {
      const file = folder.write(name, content);
      chmodSync(file, mode);
      return file;
    };
    script('here', '#!/bin/sh\nexit 5\n');
    script('plain', '#!/bin/sh\n', 0o644);
    script('lost', '#!/no/such/interpreter -x\n');
    script('-dash', '#!/bin/sh\nexit 6\n');
    const options = { cwd: folder.path, env: { PATH: `/none:${folder.path}:/usr/bin:/bin` } };
    const outcome = async (start: typeof spawn, file: string) => {
      try {
        const child = start(file, [], options);
        const failure = once(child, 'error').then(([error]) => (error as { code: string }).code);
        return await Promise.race([failure, ended(child)]);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    for (const file of [
      'here',
      './here',
      '-dash',
      'plain',
      './plain',
      'lost',
      'none',
      './none',
      '.',
      '/',
    ]) {
      expect([file, await outcome(spawnProgram, file)]).toEqual([file, await outcome(spawn, file)]);
    }
    expect(() => spawnProgram('none', [])).toThrow('spawn none ENOENT');
    expect(() => spawnProgram('', [])).toThrow('ENOENT');
  });
});
