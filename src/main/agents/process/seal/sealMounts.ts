import { isInside } from './isInside';
import type { Grant, SealMount, SealSystem } from './sealPlan';

/**
 * One mount per path: folders before their contents, and hidden mounts for what no grant may show.
 */
export function mountsOf(
  grants: readonly Grant[],
  hidden: readonly string[],
  { look }: SealSystem,
): readonly SealMount[] {
  const mounts = new Map<string, SealMount>();
  const shown: Grant[] = [];
  for (const grant of grants) {
    const { path, access, why } = grant;
    const place = look(grant.source ?? path);
    if (place?.link !== undefined && isSystemLink(path)) continue;
    if (access === 'scratch') {
      mounts.set(path, { path, access, source: path, kind: 'folder', why });
      continue;
    }
    if (place === null && !grant.isMade) continue;
    const kind = place === null || place.kind === 'folder' ? 'folder' : 'file';
    // A later grant for the same path wins: the user's choices come after the session's own grants.
    const source = place?.real ?? grant.source ?? path;
    const { allowed } = grant;
    mounts.set(path, { path, access, source, kind, why, ...(allowed && { allowed }) });
    shown.push(grant);
  }
  for (const path of hidden) {
    const place = look(path);
    // If something deeper is shown, the folder itself must exist, but it is not writable.
    const isOpen = shown.some(
      (grant) =>
        (isInside(path, grant.path) && (grant.isBroad || grant.path !== path)) ||
        (isInside(grant.path, path) && grant.path !== path),
    );
    const isGranted = grants.some((grant) => grant.path === path && !grant.isBroad);
    if (place === null || isGranted || !isOpen) continue;
    const kind = place.kind === 'folder' ? 'folder' : 'file';
    mounts.set(path, { path, access: 'hidden', source: path, kind, why: 'not for this agent' });
  }
  return [...mounts.values()].toSorted((one, other) => comparePaths(one.path, other.path));
}

function comparePaths(one: string, other: string): number {
  const [a, b] = [`${one}/`, `${other}/`];
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Whether a path is a link in the root folder. These links are created again; all other links are
 * shown as their targets.
 */
export function isSystemLink(path: string): boolean {
  return /^\/[^/]+$/.test(path);
}
