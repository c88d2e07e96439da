import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import { readableNames } from '#main/base/files/readableNames';
import type { Host } from '#main/host/host';
import { isSessionId, type SessionId } from '#shared/ids';

/**
 * Sessions whose copies are being filled with a composed result, one file each. An interrupted one
 * is not a result: only some of the picks are in it, and nobody could tell which.
 */
export class UnfinishedResults {
  constructor(
    private readonly folder: string,
    private readonly onProblem: ReportProblem,
  ) {}

  async begin(id: SessionId): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.placeOf(id), '');
  }

  async end(id: SessionId): Promise<void> {
    await rm(this.placeOf(id), { force: true });
  }

  /**
   * At startup, moves the unfinished results of an earlier run to the trash. The picks still exist
   * in their own sessions.
   */
  async discard(host: Pick<Host, 'list' | 'unreadable' | 'delete'>): Promise<void> {
    const names = (await readableNames(this.folder)).filter(isSessionId);
    if (names.length === 0) return;
    const unreadable = new Set((await host.unreadable()).map(({ id }) => id));
    for (const id of names) {
      if (unreadable.has(id) || !(await this.isOurs(id))) continue;
      const isThere = host.list().some((session) => session.id === id);
      const gone = isThere ? await host.delete(id) : null;
      if (gone === null || gone.ok) await this.end(id);
    }
  }

  /**
   * I19: whether a mark is ours, which is an empty file. Anything else is left alone, and no
   * session is removed for it.
   */
  private async isOurs(id: SessionId): Promise<boolean> {
    const path = this.placeOf(id);
    const status = await ifExists(lstat(path));
    if (status === undefined || (status.isFile() && status.size === 0)) return true;
    const message =
      'Airlock does not recognise it. The session that it names may be an incomplete composed result: check that session, then delete this file or folder.';
    this.onProblem({ path, message, aside: null, isDerived: false });
    return false;
  }

  private placeOf(id: SessionId): string {
    return join(this.folder, id);
  }
}
