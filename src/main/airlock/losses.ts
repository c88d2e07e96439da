import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { type FolderSize, measureFolder } from '#main/base/files/measureFolder';
import type { Git } from '#main/git/git';
import type { CopyLosses } from '#shared/ipc/changes';
import { findOwnLosses } from './copy/copyLosses';
import type { History } from './copy/history';
import { COUNTED_FILES } from './limits';
import { findLinkedLosses } from './linked/linkedLosses';
import { isLinked, type SessionRecord } from './sessionRecord';
import type { Shadow } from './tree/shadow';

const NO_HISTORY = { commits: 0, staged: 0 };

/** Counts what would be lost by deleting a copy and that no review shows. */
export async function findCopyLosses(
  record: SessionRecord,
  shadow: Shadow,
  /** Git for the user's project. */
  user: Git,
  /** The history of a copy with its own repository. */
  history: History | null,
): Promise<CopyLosses> {
  const { workRoot } = record;
  const [ignored, lost, dotGit] = await Promise.all([
    measureIgnored(shadow.git(workRoot), workRoot),
    history
      ? findOwnLosses(history, workRoot, shadow.format)
      : findOthers(record, user, shadow.git(workRoot)),
    ifExists(lstat(join(workRoot, '.git'))),
  ]);
  const hasOwnRepository = history === null && (dotGit?.isDirectory() ?? false);
  return { ignored, ...lost, hasOwnRepository };
}

function findOthers(record: SessionRecord, user: Git, own: Git) {
  return isLinked(record) ? findLinkedLosses(user, record, own) : NO_HISTORY;
}

async function measureIgnored(git: Git, workRoot: string): Promise<FolderSize> {
  const command = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  let files = 0;
  let bytes = 0;
  let isPartial = false;
  for (const path of await git.list(command)) {
    const maxFiles = COUNTED_FILES - files;
    const found = await measureFolder(join(workRoot, path.replace(/\/$/, '')), { maxFiles });
    files += found.files;
    bytes += found.bytes;
    isPartial ||= found.isPartial;
    if (files >= COUNTED_FILES) return { files, bytes, isPartial: true };
  }
  return { files, bytes, isPartial };
}
