import { access, rename } from 'node:fs/promises';
import { ifExists } from './ifExists';

/**
 * Moves a file that could not be read to a dated name next to it, so that a new file can take its
 * place. Null if there is none. Works without permission to read the file, and for a folder.
 */
export async function setAside(path: string, now = new Date()): Promise<string | null> {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  for (let attempt = 0; ; attempt++) {
    const aside = `${path}.unreadable-${stamp}${attempt === 0 ? '' : `-${attempt}`}`;
    if (await isThere(aside)) continue;
    const isMoved = await ifExists(rename(path, aside).then(() => true));
    return isMoved ? aside : null;
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await ifExists(access(path).then(() => true))) ?? false;
}
