import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { type Kept, readKept } from '#main/base/files/keptFile';
import { isSessionId, type SessionId } from '#shared/ids';
import { COUNTED_MILLISECONDS } from './limits';

/** The operation in progress on an item; it is finished at the next start. */
export type TrashState = 'taking' | 'kept' | 'restoring' | 'erasing';

/** The description of an item, which is written before anything is moved. */
export interface TrashManifest {
  readonly v: 1;
  readonly state: TrashState;
  /** Whether the user deleted the session, or its files were found without a session. */
  readonly reason: 'deleted' | 'orphan';
  readonly title: string | null;
  readonly project: string | null;
  /** The size in bytes; null until it was measured. */
  readonly bytes: number | null;
  /** The time for which the item was seen in the trash. Absent in items of earlier versions. */
  readonly age?: number | undefined;
  /** The time when the age was last counted. */
  readonly countedAt?: number | undefined;
}

/** The parsed name of an item's folder: its session, and when it was deleted. */
export interface TrashName {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly at: number;
}

const MANIFEST_FILE = 'item.json';

const schema: z.ZodType<TrashManifest> = z.object({
  v: z.literal(1),
  state: z.enum(['taking', 'kept', 'restoring', 'erasing']),
  reason: z.enum(['deleted', 'orphan']),
  title: z.string().nullable(),
  project: z.string().nullable(),
  bytes: z.number().nullable(),
  age: z.number().min(0).optional(),
  countedAt: z.number().optional(),
});

/**
 * Adds the time since the last count to the age. A clock that went back adds nothing; one that
 * jumped ahead adds little.
 */
export function aged(manifest: TrashManifest, now: number): TrashManifest {
  const { age = 0, countedAt = now } = manifest;
  const passed = Math.max(0, Math.min(now - countedAt, COUNTED_MILLISECONDS));
  return { ...manifest, age: age + passed, countedAt: now };
}

export function nameItem(sessionId: SessionId, at: number, suffix: string): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${stamp}.${sessionId}.${suffix}`;
}

/** The parsed name; null if it is not one of ours. */
export function parseName(id: string): TrashName | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.([\w-]+)\.[0-9a-f]+$/.exec(id);
  const [, year, month, day, hour, minute, second, sessionId = ''] = match ?? [];
  if (!isSessionId(sessionId)) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : { id, sessionId, at };
}

export function readManifest(folder: string): Promise<Kept<TrashManifest>> {
  const parse = (value: unknown) => schema.safeParse(value).data ?? null;
  return readKept(join(folder, MANIFEST_FILE), { version: 1, parse });
}

/** Whether a file in an item's folder is its manifest, or a temporary file of it. */
export function isManifest(name: string): boolean {
  return name === MANIFEST_FILE || name.startsWith(`.${MANIFEST_FILE}.`);
}

export async function writeManifest(folder: string, manifest: TrashManifest): Promise<void> {
  await writeFileAtomic(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`);
}
