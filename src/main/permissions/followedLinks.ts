import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import {
  type Need,
  type NeedsContext,
  placeOf,
  type RequestNeeds,
  type RequestPlace,
} from '#shared/permissions/requestNeeds';

/** The limit of links to links that lead nowhere; the system itself follows no more. */
const LINKS = 40;
/** No system opens a longer path. */
const PATH_CHARACTERS = 4_096;

/**
 * Adds the targets of links. A target is another file that the request needs, in addition to the
 * link: a rule for one does not apply to the other.
 */
export async function followLinks(
  request: RequestNeeds,
  { cwd, selfArming }: Pick<NeedsContext, 'cwd' | 'selfArming'>,
): Promise<RequestNeeds> {
  const root = await led(cwd, LINKS);
  const follow = async ({ path, written }: RequestPlace): Promise<RequestPlace | null> => {
    const real = await led(written, LINKS);
    // The session's folder may itself be reached through a link.
    const seen = real.startsWith(`${root}/`) ? `${cwd}/${real.slice(root.length + 1)}` : real;
    const place = placeOf(seen, { cwd, selfArming });
    return place.path === path ? null : place;
  };
  const needs: Need[] = [];
  for (const need of request.needs) {
    needs.push(need);
    const place = need.type === 'path' ? await follow(need.place) : null;
    if (need.type === 'path' && place !== null) needs.push({ ...need, place });
  }
  const named: RequestPlace[] = [];
  for (const place of request.named) named.push(place, (await follow(place)) ?? place);
  return { ...request, needs, named };
}

/** The target of a path, even if its end does not exist yet. */
async function led(path: string, links: number): Promise<string> {
  const whole = await ifExists(realpath(path)).catch(() => undefined);
  if (whole !== undefined) return whole;
  const parent = dirname(path);
  if (parent === path || links === 0 || path.length > PATH_CHARACTERS) return path;
  const status = await ifExists(lstat(path)).catch(() => undefined);
  if (status?.isSymbolicLink()) {
    const target = await readlink(path).catch(() => null);
    return target === null ? path : led(resolve(parent, target), links - 1);
  }
  return resolve(await led(parent, links), basename(path));
}
