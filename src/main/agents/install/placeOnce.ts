import { rename } from 'node:fs/promises';

/**
 * Moves a folder to its place, unless another installation has put the same one there in the
 * meantime.
 */
export async function placeOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The errors for a folder that already exists; Windows reports them as missing permissions.
    const isThere = code === 'ENOTEMPTY' || code === 'EEXIST';
    if (!isThere && !(process.platform === 'win32' && code === 'EPERM')) throw error;
  }
}
