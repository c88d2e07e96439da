import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { ORPHAN_MILLISECONDS, ORPHAN_STEP_MILLISECONDS } from '../limits';

/**
 * A program that was killed leaves its git commands running. One that has only just begun holds no
 * lock yet, and would take it from under whoever opens the same repository next.
 * False: it cannot be told here whether there are any, or they do not end.
 */
export async function orphansEnded(directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  for (let waited = 0; waited < ORPHAN_MILLISECONDS; waited += ORPHAN_STEP_MILLISECONDS) {
    if (!(await isInUse(directory))) return true;
    await setTimeout(ORPHAN_STEP_MILLISECONDS);
  }
  return false;
}

async function isInUse(directory: string): Promise<boolean> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => usesRepository(name, directory)));
  return found.includes(true);
}

async function usesRepository(pid: string, directory: string): Promise<boolean> {
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    if (!name.startsWith('git')) return false;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    return environment.split('\0').includes(`GIT_DIR=${directory}`);
  } catch {
    // It has ended meanwhile, or is somebody else's.
    return false;
  }
}
