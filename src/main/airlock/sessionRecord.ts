import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/atomicFile';
import { type Kept, readKept } from '#main/base/keptFile';
import type { ObjectId, SessionId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import type { CarryList } from './carry';

/** What must be known of a session's place to find, watch or remove it; paths are real ones. */
export interface SessionRecord {
  readonly v: 1;
  readonly sessionId: SessionId;
  readonly isolation: Isolation;
  readonly project: string;
  /** The user's tree: the repository's root, or the plain folder. */
  readonly projectRoot: string;
  /** The tree that the agent works in; the user's own when in place. */
  readonly workRoot: string;
  /** The project folder below the root; empty if it is the root. */
  readonly prefix: string;
  readonly isRepository: boolean;
  /** The commit that the session's tree began as, and the one that the user had checked out. */
  readonly snapshot: ObjectId | null;
  readonly parent: ObjectId | null;
  readonly createdAt: number;
  /** Below the root. What is carried over is no part of any tree that is kept. */
  readonly carry?: CarryList | undefined;
  /** Null until everything is in place: then it can be opened, before that only removed. */
  readonly baseTree: ObjectId | null;
}

const objectId = z.custom<ObjectId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value),
);

const schema: z.ZodType<SessionRecord> = z.object({
  v: z.literal(1),
  sessionId: z.custom<SessionId>((value) => typeof value === 'string' && value !== ''),
  isolation: z.enum(['isolated', 'in-place']),
  project: z.string(),
  projectRoot: z.string(),
  workRoot: z.string(),
  prefix: z.string(),
  isRepository: z.boolean(),
  snapshot: objectId.nullable(),
  parent: objectId.nullable(),
  createdAt: z.number(),
  carry: z.object({ copy: z.array(z.string()), link: z.array(z.string()) }).optional(),
  baseTree: objectId.nullable(),
});

const FILE = 'airlock.json';

export const NEWER =
  'This session was written by a newer version of Airlock. It can be read here, not changed.';

export function readSessionRecord(folder: string): Promise<Kept<SessionRecord>> {
  const parse = (value: unknown) => schema.safeParse(value).data ?? null;
  return readKept(join(folder, FILE), { version: 1, parse });
}

export async function writeSessionRecord(folder: string, record: SessionRecord): Promise<void> {
  await writeFileAtomic(join(folder, FILE), `${JSON.stringify(record, null, 2)}\n`);
}
