import { chmod } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { createLauncher } from './launchedAgents';

describe('a start that fails', () => {
  async function failure(command: string, cwd?: string) {
    const { launcher, folder } = createLauncher();
    const started = await launcher.launch({ command, args: [], env: {}, cwd: cwd ?? folder });
    if (started.ok) throw new Error('started');
    return started.error;
  }

  it('reports a missing command, with the folders of PATH', async () => {
    const error = await failure('no-such-agent');
    expect(error.message).toBe('The agent could not be started: command not found: no-such-agent.');
    expect(error.detail).toContain(process.env.PATH?.split(':')[0]);
  });

  it('reports a file that is not executable, a missing interpreter, a missing folder', async () => {
    const folder = testFolder();
    const plain = folder.write('plain', '#!/bin/sh\n');
    expect((await failure(plain)).message).toBe(
      `The agent could not be started: permission denied: ${plain} is not executable.`,
    );
    const script = folder.write('script', '#!/no/such/interpreter\n');
    await chmod(script, 0o755);
    expect((await failure(script)).message).toBe(
      `The agent could not be started: the program that runs ${script} was not found.`,
    );
    expect((await failure('sh', '/no/such/folder')).message).toBe(
      'The agent could not be started: the folder /no/such/folder does not exist.',
    );
  });

  it('reports what the system refuses', async () => {
    const { launcher, folder } = createLauncher();
    const started = await launcher.launch({
      command: 'sh',
      args: ['-c', 'a\0b'],
      env: {},
      cwd: folder,
    });
    expect(started).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(launcher.processes.size).toBe(0);
  });
});
