import { existsSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * The link with which the browser marks its folder as in use. It names the computer and the
 * process.
 */
const LOCK = 'SingletonLock';
/** The link to the socket of the program that holds the lock, in a folder on its own computer. */
const LISTENS = 'SingletonSocket';

/**
 * The other computer that uses the folder on a shared disk, or used it when it crashed; null if
 * there is none. The browser would mistake another computer's lock for a stale one.
 */
export function heldElsewhere(folder: string, here: string = hostname()): string | null {
  const [, computer] = /^(.+)-\d+$/.exec(targetOf(join(folder, LOCK)) ?? '') ?? [];
  if (computer === undefined || computer === here) return null;
  // A computer's name may change while the app runs.
  const socket = targetOf(join(folder, LISTENS));
  return socket !== null && existsSync(socket) ? null : computer;
}

export function lockOf(folder: string): string {
  return join(folder, LOCK);
}

/**
 * The link's target; null if there is no link or it cannot be read: then nothing speaks against the
 * folder.
 */
function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
