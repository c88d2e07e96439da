import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Variables } from '#main/agents/process/environment/environmentLookup';
import { sendSignal } from '#main/agents/process/table/processTable';
import { windowsSpawn } from '#main/agents/process/windowsSpawn';
import { spawnProgram } from '#main/base/process/spawnProgram';

/** How many levels above a program its package is looked for. */
const PACKAGE_LEVELS = 4;
const OUTPUT_CHARACTERS = 4_000;

export interface VersionQuestion {
  readonly file: string;
  readonly variables: Variables;
  /** The package that it may belong to. */
  readonly packageName: string | null;
  readonly milliseconds: number;
}

/**
 * The version of a program, from its package or else from its output; null if neither tells it in
 * time.
 */
export async function versionOf(question: VersionQuestion): Promise<string | null> {
  const packaged = await packageVersion(question);
  return packaged ?? printedVersion(question);
}

/** An npm package states its version in a file, so nothing needs to run. */
async function packageVersion({ file, packageName }: VersionQuestion): Promise<string | null> {
  if (packageName === null) return null;
  try {
    let folder = dirname(await realpath(file));
    for (let level = 0; level < PACKAGE_LEVELS; level++, folder = dirname(folder)) {
      const version = await readVersion(join(folder, 'package.json'), packageName);
      if (version !== null) return version;
    }
  } catch {
    // The file was removed in the meantime, or cannot be read.
  }
  return null;
}

async function readVersion(path: string, packageName: string): Promise<string | null> {
  try {
    const { name, version } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    return name === packageName && typeof version === 'string' ? versionIn(version) : null;
  } catch {
    // There is no such file, or it does not belong to a package.
    return null;
  }
}

async function printedVersion(question: VersionQuestion): Promise<string | null> {
  const { file, variables, milliseconds } = question;
  const spawned =
    process.platform === 'win32'
      ? windowsSpawn(file, ['--version'], variables.COMSPEC)
      : { ok: true as const, value: { file, args: ['--version'] } };
  if (!spawned.ok) return null;
  const child = (() => {
    try {
      return spawnProgram(spawned.value.file, spawned.value.args, {
        detached: process.platform !== 'win32',
        env: { ...variables },
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      });
    } catch {
      // The program cannot be run; starting the agent will say why.
      return null;
    }
  })();
  if (child === null) return null;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  const answered = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (versionIn(text) !== null || text.length > OUTPUT_CHARACTERS) resolve();
    });
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
  await answered;
  clearTimeout(timer);
  child.stdout.destroy();
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if (process.platform === 'win32') child.kill();
    else sendSignal(-child.pid, 'SIGKILL');
  }
  return versionIn(text);
}

/** The first version number in a text, such as `2.1.3` in `2.1.3 (Claude Code)`. */
export function versionIn(text: string): string | null {
  const [version] =
    /\d{1,6}\.\d{1,6}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,40})?(?![\w.])/.exec(
      text.slice(0, OUTPUT_CHARACTERS),
    ) ?? [];
  return version ?? null;
}
