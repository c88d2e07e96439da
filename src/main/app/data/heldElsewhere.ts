import { existsSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The link by which the browser marks its folder as in use: it names the computer and the process. */
const LOCK = 'SingletonLock';
/** The link to where the program that has the lock listens, in a folder of its own computer. */
const LISTENS = 'SingletonSocket';

/**
 * The other computer that uses the folder on a shared disk, or used it when it crashed; null if
 * there is none. The browser mistakes the lock of another computer for a stale one.
 */
export function heldElsewhere(folder: string, here: string = hostname()): string | null {
  const [, computer] = /^(.+)-\d+$/.exec(targetOf(join(folder, LOCK)) ?? '') ?? [];
  if (computer === undefined || computer === here) return null;
  // Computers get other names, too, while the app runs.
  const socket = targetOf(join(folder, LISTENS));
  return socket !== null && existsSync(socket) ? null : computer;
}

export function lockOf(folder: string): string {
  return join(folder, LOCK);
}

/** Null if there is no such link, or it cannot be read: then nothing is known against the folder. */
function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
