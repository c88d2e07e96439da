import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import {
  type Need,
  type NeedsContext,
  placeOf,
  type RequestNeeds,
} from '#shared/permissions/requestNeeds';

/** Links that lead to links that lead nowhere; the system itself follows no more. */
const LINKS = 40;
/** No system opens a longer path. */
const PATH_CHARACTERS = 4_096;

/**
 * Where a path leads by links is another file that the request wants, beside the one that it names: no rule for one of
 * them is a rule for the other.
 */
export async function followLinks(
  request: RequestNeeds,
  { cwd, selfArming }: Pick<NeedsContext, 'cwd' | 'selfArming'>,
): Promise<RequestNeeds> {
  const needs: Need[] = [];
  const root = await led(cwd, LINKS);
  for (const need of request.needs) {
    needs.push(need);
    if (need.type !== 'path') continue;
    const real = await led(need.place.written, LINKS);
    // The folder of the session may itself be reached by a link.
    const seen = real.startsWith(`${root}/`) ? `${cwd}/${real.slice(root.length + 1)}` : real;
    const place = placeOf(seen, { cwd, selfArming });
    if (place.path !== need.place.path) needs.push({ ...need, place });
  }
  return { ...request, needs };
}

/** Where the path leads, also if its end is not there yet. */
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
