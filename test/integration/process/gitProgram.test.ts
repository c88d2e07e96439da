import { chmodSync } from 'node:fs';
import { delimiter, relative } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Git } from '#main/git/git';
import { testFolder } from '#test/support/testFolder';

afterEach(() => vi.unstubAllEnvs());

describe.runIf(process.platform !== 'win32')('the git program', () => {
  it('is not taken from a folder that PATH names relative to where it runs', async () => {
    const folder = testFolder();
    chmodSync(folder.write('git', '#!/bin/sh\necho planted\n'), 0o755);
    const here = relative(process.cwd(), folder.path);
    vi.stubEnv('PATH', ['', '.', here, process.env.PATH].join(delimiter));
    const git = new Git('git', { cwd: process.cwd() });
    expect(await git.text(['--version'])).toMatch(/^git version /);
  });
});
