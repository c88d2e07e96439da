import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { type Kept, readKept } from '#main/base/files/keptFile';
import type { ObjectId, SessionId } from '#shared/ids';
import { type Isolation, isolations, worksInCopy } from '#shared/session/isolation';
import type { CarryList } from './disk/carry';

/** The facts needed to find, watch or remove a session's place; paths are real ones. */
export interface SessionRecord {
  /** 2 for sessions that versions without the seal must not open: they would start the agent unsealed. */
  readonly v: 1 | 2;
  readonly sessionId: SessionId;
  readonly isolation: Isolation;
  readonly project: string;
  /** The user's tree: the repository's root, or the plain folder. */
  readonly projectRoot: string;
  /** Which folder that was when the session began; not known of sessions of earlier versions. */
  readonly projectInode?: string | undefined;
  /** The tree that the agent works in; the user's own when in place. */
  readonly workRoot: string;
  /** The project folder below the root; empty if it is the root. */
  readonly prefix: string;
  readonly isRepository: boolean;
  /** The copy has a repository of its own. Those of earlier versions are worktrees of the user's. */
  readonly ownRepository?: boolean | undefined;
  /** The commit that a worktree began as, and the one that the user had checked out. */
  readonly snapshot: ObjectId | null;
  readonly parent: ObjectId | null;
  readonly createdAt: number;
  /** Below the root. Carried-over files are not part of any stored tree. */
  readonly carry?: CarryList | undefined;
  /** Files of the user's that are not in the copy, such as very large ones; the first of them. */
  readonly notCarried?: readonly string[] | undefined;
  /** Null until everything is in place: then it can be opened, before that only removed. */
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

/** Whether the agent works in a worktree that the user's repository knows, as with earlier versions. */
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
