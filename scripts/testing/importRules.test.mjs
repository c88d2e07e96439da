import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root, toolPath } from '../setup/project.mjs';

/** A file in this folder, and what it would import. */
const refused = [
  ['src/shared/session', 'node:fs/promises'],
  ['src/shared/session', 'zod'],
  ['src/shared/session', '#main/base/queue'],
  ['src/main/base', '#main/host/host'],
  ['src/main/host', 'electron'],
  ['src/main/host', '#main/agents/process/agentProcess'],
  ['src/main/host', '../agents/process/agentProcess'],
  ['src/main/host', '#main/app/settings'],
  ['src/main/host', '@agentclientprotocol/sdk/unstable'],
  ['src/main/agents/wires/claude', '@agentclientprotocol/sdk'],
  ['src/preload', 'zod'],
  ['src/renderer/app', '#main/host/host'],
  ['src/renderer/app', 'node:fs'],
  ['src/renderer/app', 'monaco-editor'],
  ['src/renderer/features/thread', '../composer/Composer'],
  ['src/renderer/features/thread', '@xterm/xterm'],
  ['src/demo-agent', '#main/host/host'],
];

const allowed = [
  ['src/shared/session', '#shared/ids'],
  ['src/main/host', '#main/agents/agents'],
  ['src/main/host', '#main/base/queue'],
  ['src/main/agents/wires/acp', '@agentclientprotocol/sdk/unstable'],
  ['src/renderer/features/review', 'monaco-editor'],
  ['src/renderer/features/thread', '#shared/session/entries'],
];

it('the linter refuses imports across the areas, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'biome.json'), join(folder, 'biome.json'));
  const place = ([area], kind, index) => join(area, `${kind}${index}.ts`);
  for (const [kind, cases] of Object.entries({ refused, allowed })) {
    for (const [index, example] of cases.entries()) {
      const path = join(folder, place(example, kind, index));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `import { a } from '${example[1]}';\n\nexport const b = a;\n`);
    }
  }
  const { stdout } = spawnSync(
    process.execPath,
    [toolPath('@biomejs/biome', 'biome'), 'lint', '--vcs-enabled=false', '--reporter=github', '.'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  );
  const found = stdout.split('\n').filter((line) => line.includes('noRestrictedImports'));
  const isFound = (path) => found.some((line) => line.includes(`${path},`));
  expect(refused.filter((example, index) => !isFound(place(example, 'refused', index)))).toEqual(
    [],
  );
  expect(allowed.filter((example, index) => isFound(place(example, 'allowed', index)))).toEqual([]);
});
