import { rename } from 'node:fs/promises';

/** Gives a folder its place, unless another installation has put the same there meanwhile. */
export async function placeOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // What a system says of a folder that is there already; Windows refuses it like a lack of rights.
    const isThere = code === 'ENOTEMPTY' || code === 'EEXIST';
    if (!isThere && !(process.platform === 'win32' && code === 'EPERM')) throw error;
  }
}
