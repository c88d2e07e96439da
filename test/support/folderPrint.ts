import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Git renews the time of an object that it need not write, even through another name of the same
 * file.
 */
const OBJECT = /(?:^|\/)objects\/(?:pack|[0-9a-f]{2})\/[^/]+$/;

/**
 * Every entry below a folder with its kind, mode, time of the last change and content. Equal before
 * and after only if nobody has written there, not even the same bytes.
 */
export function folderPrint(folder: string, below = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const status = lstatSync(join(folder, path), { bigint: true });
    const time = OBJECT.test(path) ? '' : status.mtimeNs;
    const marks = `${status.mode.toString(8)} ${time}`;
    if (status.isDirectory()) {
      Object.assign(found, { [`${path}/`]: marks }, folderPrint(folder, path));
    } else {
      const content = status.isSymbolicLink()
        ? readlinkSync(join(folder, path))
        : readFileSync(join(folder, path));
      found[path] = `${marks} ${createHash('sha256').update(content).digest('hex')}`;
    }
  }
  return found;
}
