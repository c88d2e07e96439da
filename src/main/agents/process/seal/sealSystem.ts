import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { Place, SealSystem } from './sealPlan';

/** The most names that are read from a folder. No home folder in normal use has more. */
const NAMES = 2_000;

/** The system as it is now. */
export function sealSystem(home: string): SealSystem {
  // One plan asks for many paths repeatedly.
  const known = new Map<string, Place | null>();
  const lookOnce = (path: string) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = look(path);
    known.set(path, found);
    return found;
  };
  return {
    home: home.replace(/(?<=.)\/+$/, ''),
    userId: process.getuid?.() ?? 0,
    look: lookOnce,
    list: (folder) => entries(folder).map(({ name }) => name),
    sockets: (folder) =>
      entries(folder)
        .filter((entry) => entry.isSocket())
        .map(({ name }) => name),
  };
}

function look(path: string): Place | null {
  try {
    const own = lstatSync(path);
    const real = realpathSync.native(path);
    const kind = kindOf(own.isSymbolicLink() ? statSync(path) : own);
    return own.isSymbolicLink() ? { kind, real, link: readlinkSync(path) } : { kind, real };
  } catch {
    // The path is missing, a link to nowhere, or closed to us, and so to the agent as well.
    return null;
  }
}

function kindOf(stats: Stats): Place['kind'] {
  if (stats.isDirectory()) return 'folder';
  if (stats.isFile()) return 'file';
  return stats.isSocket() ? 'socket' : 'other';
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).slice(0, NAMES);
  } catch {
    return [];
  }
}
