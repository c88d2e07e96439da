import type { Variables } from '#main/agents/process/environment/environmentLookup';
import { sendSignal } from '#main/agents/process/table/processTable';
import { windowsSpawn } from '#main/agents/process/windowsSpawn';
import { spawnProgram } from '#main/base/process/spawnProgram';

const OUTPUT_CHARACTERS = 200_000;
const ERROR_CHARACTERS = 4_000;

export interface ProgramRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly variables: Variables;
  readonly signal: AbortSignal;
}

export interface RunResult {
  /** The exit code; null if a signal ended the program. */
  readonly code: number | null;
  readonly output: string;
  /** The end of its standard error output. */
  readonly errors: string;
}

/**
 * Runs a program until it ends. An abort also ends everything that the program has started. Rejects
 * if the program cannot be run.
 */
export async function runToEnd(request: ProgramRun): Promise<RunResult> {
  const { file, args, cwd, variables, signal } = request;
  const spawned =
    process.platform === 'win32'
      ? windowsSpawn(file, args, variables.COMSPEC)
      : { ok: true as const, value: { file, args, windowsVerbatimArguments: false } };
  if (!spawned.ok) throw new Error(`${file} cannot be run.`);
  const child = spawnProgram(spawned.value.file, spawned.value.args, {
    cwd,
    detached: process.platform !== 'win32',
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    windowsVerbatimArguments: spawned.value.windowsVerbatimArguments,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.length < OUTPUT_CHARACTERS) output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-ERROR_CHARACTERS);
  });
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (process.platform === 'win32') child.kill();
    else sendSignal(-child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve(status));
    });
    signal.throwIfAborted();
    return { code, output, errors };
  } finally {
    signal.removeEventListener('abort', end);
  }
}
