import type { Change, FileVersion } from '#shared/airlock/change';
import type { Composition } from '#shared/airlock/compose';
import type { LocatedVersion } from '#shared/airlock/ledger';
import { REVIEWED_BYTES } from '#shared/airlock/limits';
import type { Side, Sides } from '#shared/airlock/review';
import { canEncode } from '#shared/airlock/textFormat';
import { AppException, type Result } from '#shared/errors';
import { attempt, refuse } from './attempt';
import { intact, type ObjectStore } from './git/objectStore';
import type { PresentFile } from './presentFile';
import { decodeText, encodeText } from './textCodec';

type ChangeSides = Pick<Change, 'path' | 'oldPath' | 'base' | 'proposed'>;

/** Between versions of files, which are names, and what they say. */
export class Versions {
  constructor(private readonly store: ObjectStore) {}

  async sides(change: ChangeSides): Promise<Sides> {
    const [sides] = await this.sidesOf([change]);
    if (sides === undefined) throw new Error('One change has two sides.');
    if (!sides.ok) throw new AppException(sides.error);
    return sides.value;
  }

  /** In one go; what is too large to be reviewed is not read at all. */
  async sidesOf(changes: readonly ChangeSides[]): Promise<readonly Result<Sides>[]> {
    const versions = changes.flatMap(({ base, proposed }) => [base, proposed]);
    const readable = versions.filter((version) => version !== null).filter(isReadable);
    const blobs = await this.store.readAll(readable.map(({ blob }) => blob));
    const side = (version: FileVersion | null, path: string): Side | null => {
      if (version === null) return null;
      const text = isReadable(version) ? decodeText(intact(blobs.get(version.blob), path)) : null;
      return { version, text };
    };
    return Promise.all(
      changes.map(({ path, oldPath, base, proposed }) =>
        attempt(path, async () => ({
          path,
          ...(oldPath !== undefined && { oldPath }),
          base: side(base, oldPath ?? path),
          proposed: side(proposed, path),
        })),
      ),
    );
  }

  /** Makes sure that the bytes are kept, so that they can be written at any time. */
  async keep({ mode, content }: Pick<Composition, 'mode' | 'content'>): Promise<FileVersion> {
    if (content.type === 'kept') return { ...content.version, mode };
    const { text, encoding } = content.text;
    if (!canEncode(text, encoding)) {
      throw refuse(
        'These lines need signs that the encoding of the file has not: decide on both together.',
      );
    }
    const bytes = encodeText(content.text);
    return { blob: await this.store.write(bytes), mode, bytes: bytes.length };
  }

  async locate(composition: Composition | null): Promise<LocatedVersion | null> {
    if (composition === null) return null;
    return { path: composition.path, version: await this.keep(composition) };
  }
}

/** A file that was found, as one side of a merge. */
export function sideOf(present: PresentFile | null): Side | null {
  if (present === null) return null;
  const { version, bytes } = present;
  return { version, text: isReadable(version) ? decodeText(bytes) : null };
}

/** Links are no text, even though their content could be read as one. */
function isReadable({ mode, bytes }: FileVersion): boolean {
  return mode !== '120000' && bytes <= REVIEWED_BYTES;
}
