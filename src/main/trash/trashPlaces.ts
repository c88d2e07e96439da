import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { SessionId } from '#shared/ids';

/** What a session is made of on the disk. Taken in this order: without the first nothing is listed. */
export const PARTS = ['session', 'airlock', 'worktree'] as const;
export type Part = (typeof PARTS)[number];

export interface TrashFolders {
  /** A folder of our own, on the same disk as the sessions where that is possible. */
  readonly folder: string;
  /** Folders of our own that have one folder per session. */
  readonly places: Readonly<Record<Part, string>>;
}

/** Where the parts of sessions are: in use, and in the trash. */
export class TrashPlaces {
  constructor(private readonly folders: TrashFolders) {}

  /** Where an item of the trash is described. */
  item(id: string): string {
    return join(this.folders.folder, id);
  }

  /** Where the part of a session is while the session is in use. */
  inUse(sessionId: SessionId, part: Part): string {
    return join(this.folders.places[part], sessionId);
  }

  async isInUse(sessionId: SessionId, part: Part): Promise<boolean> {
    return isThere(this.inUse(sessionId, part));
  }

  /** Where a part of an item is; null if it has none. */
  async locate(id: string, part: Part): Promise<string | null> {
    for (const path of [join(this.item(id), part), this.apart(id, part)]) {
      if (await isThere(path)) return path;
    }
    return null;
  }

  async isEmpty(id: string): Promise<boolean> {
    const found = await Promise.all(PARTS.map((part) => this.locate(id, part)));
    return found.every((path) => path === null);
  }

  /** Where a part goes: on the disk where it is, since it is moved and never copied. */
  async target(id: string, part: Part): Promise<string> {
    const [here, there] = await Promise.all([
      ifExists(stat(this.folders.folder)),
      ifExists(stat(this.folders.places[part])),
    ]);
    const isApart = here && there && here.dev !== there.dev;
    return isApart ? this.apart(id, part) : join(this.item(id), part);
  }

  private apart(id: string, part: Part): string {
    return join(this.folders.places[part], `.trash-${id}`);
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await ifExists(lstat(path))) !== undefined;
}
