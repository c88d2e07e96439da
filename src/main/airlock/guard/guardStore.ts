import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { refuse } from '#main/airlock/disk/attempt';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { problemOf, readKept } from '#main/base/files/keptFile';
import { setAside } from '#main/base/files/setAside';
import type { ObjectId } from '#shared/ids';
import type { GuardedFile } from './guardedFile';
import { type GuardedScope, NO_SCOPE } from './guardedLists';

/**
 * A version of a guarded file; null if there was none. Without `kept` its bytes are not available.
 */
export interface GuardedVersion {
  readonly hash: string;
  readonly mode: '100644' | '100755' | '120000';
  readonly kept: boolean;
}

/** The longest mark that is kept in full; longer ones come from a long list of stashes. */
const MARK_CHARACTERS = 200;

/** A text that distinguishes versions. */
export function markOf(version: GuardedVersion | null): string | null {
  if (version === null) return null;
  const { mode, hash } = version;
  return `${mode} ${hash.length > MARK_CHARACTERS ? guardHash(Buffer.from(hash)) : hash}`;
}

export interface GuardedRecord extends GuardedFile {
  readonly before: GuardedVersion | null;
  /** Whether the file differs and the user has not decided on it. */
  readonly isOpen: boolean;
  /**
   * Whether the file differs only in the same way as the user's own file, which the review shows.
   */
  readonly isSeen?: boolean | undefined;
}

/** A restored file, and its content before the restore. */
export interface ReplacedFile {
  readonly record: GuardedRecord;
  readonly now: GuardedVersion | null;
}

const version = z.object({
  hash: z.string().min(1),
  mode: z.enum(['100644', '100755', '120000']),
  kept: z.boolean(),
});

const file = z.object({
  place: z.enum(['work', 'project', 'repository', 'index', 'ref', 'staged', 'user']),
  path: z.string().min(1),
  reason: z.string(),
});

const record = file.extend({
  before: version.nullable(),
  isOpen: z.boolean(),
  isSeen: z.boolean().optional(),
});

const manifest = z.object({
  v: z.literal(1),
  /** When the running turn began; null if none runs. */
  since: z.number().nullable(),
  files: z.array(record),
  replaced: z.array(z.object({ record, now: version.nullable() })).default([]),
  scope: z.object({ named: z.array(file), nested: z.array(z.string()) }).default({
    named: [],
    nested: [],
  }),
  /** The user's own files when that turn began. */
  userTree: z
    .custom<ObjectId>((value) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value))
    .nullable()
    .default(null),
});

export interface GuardState {
  readonly since: number | null;
  readonly files: readonly GuardedRecord[];
  readonly replaced: readonly ReplacedFile[];
  readonly scope: GuardedScope;
  readonly userTree: ObjectId | null;
}

const NOTHING: GuardState = {
  since: null,
  files: [],
  replaced: [],
  scope: NO_SCOPE,
  userTree: null,
};
const MANIFEST = 'guarded.json';
/**
 * Matches names of kept bytes, which are their hash, and of files that an interrupted write leaves.
 */
const OWN_NAME = /^(?:[0-9a-f]{64}|\.[0-9a-f]{64}\.[0-9a-f]{16}\.tmp)$/;

/** Keeps the earlier states and bytes of guarded files in the session's own folder. */
export class GuardStore {
  private readonly blobs: string;

  constructor(private readonly folder: string) {
    this.blobs = join(folder, 'guarded');
  }

  /**
   * Empty if the file cannot be understood; the file is then set aside and reported. Throws a
   * message for the user if it cannot be read now.
   */
  async load(): Promise<{ readonly state: GuardState; readonly damage: string | null }> {
    const path = join(this.folder, MANIFEST);
    const parse = (value: unknown) => manifest.safeParse(value).data ?? null;
    const kept = await readKept(path, { version: 1, parse });
    if (kept.type === 'found') return { state: kept.value, damage: null };
    if (kept.type === 'unavailable') throw refuse(`${path}: ${kept.message}`);
    const problem = problemOf(kept) ?? 'It is missing.';
    const aside = await setAside(path);
    // The bytes that it names are set aside with it: otherwise the next save would delete them.
    const bytes = await setAside(this.blobs);
    if (aside === null && bytes === null) return { state: NOTHING, damage: null };
    return { state: NOTHING, damage: `${problem} The remains are kept as ${aside ?? bytes}.` };
  }

  /** Saves the state and deletes bytes that no record names. */
  async save(state: GuardState): Promise<void> {
    const text = JSON.stringify({ v: 1, ...state });
    await writeFileAtomic(join(this.folder, MANIFEST), `${text}\n`);
    const replaced = state.replaced.flatMap(({ record: { before }, now }) => [before, now]);
    const versions = [...state.files.map(({ before }) => before), ...replaced];
    const wanted = new Set(versions.map((one) => one?.hash));
    for (const entry of (await ifExists(readdir(this.blobs, { withFileTypes: true }))) ?? []) {
      // Keep unknown files, because we do not know what they are.
      const isOurs = entry.isFile() && OWN_NAME.test(entry.name);
      if (isOurs && !wanted.has(entry.name)) await ifExists(unlink(join(this.blobs, entry.name)));
    }
  }

  async keep(hash: string, bytes: Buffer): Promise<void> {
    if ((await ifExists(stat(join(this.blobs, hash))))?.size === bytes.byteLength) return;
    if ((await ifExists(stat(this.blobs))) === undefined) {
      // The state is written first: bytes without it mean that somebody removed it.
      const path = join(this.folder, MANIFEST);
      if ((await ifExists(stat(path))) === undefined) await this.save(NOTHING);
      await mkdir(this.blobs, { recursive: true });
    }
    await writeFileAtomic(join(this.blobs, hash), bytes);
  }

  /** The bytes; null if they are gone or have changed. */
  async bytes({ hash, kept }: GuardedVersion): Promise<Buffer | null> {
    if (!kept || !/^[0-9a-f]{64}$/.test(hash)) return null;
    const bytes = await ifExists(readFile(join(this.blobs, hash)));
    return bytes !== undefined && guardHash(bytes) === hash ? bytes : null;
  }
}

export function guardHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
