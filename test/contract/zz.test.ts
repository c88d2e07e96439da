import { expect, it } from 'vitest';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const launch = '/work/shared/tools/real-agents/launch';
it.each([
  ['claude-code.sh', 'auto', 'claude'],
  ['codex.sh', 'auto', 'codex'],
  ['mine.sh', 'auto', 'claude'],
  ['yours.sh', 'auto', 'codex'],
  ['codex.sh', 'acp', 'codex'],
  ['claude-code.sh', 'acp', 'claude'],
] as const)('%s as %s', async (script, wire, expected) => {
  const folder = testFolder();
  const env = { AGENTS_ROOT: '/tmp/agents', AGENT_HOME: folder.folder('home') };
  folder.write('bin/mine.sh', `#!/bin/bash\nexec ${launch}/claude-code.sh\n`);
  folder.write('bin/yours.sh', `#!/bin/bash\nexec ${launch}/codex.sh\n`);
  const command = script === 'mine.sh' || script === 'yours.sh' ? 'bash' : `${launch}/${script}`;
  const args = command === 'bash' ? [folder.join(`bin/${script}`)] : [];
  const test = await TestEngine.start(folder.folder('data'), { real: { command, args, env, wire } });
  const started = performance.now();
  const session = await test.create('real', folder.folder('project'));
  await session.until('up', ({ head }) => ['ready', 'failed', 'authentication'].includes(head.connection.type), 80_000);
  console.log(script, wire, session.state.head.connection, session.state.head.details?.wire, Math.round(performance.now() - started));
  if (wire === 'auto') expect(session.state.head.details?.wire).toBe(expected);
  else console.log(session.last('failure'));
}, 90_000);
