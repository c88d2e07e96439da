import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures';

test.skip(process.platform !== 'linux', 'Elsewhere the watchdog does what it can.');
test.skip(!hasNamespaces(), 'This system does not let an ordinary user make namespaces.');

test('no process of an agent or its commands outlives a killed app', async ({
  folder,
  open,
  project,
  script,
}) => {
  const mark = `${Date.now()}.${process.pid}`;
  // Out of the session, without the environment, and deaf to what asks it to end. Whoever starts it
  // waits until it is: a terminal that ends first takes it along.
  const getAway = (name: string) => {
    const away = join(folder, `${name} got away`);
    const loop = `trap '' TERM HUP INT; : > '${away}'; while :; do sleep 1000; done`;
    return `env -i setsid -f sh -c "${loop}" ${name}-${mark}; until [ -e '${away}' ]; do :; done`;
  };
  const run = (name: string, env: Readonly<Record<string, string>>, toolCallId: string) => ({
    terminal: { command: '/bin/sh', args: ['-c', `${getAway(name)}; echo ok`], env, toolCallId },
  });
  const agent = script({
    turns: [
      [
        run('command', {}, 'run-1'),
        run('terminal', { TERM: 'xterm-256color' }, 'run-2'),
        { say: 'All have run.' },
      ],
    ],
  });
  const command = join(folder, 'agent');
  await writeFile(command, `#!/bin/sh\n${getAway('agent')}\nexec ${agent.command} "$@"\n`);
  await chmod(command, 0o755);
  const { workbench, electron } = await open({ Alpha: { ...agent, command } });
  const pane = await workbench.start({ folder: project, prompt: 'run them' });
  await expect(pane.transcript).toContainText('All have run.');
  await expect.poll(() => escaped(mark)).toEqual(['agent', 'command', 'terminal']);
  electron.process().kill('SIGKILL');
  await expect.poll(() => escaped(mark)).toEqual([]);
});

/** The names of the processes that got away and carry the mark in their command line. */
function escaped(mark: string): string[] {
  const names = readdirSync('/proc').map((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return words.find((word) => word.endsWith(`-${mark}`) && words[0] === 'sh');
    } catch {
      // No process, or one that has ended.
      return undefined;
    }
  });
  return names.flatMap((name) => name?.slice(0, -mark.length - 1) ?? []).toSorted();
}

function hasNamespaces(): boolean {
  if (process.platform !== 'linux') return false;
  const args = [
    '--user',
    '--map-current-user',
    '--pid',
    '--mount',
    '--mount-proc',
    '--fork',
    'true',
  ];
  try {
    execFileSync('unshare', process.getuid?.() === 0 ? args.slice(2) : args);
    return true;
  } catch {
    return false;
  }
}
