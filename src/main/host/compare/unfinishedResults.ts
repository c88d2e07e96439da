import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readableNames } from '#main/base/files/readableNames';
import type { Host } from '#main/host/host';
import { isSessionId, type SessionId } from '#shared/ids';

/**
 * Sessions whose copies are being filled with a composed result, one file each. What a crash cut short is no result: some of the
 * picks are in it, and nobody could tell which.
 */
export class UnfinishedResults {
  constructor(private readonly folder: string) {}

  async begin(id: SessionId): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.placeOf(id), '');
  }

  async end(id: SessionId): Promise<void> {
    await rm(this.placeOf(id), { force: true });
  }

  /** At the start: puts those of an earlier run into the trash. The picks are kept where they were made. */
  async discard(host: Pick<Host, 'list' | 'unreadable' | 'delete'>): Promise<void> {
    const names = (await readableNames(this.folder)).filter(isSessionId);
    if (names.length === 0) return;
    const unreadable = new Set((await host.unreadable()).map(({ id }) => id));
    for (const id of names) {
      if (unreadable.has(id)) continue;
      const isThere = host.list().some((session) => session.id === id);
      const gone = isThere ? await host.delete(id) : null;
      if (gone === null || gone.ok) await this.end(id);
    }
  }

  private placeOf(id: SessionId): string {
    return join(this.folder, id);
  }
}
