import { posix } from 'node:path';
import { isInside } from './isInside';
import type { SealedSession, SealSystem } from './sealPlan';
import { secretPlaces } from './secretPlaces';

/** Places of the system itself. The user cannot open them with a click. */
const SYSTEM_OWN = ['/proc', '/sys', '/dev', '/boot'];

/**
 * I24: why a click of the user's may not open this path to a sealed agent; null if it may. The path
 * is absolute and without `..`; the place it leads to is judged as well. Pure: facts about the
 * system are passed in.
 */
export function whyNotAllowed(
  path: string,
  session: Pick<SealedSession, 'project' | 'data' | 'copy'>,
  system: Pick<SealSystem, 'home' | 'look'>,
): string | null {
  const place = system.look(path);
  if (place === null) return 'There is no such file or folder.';
  if (place.kind === 'socket')
    return 'A program is listening there that could act on the agent’s behalf.';
  if (place.kind === 'other') return 'It is neither a file nor a folder.';
  for (const one of new Set([path, place.real])) {
    const why = whyNotShown(one, session, system.home);
    if (why !== null) return why;
  }
  return null;
}

function whyNotShown(
  path: string,
  { project, data, copy }: Pick<SealedSession, 'project' | 'data' | 'copy'>,
  home: string,
): string | null {
  if (SYSTEM_OWN.some((folder) => isInside(path, folder))) return 'It belongs to the system.';
  if (project.some((folder) => isInside(path, folder))) {
    return 'It is in your project, which a sealed agent never sees: it works in the copy.';
  }
  if (isInside(path, data) && !isInside(path, copy)) return 'It belongs to Airlock.';
  const isWide = [home, data, ...project].some((folder) => isInside(folder, path));
  if (isWide || posix.dirname(path) === '/')
    return 'It contains too much. Allow only what is needed inside it.';
  const isSecret = secretPlaces.some((name) => isInside(path, `${home}/${name}`));
  return isSecret
    ? 'It can contain keys or what you have typed. To let the agent see it anyway, add it under "seal" in the agent’s settings.'
    : null;
}
