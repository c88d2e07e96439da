import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the agent does with its own hands, unseen by the client. */
export const handSteps = {
  diskWrite(scene, { path, content }) {
    const absolute = scene.path(path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  },

  async shell(scene, step) {
    const { command, cwd = '.' } = typeof step === 'string' ? { command: step } : step;
    const { exitCode, signal, output } = await run(command, scene.path(cwd));
    scene.variables.output = output;
    scene.variables.exitCode = exitCode;
    scene.agent.journal.write({ type: 'shell', command, exitCode, signal, output });
  },
};

function run(command, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.stderr.on('data', (piece) => pieces.push(piece));
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      resolve({ exitCode, signal, output: Buffer.concat(pieces).toString('utf8') });
    });
  });
}
