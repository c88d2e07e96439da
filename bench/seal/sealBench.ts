import { once } from 'node:events';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import { Seals } from '#main/agents/process/seal/seals';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { MemoryLogger } from '#test/support/memoryLogger';
import { median, report } from '../report.mjs';

const ROUNDS = 15;
const FILES = 2_000;
/** A typical agent takes this long until it speaks. */
const AGENT_MILLISECONDS = 300;
const START_LIMIT = 1.1;
const WORK_LIMIT = 1.05;

const folder = realpathSync(process.argv[2] ?? '');
const copy = join(folder, 'copy');
const logger = new MemoryLogger();
const variables = { ...(process.env as Record<string, string>), HOME: join(folder, 'home') };
const seals = new Seals({ folder: join(folder, 'own', 'seal'), data: join(folder, 'own'), logger });
const launcher = new AgentLauncher({
  environment: async () => ({ variables, source: 'process', shell: null }),
  ledgerPath: join(folder, 'processes.json'),
  logger,
  seals,
});
const session = { project: [join(folder, 'project')], copy, history: [], links: [] };
const seal = { session, agentId: 'bench', choices: {} };

/** Measures the time from the request to the first line of an agent that starts slowly. */
async function start(isSealed: boolean): Promise<number> {
  const began = performance.now();
  const seconds = AGENT_MILLISECONDS / 1_000;
  const started = await launcher.launch({
    command: '/bin/sh',
    args: ['-c', `sleep ${seconds}; echo ready; exec cat`],
    env: {},
    cwd: copy,
    ...(isSealed ? { seal } : {}),
  });
  if (!started.ok) throw new Error(`${started.error.message} ${started.error.detail ?? ''}`);
  await once(started.value.transport.input, 'data');
  const took = performance.now() - began;
  await started.value.close();
  started.value.dispose();
  return took;
}

/** How long a script takes by its own clock; its start is measured above. */
async function work(namespace: ProcessNamespace | null, script: string): Promise<number> {
  if (namespace === null) throw new Error('This system has no namespaces.');
  const clock = 'date +%s%N';
  const timed = `set -e; began=$(${clock}); ${script}; echo $(( $(${clock}) - began ))`;
  const launch = { file: '/bin/sh', args: ['-c', timed], env: variables, cwd: copy };
  const { file, args, env, cwd } = namespace.enter(launch, 'shared');
  const child = spawnProgram(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"${script}" exited with ${code}.`);
  return Number(output.trim()) / 1e6;
}

/** Alternates between both, so that noise affects them equally; the first round is a warm-up. */
async function compare(
  name: string,
  limit: number,
  sealed: () => Promise<number>,
  plain: () => Promise<number>,
): Promise<void> {
  const ratios: number[] = [];
  const without: number[] = [];
  const within: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [await plain(), await sealed()] as const;
    if (round === 0) continue;
    ratios.push(times[1] / times[0]);
    without.push(times[0]);
    within.push(times[1]);
  }
  const told = (times: readonly number[]) =>
    `${median(times).toFixed(0)} ms (least ${Math.min(...times).toFixed(0)})`;
  const detail = `${told(within)} sealed, ${told(without)} without`;
  report({ name, ratio: median(ratios), target: { atMost: limit }, detail });
}

for (const path of [copy, variables.HOME, session.project[0] ?? '']) mkdirSync(path);
for (let index = 0; index < FILES; index++) {
  const place = join(copy, `folder-${index % 50}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${index}.txt`), `${index}\n`.repeat(50));
}
const open = await launcher.openNamespace();
const closed = await launcher.openSealed({
  command: '/bin/sh',
  args: [],
  env: {},
  cwd: copy,
  seal,
});
if (!closed.ok) throw new Error(closed.error.message);
const git = 'git -c core.fsmonitor=false';
await work(
  open,
  `${git} init --quiet && ${git} add . && ${git} -c user.name=a -c user.email=b commit -qm one`,
);

await compare(
  'sealed start',
  START_LIMIT,
  () => start(true),
  () => start(false),
);
const jobs = {
  'git status': `for i in 1 2 3 4 5 6 7 8; do ${git} status --porcelain --ignored >/dev/null; done`,
  'reading and writing':
    'for i in 1; do tar cf made.tar folder-1?; mkdir out; tar xf made.tar -C out; rm -r out made.tar; done',
};
for (const [name, script] of Object.entries(jobs)) {
  await compare(
    `${name}, sealed`,
    WORK_LIMIT,
    () => work(closed.value, script),
    () => work(open, script),
  );
}
open?.dispose();
closed.value.dispose();
await launcher.closeAll();
launcher.dispose();
