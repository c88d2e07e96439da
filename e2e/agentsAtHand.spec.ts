import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentProgram } from '../test/support/peerAgent';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

/** Puts a program into a folder of PATH that starts one of the agents of the tests. */
async function install(
  folder: string,
  name: string,
  version: string,
  { command, args, env }: AgentProgram,
): Promise<void> {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const variables = Object.entries(env).map(([key, value]) => `${key}=${quote(value)}`);
  const line = [...variables, 'exec', ...[command, ...args].map(quote)].join(' ');
  const script = `#!/bin/sh\n[ "$1" = --version ] && { echo ${version}; exit; }\n${line}\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), script);
  await chmod(join(folder, name), 0o755);
}

test('three agents in PATH are found, and three sessions start with four clicks', async ({
  launch,
  peer,
  script,
  folder,
  project,
}) => {
  test.slow();
  const bin = join(folder, 'bin');
  await install(bin, 'claude', '2.1.9', peer('claude'));
  await install(bin, 'codex', '0.9.1', peer('codex'));
  await install(bin, 'gemini', '0.61.0', script('hello'));
  const app = await launch({
    settings: { findAgents: true },
    args: [project],
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: join(folder, 'home') },
  });
  const workbench = new Workbench(app.window);
  const here = app.window.getByRole('region', { name: 'Agents on this computer' });
  await expect(here.getByRole('listitem')).toHaveText([
    /Claude Code2\.1\.9 · no login found/,
    /Codex0\.9\.1/,
    /Gemini CLI0\.61\.0/,
  ]);

  await app.window.getByRole('button', { name: 'Give an agent a task' }).click();
  const dialog = workbench.dialog('New session');
  await dialog.getByRole('checkbox', { name: 'Codex' }).click();
  await dialog.getByRole('checkbox', { name: 'Gemini CLI' }).click();
  await dialog.getByRole('button', { name: 'Start 3 sessions' }).click();
  await expect(workbench.sessions).toHaveCount(3);
  for (const name of ['Claude Code', 'Codex', 'Gemini CLI']) {
    await expect(app.window.getByText(`${name} is ready`)).toBeVisible();
  }
});
