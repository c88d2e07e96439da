import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';
import { Terminals } from './pages/terminals';

// Shows I15.

test.skip(process.platform !== 'linux', 'Only Linux lists the descriptors of a process.');

/** Of `ls`, which has its three streams and the folder that it lists. */
const NONE_OF_OURS = '0 1 2 3';

test('no program that the app starts inherits one of its file descriptors', async ({
  folder,
  open,
  project,
  script,
}) => {
  const seen = join(folder, 'seen');
  const spies = join(folder, 'spies');
  await mkdir(spies);
  const list = (name: string) => `echo "${name} $(ls /proc/self/fd | xargs)" >> '${seen}'`;
  /** Notes the descriptors that it was given, then becomes the program. */
  const spy = async (name: string, program: string) => {
    const file = join(spies, name);
    await writeFile(file, `#!/bin/sh\n${list(name)}\nexec ${program} "$@"\n`);
    await chmod(file, 0o755);
    return file;
  };
  const run = (name: string, env: Readonly<Record<string, string>>, toolCallId: string) => ({
    terminal: { command: '/bin/sh', args: ['-c', `${list(name)}; echo ok`], env, toolCallId },
  });
  const scenario: Scenario = {
    turns: [
      [
        run('command', {}, 'run-1'),
        run('pty-command', { TERM: 'xterm-256color' }, 'run-2'),
        { say: 'All have run.' },
      ],
    ],
  };
  const agent = script(scenario);
  await spy('git', '/usr/bin/git');
  const { workbench, window } = await open(
    { Alpha: { ...agent, command: await spy('agent', agent.command) } },
    {
      settings: { terminal: { shell: await spy('shell', '/bin/sh') } },
      env: {
        PATH: `${spies}:${process.env.PATH}`,
        SHELL: await spy('login-shell', '/bin/sh'),
      },
    },
  );
  const pane = await workbench.start({ folder: project, prompt: 'run them' });
  await expect(pane.transcript).toContainText('All have run.');
  const terminals = new Terminals(window);
  await workbench.run('New terminal');
  await terminals.ready('ready');

  const lines = (await readFile(seen, 'utf8')).trim().split('\n');
  const programs = ['agent', 'command', 'git', 'login-shell', 'pty-command', 'shell'];
  expect([...new Set(lines)].toSorted()).toEqual(programs.map((name) => `${name} ${NONE_OF_OURS}`));
});
