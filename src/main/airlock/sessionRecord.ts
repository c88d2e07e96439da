import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { type Kept, readKept } from '#main/base/files/keptFile';
import type { ObjectId, SessionId } from '#shared/ids';
import { type Isolation, isolations, worksInCopy } from '#shared/session/isolation';
import type { CarryList } from './disk/carry';

/** The facts needed to find, watch or remove a session's place. All paths are real paths. */
export interface SessionRecord {
  /**
   * 2 for sessions that versions without the seal must not open: they would start the agent
   * unsealed.
   */
  readonly v: 1 | 2;
  readonly sessionId: SessionId;
  readonly isolation: Isolation;
  readonly project: string;
  /** The root of the user's tree: the repository's root, or the plain folder. */
  readonly projectRoot: string;
  /** The inode of that folder when the session began; unknown for sessions of earlier versions. */
  readonly projectInode?: string | undefined;
  /** The tree that the agent works in; in place, the user's own tree. */
  readonly workRoot: string;
  /** The project folder's path below the root; empty if it is the root. */
  readonly prefix: string;
  readonly isRepository: boolean;
  /**
   * Whether the copy has its own repository. Those of earlier versions are worktrees of the user's.
   */
  readonly ownRepository?: boolean | undefined;
  /** The commit that a worktree started from, and the commit that the user had checked out. */
  readonly snapshot: ObjectId | null;
  readonly parent: ObjectId | null;
  readonly createdAt: number;
  /** The carried-over paths below the root. They are not part of any stored tree. */
  readonly carry?: CarryList | undefined;
  /** The first of the user's files that are not in the copy, such as very large ones. */
  readonly notCarried?: readonly string[] | undefined;
  /** Null until everything is in place. Until then the session can only be removed, not opened. */
  readonly baseTree: ObjectId | null;
}

const objectId = z.custom<ObjectId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value),
);

const schema: z.ZodType<SessionRecord> = z.object({
  v: z.union([z.literal(1), z.literal(2)]),
  sessionId: z.custom<SessionId>((value) => typeof value === 'string' && value !== ''),
  isolation: z.enum(isolations),
  project: z.string(),
  projectRoot: z.string(),
  projectInode: z.string().optional(),
  workRoot: z.string(),
  prefix: z.string(),
  isRepository: z.boolean(),
  ownRepository: z.boolean().optional(),
  snapshot: objectId.nullable(),
  parent: objectId.nullable(),
  createdAt: z.number(),
  carry: z.object({ copy: z.array(z.string()), link: z.array(z.string()) }).optional(),
  notCarried: z.array(z.string()).optional(),
  baseTree: objectId.nullable(),
});

/**
 * Whether the agent works in a worktree that the user's repository knows, as in earlier versions.
 */
export function isLinked({ isolation, isRepository, ownRepository }: SessionRecord): boolean {
  return worksInCopy(isolation) && isRepository && ownRepository !== true;
}

export const RECORD_FILE = 'airlock.json';

export const NEWER =
  'This session was written by a newer version of Airlock. Nothing was touched. Update Airlock.';

export function readSessionRecord(folder: string): Promise<Kept<SessionRecord>> {
  const parse = (value: unknown) => schema.safeParse(value).data ?? null;
  return readKept(join(folder, RECORD_FILE), { version: 2, parse });
}

export async function writeSessionRecord(folder: string, record: SessionRecord): Promise<void> {
  await writeFileAtomic(join(folder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`);
}
