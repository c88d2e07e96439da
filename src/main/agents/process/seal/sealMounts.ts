import { isInside } from './isInside';
import type { Grant, SealMount, SealSystem } from './sealPlan';

/** One mount for each path, folders before what lies in them, and hidden what no grant may show. */
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
    // The last one counts: the session's own, then the user's choice.
    const source = place?.real ?? grant.source ?? path;
    const { allowed } = grant;
    mounts.set(path, { path, access, source, kind, why, ...(allowed && { allowed }) });
    shown.push(grant);
  }
  for (const path of hidden) {
    const place = look(path);
    // If something deeper is shown, the folder itself must exist, but is not writable.
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

/** Links in the root folder are made again; all others are shown as what they lead to. */
export function isSystemLink(path: string): boolean {
  return /^\/[^/]+$/.test(path);
}
