import { mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/processes.mjs';
import { isRoot } from '../setup/project.mjs';
import { takesAll } from './rotation.mjs';

const VARIABLE = 'AIRLOCK_MEMORY_FOLDER';
const ENOUGH_BYTES = 8 * 1024 ** 3;
const NAMESPACE = ['--mount', '--propagation', 'private'];
const MOUNT = 'mount -t tmpfs -o mode=1777 airlock "$1" && shift && exec "$@"';

/** The in-memory folder for the tests' files, if this run has one. */
export function memoryFolder(environment = process.env) {
  return environment[VARIABLE];
}

/**
 * Runs this program again with a private folder in memory, and returns its exit code. Tests create
 * and delete hundreds of thousands of files, which takes twice as long on some disks (ext4 without
 * a journal examines every recently deleted file before it creates one). Undefined: the run
 * continues on the disk, because it must run everything as users have it, or because the system
 * does not allow the folder.
 */
export async function runInMemory(environment = process.env) {
  if (!mayUseMemory(environment)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'airlock-memory-'));
  const inMemory = (...command) => [
    'unshare',
    [...NAMESPACE, 'sh', '-c', MOUNT, 'sh', folder, ...command],
  ];
  try {
    const probe = await run(...inMemory('true'), { collect: true });
    if (probe.code !== 0) return undefined;
    const again = inMemory(process.execPath, ...process.argv.slice(1));
    const { code } = await run(...again, { environment: { ...environment, [VARIABLE]: folder } });
    return code ?? 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function mayUseMemory(environment) {
  if (process.platform !== 'linux' || !isRoot() || takesAll(environment)) return false;
  return memoryFolder(environment) === undefined && freemem() > ENOUGH_BYTES;
}
