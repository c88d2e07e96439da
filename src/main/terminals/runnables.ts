import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AnchoredReader } from '#main/base/files/anchoredReader';
import { ifExists } from '#main/base/files/ifExists';
import type { ProjectPlan } from '#shared/project/projectSetup';
import type { Runnable } from '#shared/terminal/terminal';
import { RUNNABLES, RUNNABLES_FILE_BYTES } from './limits';

const packageFile = z.object({ scripts: z.record(z.string(), z.string()).optional() });

/** The package manager of a project, by its lock file. */
const managers: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/**
 * The commands that a folder offers: those of its trusted plan first, then package.json's scripts.
 */
export async function findRunnables(
  folder: string,
  plan: ProjectPlan | null,
): Promise<readonly Runnable[]> {
  const [scripts, manager] = await Promise.all([
    readJson(folder, 'package.json', packageFile),
    packageManager(folder),
  ]);
  const commands = Object.entries(ownCommands(plan)).map(
    ([name, command]): Runnable => ({ name, command, detail: command, source: '.airlock.json' }),
  );
  const fromPackage = Object.entries(scripts?.scripts ?? {})
    .filter(([name]) => isScriptName(name))
    .map(
      ([name, script]): Runnable => ({
        name,
        command: `${manager} run ${name}`,
        detail: script,
        source: 'package.json',
      }),
    );
  return [...commands, ...fromPackage].slice(0, RUNNABLES);
}

function ownCommands(plan: ProjectPlan | null): Readonly<Record<string, string>> {
  if (plan === null) return {};
  return { ...(plan.setup !== null && { setup: plan.setup }), ...plan.run };
}

/**
 * Names are inserted into a shell line without quotes, so names that would need quotes are left
 * out.
 */
function isScriptName(name: string): boolean {
  return /^[\w@][\w@:./-]*$/.test(name);
}

async function packageManager(folder: string): Promise<string> {
  for (const [file, manager] of managers) {
    const found = await ifExists(access(join(folder, file)).then(() => true));
    if (found) return manager;
  }
  return 'npm';
}

/** Undefined if the file is missing, too long or malformed. */
async function readJson<T>(
  folder: string,
  name: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  try {
    return await new AnchoredReader([folder]).open(join(folder, name), async (file, status) => {
      if (!status.isFile() || status.size > RUNNABLES_FILE_BYTES) return undefined;
      return shape.safeParse(JSON.parse(await file.readFile('utf8'))).data;
    });
  } catch {
    // The file was not written for us, and a project without commands is not a problem to report.
    return undefined;
  }
}
