import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/atomicFile';
import { type Kept, readKept } from '#main/base/keptFile';
import { isSessionId, type SessionId } from '#shared/ids';
import { COUNTED_MILLISECONDS } from './limits';

/** What is under way with an item; whatever was begun is finished at the next start. */
export type TrashState = 'taking' | 'kept' | 'restoring' | 'erasing';

/** Facts about an item, on the disk before anything is moved. */
export interface TrashManifest {
  readonly v: 1;
  readonly state: TrashState;
  /** The user deleted the session, or its files were found and belong to no session. */
  readonly reason: 'deleted' | 'orphan';
  readonly title: string | null;
  readonly project: string | null;
  /** Null until it was measured. */
  readonly bytes: number | null;
  /** For how long it has been here, as far as that was seen. None in items of earlier versions. */
  readonly age?: number | undefined;
  /** What the clock said when that was last counted. */
  readonly countedAt?: number | undefined;
}

/** The name of an item's folder, which says by itself what it is and when it came. */
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

/** With the time since the last count. A clock that went back adds nothing, one that jumped ahead little. */
export function aged(manifest: TrashManifest, now: number): TrashManifest {
  const { age = 0, countedAt = now } = manifest;
  const passed = Math.max(0, Math.min(now - countedAt, COUNTED_MILLISECONDS));
  return { ...manifest, age: age + passed, countedAt: now };
}

export function nameItem(sessionId: SessionId, at: number, suffix: string): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${stamp}.${sessionId}.${suffix}`;
}

/** Null for what is none of ours. */
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

/** Whether a file of an item's folder is its description, or was to become that. */
export function isManifest(name: string): boolean {
  return name === MANIFEST_FILE || name.startsWith(`.${MANIFEST_FILE}.`);
}

export async function writeManifest(folder: string, manifest: TrashManifest): Promise<void> {
  await writeFileAtomic(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`);
}
