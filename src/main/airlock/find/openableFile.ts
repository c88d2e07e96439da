import { access, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { attempt, refuse } from '#main/airlock/disk/attempt';
import { ifExists } from '#main/base/files/ifExists';
import { AppException } from '#shared/errors';
import { locateBelow } from './locate';

interface Places {
  readonly projectRoot: string;
  readonly workRoot: string;
}

/**
 * The file to open in the user's editor for a path from the agent or a change: the user's own file
 * if there is one, since that is where they work, and otherwise the agent's.
 */
export async function openableFile(
  { projectRoot, workRoot }: Places,
  path: string,
): Promise<string> {
  const way = isAbsolute(path)
    ? await wayBelow([workRoot, projectRoot], path)
    : await locateBelow(projectRoot, join(projectRoot, path));
  return (
    (await existing(projectRoot, way)) ??
    join(workRoot, await locateBelow(workRoot, join(workRoot, way)))
  );
}

/** The given paths that name a file, without those that are outside or cannot be read. */
export async function existingFiles(
  places: Places,
  paths: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const file = await attempt(path, async () => stat(await openableFile(places, path)));
    if (file.ok && file.value.isFile()) found.push(path);
  }
  return found;
}

/**
 * The path of an existing file. Each tree is resolved on its own, because the same path may lead
 * out of it through a link.
 */
async function existing(root: string, way: string): Promise<string | null> {
  const path = join(root, await locateBelow(root, join(root, way)));
  return (await ifExists(access(path).then(() => true))) === true ? path : null;
}

async function wayBelow(roots: readonly string[], path: string): Promise<string> {
  for (const root of roots) {
    try {
      return await locateBelow(root, path);
    } catch (error) {
      if (!(error instanceof AppException)) throw error;
    }
  }
  throw refuse(`${path} is outside the project.`);
}
