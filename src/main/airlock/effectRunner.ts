import { lstatSync, rmdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AnchoredFolder, MovedError } from '#main/base/anchoredFolder';
import { ifExists } from '#main/base/ifExists';
import { type FileMode, sameVersion } from '#shared/airlock/change';
import { leadsIntoGit } from '#shared/airlock/gitName';
import type { Effect, Place } from '#shared/airlock/ledger';
import { assessPath } from '#shared/airlock/policy';
import { isTorn, removeAnchored, removeTemporary, writeAnchored } from './anchoredWriter';
import { refuse } from './attempt';
import { intact, type ObjectStore, type StoredBlob } from './git/objectStore';
import { assertLinkStays } from './linkTarget';
import { blobId } from './objectHash';
import { type PresentFile, readPresent } from './presentFile';

/** `moved`: the file is neither what it was to be nor what it was, and was left alone. */
export type EffectResult = 'done' | 'moved';

/** Read together, so that many small files cost one git command; few enough to be held in memory. */
const BLOBS_AT_ONCE = 32;

/** Brings files from one known state to another. Running an effect again is harmless at any time. */
export class EffectRunner {
  constructor(
    private readonly roots: Readonly<Record<Place, string>>,
    private readonly store: ObjectStore,
    /** Keeps what is overwritten in its own place until that is done. */
    private readonly backups: string,
    /** Told of those that are done, before anybody else is. */
    private readonly onDone: (effects: readonly Effect[]) => Promise<void> = async () => undefined,
    /** Whether a folder that is empty now was so before, by the time when it was made. */
    private readonly staysEmpty: (path: string, madeAt: number) => Promise<boolean> = async () =>
      false,
  ) {}

  /** What the file is now; null if there is none. */
  async read(place: Place, path: string): Promise<PresentFile | null> {
    return this.inFolder(place, path, false, (folder, name) =>
      readPresent(folder, name, this.store.format),
    );
  }

  /** In order, to the end: one that fails does not keep the others from being done. */
  async run(effects: readonly Effect[]): Promise<readonly PromiseSettledResult<EffectResult>[]> {
    const results: PromiseSettledResult<EffectResult>[] = [];
    for (let start = 0; start < effects.length; start += BLOBS_AT_ONCE) {
      const batch = effects.slice(start, start + BLOBS_AT_ONCE);
      const blobs = await this.store.readAll(batch.flatMap(({ next }) => next?.blob ?? []));
      for (const effect of batch) {
        const blob = effect.next && blobs.get(effect.next.blob);
        results.push(...(await Promise.allSettled([this.perform(effect, blob)])));
      }
    }
    await this.onDone(
      effects.filter((_, index) => {
        const result = results[index];
        return result?.status === 'fulfilled' && result.value === 'done';
      }),
    );
    return results;
  }

  /** With bytes that are at hand and need not be kept: nobody finishes it after a crash. */
  async write(effect: Omit<Effect, 'next'>, bytes: Buffer, mode: FileMode): Promise<EffectResult> {
    const blob = blobId(bytes, this.store.format);
    const whole = { ...effect, next: { blob, mode, bytes: bytes.length } };
    const result = await this.apply(whole, bytes);
    if (result === 'done') await this.onDone([whole]);
    return result;
  }

  private async perform(
    effect: Effect,
    blob: StoredBlob | null | undefined,
  ): Promise<EffectResult> {
    return this.apply(effect, effect.next && intact(blob ?? undefined, effect.path));
  }

  private async apply(effect: Effect, bytes: Buffer | null): Promise<EffectResult> {
    assertAllowed(effect);
    if (effect.next?.mode === '120000' && bytes !== null) {
      await assertLinkStays(this.roots[effect.place], effect.path, bytes.toString('utf8'));
    }
    try {
      const result = await this.inFolder(
        effect.place,
        effect.path,
        effect.next !== null,
        (folder, name) => this.applyIn(folder, name, effect, bytes),
      );
      if (result !== null) return result;
    } catch (error) {
      if (error instanceof MovedError) return 'moved';
      throw error;
    }
    return effect.next === null ? 'done' : 'moved';
  }

  private async applyIn(
    folder: AnchoredFolder,
    name: string,
    effect: Effect,
    bytes: Buffer | null,
  ): Promise<EffectResult> {
    await removeTemporary(folder, effect.temporary);
    const present = await readPresent(folder, name, this.store.format);
    const backup = join(this.backups, effect.temporary);
    const isDone = sameVersion(present?.version ?? null, effect.next);
    if (!isDone) {
      const isExpected = sameVersion(present?.version ?? null, effect.expected);
      if (!isExpected && !(await isOurHalf(present, backup, bytes))) return 'moved';
      if (effect.next === null || bytes === null) {
        if (present) await removeAnchored(folder, name, present);
        await this.removeEmptyFolders(effect);
      } else {
        await writeAnchored({
          folder,
          name,
          bytes,
          mode: effect.next.mode,
          present,
          temporary: effect.temporary,
          backUp: (old) => this.backUp(backup, old),
        });
      }
    }
    await rm(backup, { force: true });
    return 'done';
  }

  private async backUp(path: string, bytes: Buffer): Promise<void> {
    // After a crash the backup that is there is the whole one; the file by now is not.
    if ((await ifExists(readFile(path))) !== undefined) return;
    await mkdir(this.backups, { recursive: true });
    await writeFile(`${path}.new`, bytes, { flush: true });
    await rename(`${path}.new`, path);
  }

  /** Null if a folder on the way is missing and none is to be made. */
  private async inFolder<T>(
    place: Place,
    path: string,
    create: boolean,
    task: (folder: AnchoredFolder, name: string) => Promise<T>,
  ): Promise<T | null> {
    return AnchoredFolder.within(this.roots[place], path, { create }, task);
  }

  /** As git does: a folder is there for the files in it, unless it was there without them. */
  private async removeEmptyFolders({ place, path: file }: Effect): Promise<void> {
    const parts = file.split('/').slice(0, -1);
    while (parts.length > 0) {
      const path = parts.join('/');
      const isRemoved = await this.inFolder(place, path, false, async (folder, name) => {
        try {
          const { birthtimeMs } = lstatSync(folder.at(name));
          if (await this.staysEmpty(path, birthtimeMs)) return false;
          rmdirSync(folder.at(name));
          return true;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          return false;
        }
      });
      if (!isRemoved) return;
      parts.pop();
    }
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
  const risk = assessPath(path);
  if (risk.type === 'refused') throw refuse(`${path} cannot be written. ${risk.reason}`);
  if (process.platform === 'win32' && path.includes(':')) {
    throw refuse(`${path} cannot be written. On Windows a colon names a drive or a stream.`);
  }
  if (leadsIntoGit(path)) {
    throw refuse(`${path} belongs to git: nothing of an agent's is written there.`);
  }
}
