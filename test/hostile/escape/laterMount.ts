import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Seals } from '#main/agents/process/seal/seals';
import { MemoryLogger } from '#test/support/memoryLogger';

/**
 * Makes a seal that shows a folder, mounts something writable in that folder, and prints what is seen of
 * it from inside. Needs a mount namespace of its own, whose mounts are shared as they are on most systems.
 */
const folder = process.argv[2] ?? '';
const [shown, copy, project, home] = ['shown', 'copy', 'project', 'home'].map((name) => {
  mkdirSync(`${folder}/${name}/later`, { recursive: true });
  return `${folder}/${name}`;
}) as [string, string, string, string];
const data = `${folder}/data`;
const seals = new Seals({ folder: `${data}/seal`, data, logger: new MemoryLogger() });
const variables = { PATH: '/usr/bin:/bin', HOME: home };
const opened = await seals.open(
  { project: [project], copy, history: [], links: [] },
  {
    id: 'agent',
    commandLine: ['claude'],
    program: '/bin/true',
    variables,
    declared: [],
    choices: { read: [shown] },
  },
);
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { namespace } = opened.value;
const script = `echo ready; read -r _; ls ${shown}/later; : >${shown}/later/made && echo WRITTEN`;
const launch = { file: '/bin/sh', args: ['-c', script], env: variables, cwd: copy };
const { file, args, env, cwd } = namespace.enter(launch, 'shared');
const child = spawn(file, args, { env, cwd });
let output = '';
child.stdout.on('data', (chunk: Buffer) => {
  output += chunk;
});
await once(child.stdout, 'data');
const mounted = spawnSync('mount', ['-t', 'tmpfs', 'none', `${shown}/later`]);
if (mounted.status !== 0) throw new Error(`${mounted.stderr}`);
mkdirSync(`${shown}/later/of-the-mount`);
child.stdin.end('\n');
await once(child, 'close');
namespace.dispose();
process.stdout.write(`\nSEEN ${JSON.stringify(output)}\n`);
