import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveCommand } from './resolveCommand';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-resolve-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function place(name: string, mode = 0o755): Promise<string> {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, mode);
  return file;
}

describe.skipIf(process.platform === 'win32')('resolveCommand', () => {
  const resolve = (command: string, path = '', cwd = folder) =>
    resolveCommand(command, { cwd, variables: { PATH: path, HOME: folder } });

  it('uses the first file that can be executed', async () => {
    await place('a/agent', 0o644);
    await mkdir(join(folder, 'b', 'agent'), { recursive: true });
    const file = await place('c/agent');
    await place('d/agent');
    const path = ['a', 'b', 'c', 'd'].map((name) => join(folder, name)).join(':');
    expect(await resolve('agent', path)).toEqual({ ok: true, value: file });
  });

  it('distinguishes missing from not executable, with the folders it searched', async () => {
    const file = await place('a/agent', 0o644);
    const path = `${folder}/none:${folder}/a`;
    expect(await resolve('agent', path)).toEqual({
      ok: false,
      error: { type: 'not-executable', file },
    });
    expect(await resolve('other', path)).toEqual({
      ok: false,
      error: { type: 'not-found', command: 'other', searched: path.split(':') },
    });
    expect(await resolve('', path)).toMatchObject({ error: { type: 'not-found' } });
  });

  it('never runs a file of the project through PATH', async () => {
    await place('agent');
    expect(await resolve('agent', `:.:${'./bin'}`)).toMatchObject({
      error: { type: 'not-found', searched: [] },
    });
  });

  it('uses paths as they are: absolute, relative to the folder, relative to home', async () => {
    const file = await place('bin/my agent');
    for (const command of [file, './bin/my agent', '~/bin/my agent']) {
      expect(await resolve(command)).toEqual({ ok: true, value: file });
    }
    expect(await resolve('./nothing')).toMatchObject({
      error: { type: 'not-found', searched: [join(folder, 'nothing')] },
    });
  });
});

describe('resolveCommand on Windows', () => {
  it('finds the shim by PATHEXT, not the script without an extension', async () => {
    await place('npx');
    // Windows paths on any system: what counts is which names are tried.
    const tried = await resolveCommand('npx', {
      cwd: 'C:\\work',
      variables: { Path: 'C:\\Program Files\\nodejs;relative', PathExt: '.EXE;.CMD' },
      platform: 'win32',
    });
    expect(tried).toEqual({
      ok: false,
      error: { type: 'not-found', command: 'npx', searched: ['C:\\Program Files\\nodejs'] },
    });
  });
});
