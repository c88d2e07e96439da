import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildApp } from './setup/build.mjs';
import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';
import { stopListening } from './setup/processes.mjs';
import { root } from './setup/project.mjs';

/** `npm run agent -- <command> [arguments…]`: talks to an agent from the terminal. */
await runEntry(async (args) => {
  const electron = await prepare();
  await buildApp();
  // The client handles Ctrl+C: it stops the agent's turn first.
  stopListening();
  process.on('SIGINT', () => undefined);
  const client = spawn(electron, [join(root, 'out/main/agent-cli.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const [code] = await once(client, 'exit');
  return code ?? 1;
});
