import { attempt, refuse } from '#main/airlock/disk/attempt';
import { temporaryName } from '#main/airlock/disk/effects';
import { encodeText } from '#main/airlock/ledger/textCodec';
import { blobId } from '#main/airlock/objects/objectHash';
import { sideOf } from '#main/airlock/objects/objectStore';
import type { SessionChangesParts } from '#main/airlock/sessionChanges';
import type { Change, FileMode, FileVersion } from '#shared/airlock/change';
import { hunkKeys } from '#shared/airlock/compare/likeness';
import type { DecodedText } from '#shared/airlock/diff/textFormat';
import type { ChangeRecord } from '#shared/airlock/ledger';
import type { Side, Sides } from '#shared/airlock/review';
import type { CheckedFile } from '#shared/checks/check';
import type { Result } from '#shared/errors';
import type { ChangeId } from '#shared/ids';

/** A change of this session with the content of both sides, to be combined with others. */
export interface ChangeSource {
  /** The change with its current hunks. */
  readonly change: Change;
  readonly sides: Sides;
  /** The bytes of one of its versions. */
  read(version: FileVersion): Promise<Buffer>;
}

/** A file for the agent's tree; null if the file must not exist. */
export interface WorkFile {
  readonly path: string;
  readonly file: { readonly content: Buffer | DecodedText; readonly mode: FileMode } | null;
}

/** The number of changes that one git command reads; few enough to be held in memory. */
const CHANGES_AT_ONCE = 32;

/**
 * A session's part in combined results: it contributes hunks, and receives the files if it holds
 * the result.
 */
export class SessionComposition {
  private readonly known = new WeakMap<ChangeRecord, readonly string[]>();

  constructor(private readonly own: SessionChangesParts) {}

  /** Keys of these changes' hunks. Changes that cannot be read are left out. */
  async keys(changeIds: readonly ChangeId[]): Promise<ReadonlyMap<ChangeId, readonly string[]>> {
    const { ledger, shadow } = this.own.parts;
    const records = changeIds.flatMap((changeId) => ledger.state.changes.get(changeId) ?? []);
    const unknown = records.filter((record) => !this.known.has(record));
    for (let start = 0; start < unknown.length; start += CHANGES_AT_ONCE) {
      const batch = unknown.slice(start, start + CHANGES_AT_ONCE);
      const sides = await shadow.objects.sidesOf(batch.map(({ change }) => change));
      for (const [index, record] of batch.entries()) {
        const found = sides[index];
        if (found?.ok) this.known.set(record, hunkKeys(current(record), found.value));
      }
    }
    return new Map(
      records.flatMap((record) => {
        const keys = this.known.get(record);
        return keys === undefined ? [] : [[record.change.changeId, keys] as const];
      }),
    );
  }

  source(changeId: ChangeId): Promise<Result<ChangeSource>> {
    const { ledger, shadow } = this.own.parts;
    const record = ledger.state.changes.get(changeId);
    return attempt(record?.change.path ?? 'The change', async () => {
      if (record === undefined) throw refuse('There is no such change any more.');
      const change = current(record);
      const sides = await shadow.objects.sides(change);
      const read = ({ blob }: FileVersion) => shadow.objects.read(blob, change.path);
      return { change, sides, read };
    });
  }

  /** The user's current file. */
  present(path: string): Promise<Result<Side | null>> {
    return attempt(path, async () => sideOf(await this.own.parts.effects.read('project', path)));
  }

  /** Identifies a file for the agent's tree. */
  identify({ path, file }: WorkFile): CheckedFile {
    if (file === null) return { path, version: null };
    const blob = blobId(bytesOf(file.content), this.own.parts.shadow.objects.format);
    return { path, version: { blob, mode: file.mode } };
  }

  /** Identifies the user's current file. */
  presentVersion(path: string): Promise<Result<CheckedFile>> {
    return attempt(path, async () => {
      const version = (await this.own.parts.effects.read('project', path))?.version;
      return { path, version: version ? { blob: version.blob, mode: version.mode } : null };
    });
  }

  /** Writes files to the agent's tree. The next look lists them like any other changes. */
  fill(files: readonly WorkFile[]): Promise<Result<void>> {
    return this.own.tasks.run('The copy', async () => {
      // Removed files make room for folders with the same name.
      for (const file of files) if (file.file === null) await this.put(file);
      for (const file of files) if (file.file !== null) await this.put(file);
    });
  }

  private async put({ path, file }: WorkFile): Promise<void> {
    const { effects } = this.own.parts;
    const present = await effects.read('workspace', path);
    const expected = present?.version ?? null;
    const next = file && (await this.keep(file));
    const [result] = await effects.run([
      { place: 'workspace', path, expected, next, temporary: temporaryName() },
    ]);
    if (result?.status === 'rejected') throw result.reason;
    if (result?.value === 'moved') throw refuse(`Another program changed ${path}.`);
  }

  private async keep({ content, mode }: NonNullable<WorkFile['file']>): Promise<FileVersion> {
    const bytes = bytesOf(content);
    return { blob: await this.own.parts.shadow.objects.write(bytes), mode, bytes: bytes.length };
  }
}

function bytesOf(content: Buffer | DecodedText): Buffer {
  return Buffer.isBuffer(content) ? content : encodeText(content);
}

/** The change with its current hunks: some may have been split. */
function current({ change, hunks }: ChangeRecord): Change {
  return { ...change, hunks: hunks.map(({ hunk }) => hunk) };
}
