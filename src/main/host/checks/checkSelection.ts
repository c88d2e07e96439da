import { createHash } from 'node:crypto';
import type { SessionChanges } from '#main/airlock/airlock';
import type { ResultComposer } from '#main/host/compare/resultComposer';
import type { CheckedFile } from '#shared/checks/check';
import { AppException, valueIn } from '#shared/errors';
import type { CheckSelection } from '#shared/ipc/checks';
import { counted } from '#shared/text/counted';

/** The resulting files of a selection, applied to the user's current files. */
export interface PreparedSelection {
  /** The hash of the selected files, which stays the same when the selection is accepted. */
  readonly hash: string;
}

/**
 * The resulting files of a session. Picked hunks are applied to their files, and files with
 * accepted hunks are taken as they are now. Throws an `AppException` if the hunks do not fit
 * together, or no longer do.
 */
export async function prepareSelection(
  composer: ResultComposer,
  changes: SessionChanges,
  { sessionId, hunks }: CheckSelection,
  /** Called with the files that differ from the user's. */
  onFiles: (files: Parameters<SessionChanges['composition']['fill']>[0]) => Promise<void>,
): Promise<PreparedSelection> {
  const { composition } = changes;
  const files = new Map<string, CheckedFile>();
  let conflicts = 0;
  await composer.each(
    hunks.map((hunk) => ({ sessionId, ...hunk })),
    async (composed) => {
      conflicts += composed.conflicts.length;
      for (const file of composed.files) files.set(file.path, composition.identify(file));
      if (conflicts === 0) await onFiles(composed.files);
    },
  );
  if (conflicts > 0) {
    const message = `${counted(conflicts, 'change')} cannot be applied to your files as they are now. Decide about conflicts first.`;
    throw new AppException({ code: 'conflict', message });
  }
  for (const path of acceptedPaths(changes)) {
    if (!files.has(path)) files.set(path, valueIn(await composition.presentVersion(path)));
  }
  const sorted = [...files.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
  const words = sorted.map(({ path, version }) => [path, version?.mode, version?.blob]);
  return { hash: createHash('sha256').update(JSON.stringify(words)).digest('hex') };
}

function acceptedPaths({ all }: SessionChanges): ReadonlySet<string> {
  return new Set(
    all
      .filter(({ hunks }) => hunks.some(({ outcome }) => outcome.state === 'accepted'))
      .flatMap(({ change: { path, oldPath } }) =>
        oldPath === undefined ? [path] : [path, oldPath],
      ),
  );
}
