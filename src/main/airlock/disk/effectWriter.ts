import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import { AnchoredFolder, MovedError } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';
import { sameVersion } from '#shared/airlock/change';
import { leadsIntoGit } from '#shared/airlock/gitName';
import type { Effect, TreeSide } from '#shared/airlock/ledgerEvents';
import { pathFault, windowsFault } from '#shared/airlock/policy';
import {
  isTorn,
  type PresentFile,
  prepareWrite,
  readPresent,
  removeAnchored,
  removeIfThere,
  removeTemporary,
} from './anchoredFile';
import { assertLinkStays } from './assertLinkStays';
import { refuse } from './attempt';

/** `moved`: the file has neither the expected nor the new content, and was left unchanged. */
export type EffectResult = 'done' | 'moved';

/** The second half of an effect. */
export type Finish = () => Promise<EffectResult>;
/** Opens the folder of an effect and begins the effect in it. */
export type Within = (
  root: string,
  path: string,
  options: { readonly create: boolean },
  begin: (folder: AnchoredFolder, name: string) => Promise<Finish>,
) => Promise<Finish | null>;

export interface EffectWriterOptions {
  readonly roots: Readonly<Record<TreeSide, string>>;
  readonly store: Pick<ObjectStore, 'format'>;
  /** The folder for backups of files while they are overwritten in place. */
  readonly backups: string;
  /** Called when a file was deleted, because its folder may be empty now. */
  onDeleted(effect: Effect): void;
  /**
   * Whether the same content was at this path before; if so, it is restored even if it is a link
   * that leads elsewhere.
   */
  wasThere(effect: Effect): boolean;
}

/**
 * Carries out an effect on one file, if the file has the expected content. Repeating it is always
 * harmless.
 */
export class EffectWriter {
  constructor(private readonly options: EffectWriterOptions) {}

  /** Does the slow part; the returned function does the rest, which others can see. */
  async apply(effect: Effect, bytes: Buffer | null, within: Within): Promise<Finish> {
    assertAllowed(effect);
    const root = this.options.roots[effect.place];
    if (effect.next?.mode === '120000' && bytes !== null && !this.options.wasThere(effect)) {
      await assertLinkStays(root, effect.path, bytes.toString('utf8'));
    }
    const create = effect.next !== null;
    const finish = await orMoved(() =>
      within(root, effect.path, { create }, (folder, name) =>
        this.begin(folder, name, effect, bytes),
      ),
    );
    if (finish === 'moved') return async () => 'moved';
    return finish ?? (async () => (effect.next === null ? 'done' : 'moved'));
  }

  private async begin(
    folder: AnchoredFolder,
    name: string,
    effect: Effect,
    bytes: Buffer | null,
  ): Promise<Finish> {
    await removeTemporary(folder, effect.temporary);
    const present = await readPresent(folder, name, this.options.store.format);
    const backup = join(this.options.backups, effect.temporary);
    if (sameVersion(present?.version ?? null, effect.next)) return ending(null, backup);
    const isExpected = sameVersion(present?.version ?? null, effect.expected);
    if (!isExpected && !(await isOurHalf(present, backup, bytes))) return async () => 'moved';
    if (effect.next === null || bytes === null) {
      // Do not keep the bytes, because many files may wait to be removed.
      const found = present && { status: present.status };
      const remove = async () => {
        if (found) await removeAnchored(folder, name, found);
        this.options.onDeleted(effect);
      };
      return ending(remove, backup);
    }
    const putInPlace = await prepareWrite({
      folder,
      name,
      bytes,
      mode: effect.next.mode,
      present,
      temporary: effect.temporary,
      backUp: (old) => this.backUp(backup, old),
    });
    return ending(putInPlace, backup);
  }

  private async backUp(path: string, bytes: Buffer): Promise<Buffer> {
    // After a crash, the existing backup is complete, but the file may not be.
    const earlier = await ifExists(readFile(path));
    if (earlier !== undefined) return earlier;
    await mkdir(this.options.backups, { recursive: true });
    await writeFile(`${path}.new`, bytes, { flush: true });
    await rename(`${path}.new`, path);
    return bytes;
  }
}

/** Opens the folder for a single effect. Its changes are on disk when this settles. */
export const byItself: Within = (root, path, options, begin) =>
  AnchoredFolder.within(root, path, options, async (folder, name) => {
    const result = await finishNow(await begin(folder, name));
    await folder.sync();
    return async () => result;
  });

export function finishNow(finish: Finish): Promise<EffectResult> {
  return finish();
}

function ending(act: (() => Promise<void>) | null, backup: string): Finish {
  return () =>
    orMoved<EffectResult>(async () => {
      await act?.();
      await removeIfThere(backup);
      return 'done';
    });
}

/** Returns `moved` if the path has changed in the meantime: then nothing was done. */
async function orMoved<T>(task: () => Promise<T>): Promise<T | 'moved'> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof MovedError) return 'moved';
    throw error;
  }
}

async function isOurHalf(
  present: PresentFile | null,
  backup: string,
  bytes: Buffer | null,
): Promise<boolean> {
  if (present === null || bytes === null) return false;
  const before = await ifExists(readFile(backup));
  return before !== undefined && isTorn(present.bytes, before, bytes);
}

function assertAllowed({ path }: Effect): void {
  const fault = pathFault(path) ?? (process.platform === 'win32' ? windowsFault(path) : null);
  if (fault !== null) throw refuse(`${path} cannot be written. ${fault}`);
  if (leadsIntoGit(path)) {
    throw refuse(`${path} belongs to git: agents cannot write there.`);
  }
}
