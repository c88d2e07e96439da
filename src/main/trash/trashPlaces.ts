import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import type { SessionId } from '#shared/ids';

/**
 * The parts of a session on disk, in the order in which they are moved: without the first, the
 * session is not listed.
 */
export const PARTS = ['session', 'airlock', 'worktree'] as const;
export type Part = (typeof PARTS)[number];

export interface TrashFolders {
  /** The folder of the trash, on the same disk as the sessions if possible. */
  readonly folder: string;
  /** The folders in use, each with one folder per session. */
  readonly places: Readonly<Record<Part, string>>;
}

/** The paths of sessions' parts: in use, and in the trash. */
export class TrashPlaces {
  constructor(private readonly folders: TrashFolders) {}

  /** The folder of an item. */
  item(id: string): string {
    return join(this.folders.folder, id);
  }

  /** The path of a session's part while the session is in use. */
  inUse(sessionId: SessionId, part: Part): string {
    return join(this.folders.places[part], sessionId);
  }

  async isInUse(sessionId: SessionId, part: Part): Promise<boolean> {
    return isThere(this.inUse(sessionId, part));
  }

  /** The path of an item's part; null if it has none. */
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

  /** The target of a part. It is on the same disk, because parts are moved and never copied. */
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
