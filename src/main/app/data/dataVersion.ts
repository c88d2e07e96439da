import { readFileSync, statSync } from 'node:fs';
import { access, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';

/** One step from one format of the data folder to the next. */
export interface Migration {
  /** The paths in the folder that the step changes: these are copied first. */
  readonly changes: readonly string[];
  /**
   * Changes the folder. If the app ended before the step was done, it runs again from the start on
   * the copied data.
   */
  run(folder: string): Promise<void>;
}

/**
 * Every change of the data folder that an older version could not read, in order: the first turns
 * format 1 into 2, and so on. A released step is never changed.
 */
const migrations: readonly Migration[] = [];

const FILE = 'version.json';
/** The folder for copies of older formats, one subfolder per format. */
const KEPT = 'earlier';
/** The version of data from before versions were numbered, up to 0.1.0. */
const FIRST = 1;

const versionSchema = z.object({ format: z.int().min(FIRST), app: z.string() });

export type DataVersion = z.infer<typeof versionSchema>;

/** The version of a data folder; null if it has none. Throws if it cannot be understood. */
export function readDataVersion(folder: string): DataVersion | null {
  let text: string;
  try {
    const path = join(folder, FILE);
    // Reading a pipe would wait, and block everything else.
    if (statSync(path).isFIFO()) throw new Error(`${FILE} is a pipe.`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
  return versionSchema.parse(JSON.parse(text));
}

/** Why this version of the app must not touch a data folder; null if it can use it. Only reads. */
export function whyNotOurs(folder: string, steps = migrations): string | null {
  try {
    const found = readDataVersion(folder);
    if (found === null || found.format <= newest(steps)) return null;
    return `A newer version of Airlock (${found.app}) has used this folder, and this one could damage what it does not know. Nothing in it was changed. Install Airlock ${found.app} or later, or choose another folder.`;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? `: ${error.message}` : '.';
    return `Airlock cannot read which version has used this folder from ${FILE}${why} Nothing in it was changed. Delete that file if no newer version has used the folder.`;
  }
}

/** Migrates a data folder to this version, keeping a copy of what it changes. */
export async function migrateData(folder: string, app: string, steps = migrations): Promise<void> {
  const found = readDataVersion(folder);
  for (let format = found?.format ?? FIRST; format < newest(steps); format++) {
    const step = steps[format - FIRST];
    if (step === undefined) throw new Error(`Data of format ${format} cannot be upgraded.`);
    await keepOrRestore(folder, format, step.changes);
    await step.run(folder);
    await writeVersion(folder, { format: format + 1, app });
  }
  const isNewest = found?.format === newest(steps) && found.app === app;
  if (!isNewest) await writeVersion(folder, { format: newest(steps), app });
}

function newest(steps: readonly Migration[]): number {
  return FIRST + steps.length;
}

/**
 * Copies the data, which appears in one step. If the copy exists already, the migration was
 * interrupted: it begins again from the copy.
 */
async function keepOrRestore(folder: string, format: number, paths: readonly string[]) {
  const kept = join(folder, KEPT, `format-${format}`);
  if (await copyAll(kept, folder, paths)) return;
  const partial = `${kept}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await copyAll(folder, partial, paths);
  await rename(partial, kept);
}

/** False if there is nothing to copy from. */
async function copyAll(from: string, to: string, paths: readonly string[]): Promise<boolean> {
  const isThere = await ifExists(access(from).then(() => true));
  if (!isThere) return false;
  for (const path of paths) {
    await rm(join(to, path), { recursive: true, force: true });
    await mkdir(dirname(join(to, path)), { recursive: true });
    await ifExists(
      cp(join(from, path), join(to, path), {
        recursive: true,
        preserveTimestamps: true,
        verbatimSymlinks: true,
      }),
    );
  }
  return true;
}

async function writeVersion(folder: string, version: DataVersion): Promise<void> {
  await writeFileAtomic(join(folder, FILE), `${JSON.stringify(version)}\n`);
}
