import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckScript } from '#main/doctor/checkScript';
import { createEngine } from '#main/engine/engine';
import type { AgentId } from '#shared/ids';
import { defaultSettings } from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';
import { installedAt, realPrograms } from './realPrograms';

/**
 * Checks one of the real programs, as a separate program: `<home folder> <name>`. Prints the result
 * as JSON. The model's stand-in does what the prompts say.
 */
const [home = '', name = ''] = process.argv.slice(2);
const program = realPrograms.find((one) => one.name === name);
if (program === undefined) throw new Error(`There is no program ${name}.`);

const shell = program.escalates ? 'escalate' : 'shell';
const checkScript: CheckScript = {
  refused: { prompt: 'FAKE:write,text', file: 'hello-fake.txt' },
  work: {
    prompt: `FAKE:write,${shell},text`,
    file: 'hello-fake.txt',
    commandFile: 'shell-out.txt',
  },
  long: { prompt: 'FAKE:slow,text' },
};

const id = 'real' as AgentId;
const data = join(home, 'airlock-data');
const agent = { name, ...installedAt(home, program) };
const engine = await createEngine({
  dataFolder: data,
  clientVersion: '0.1.0',
  demoAgent: { id: 'demo' as AgentId, name: '', command: 'false', args: [], env: {}, wire: 'acp' },
  searchWorker: 'in-process',
  logger: new MemoryLogger(),
  settings: () => ({ ...defaultSettings, findAgents: false, agents: { [id]: agent } }),
  environment: async () => ({
    variables: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home },
    source: 'process',
    shell: null,
  }),
  checkScript,
});
try {
  const definition = engine.agents.find(id);
  const check = definition && (await engine.agentChecks.check(definition, true));
  process.stdout.write(`${JSON.stringify(check ?? engine.agentChecks.state(id))}\n`);
} finally {
  await engine.shutDown();
  if (existsSync(data)) rmSync(data, { recursive: true, force: true });
}
