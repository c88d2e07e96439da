import { rename } from 'node:fs/promises';

/** Gives a folder its place, unless another installation has put the same there meanwhile. */
export async function placeOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Errors for a folder that already exists; Windows reports it like missing permissions.
    const isThere = code === 'ENOTEMPTY' || code === 'EEXIST';
    if (!isThere && !(process.platform === 'win32' && code === 'EPERM')) throw error;
  }
}
