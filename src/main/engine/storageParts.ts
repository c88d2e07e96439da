import { join } from 'node:path';
import { Airlock } from '#main/airlock/airlock';
import type { FileProblems } from '#main/base/files/fileProblems';
import type { FileProblem } from '#main/base/files/keptFile';
import { onUnexpectedError } from '#main/base/unexpected';
import { SESSIONS_FOLDER, TRASH_FOLDER } from '#main/host/store/layout';
import { SessionStore } from '#main/host/store/sessionStore';
import { Trash } from '#main/trash/trash';
import { type IdSource, isSessionId, type SessionId } from '#shared/ids';
import type { EngineOptions } from './engineOptions';

export interface StorageParts {
  readonly airlock: Airlock;
  readonly trash: Trash;
  readonly store: SessionStore;
  /**
   * Settles when leftovers of earlier versions are cleaned up, or when the clean-up was stopped.
   */
  readonly tidied: Promise<void>;
  stopTidying(): void;
}

/** Opens what is kept on disk, and moves copies that belong to no session to the trash. */
export async function openStorage(
  options: EngineOptions,
  ids: IdSource,
  files: FileProblems,
): Promise<StorageParts> {
  const { dataFolder, logger, settings, openFile } = options;
  const airlock = new Airlock({
    data: join(dataFolder, 'airlock'),
    worktrees: join(dataFolder, 'worktrees'),
    ids,
    logger,
    selfArming: () => settings().review.selfArming,
    onProblem: files.report,
  });
  // The trash comes first, so that a session that was being deleted when the app ended is not
  // listed again.
  const trash = await Trash.open({
    folder: join(dataFolder, TRASH_FOLDER),
    places: {
      session: join(dataFolder, SESSIONS_FOLDER),
      airlock: join(dataFolder, 'airlock'),
      worktree: join(dataFolder, 'worktrees'),
    },
    trees: airlock.trees,
    logger: logger.child('trash'),
  });
  const store = await SessionStore.open(dataFolder, {
    ...(openFile && { openFile }),
    onProblem: files.report,
  });
  const folders = await store.folders();
  const sessions = folders?.filter(isSessionId) ?? null;
  await trash.reunite(sessions ?? []);
  const orphans = sessions === null ? [] : await discardOrphans(sessions, airlock, trash);
  if (orphans.length > 0) files.report(withoutSessions(join(dataFolder, SESSIONS_FOLDER), orphans));
  const stopping = new AbortController();
  const tidied = airlock.startup
    .unstageLeft(folders ?? [])
    .then(() => airlock.startup.retireOldRefs(folders ?? [], stopping.signal))
    .catch((error: unknown) => onUnexpectedError(error));
  return { airlock, trash, store, tidied, stopTidying: () => stopping.abort() };
}

/**
 * Moves copies without a session to the trash. Runs before any session can be created, because
 * files of a session without a folder belong to nobody. An existing folder owns its files, readable
 * or not. If there is no folder at all, nothing is touched: the folder of sessions is probably
 * missing, rather than every session. Returns what was left.
 */
async function discardOrphans(
  sessions: readonly SessionId[],
  airlock: Airlock,
  trash: Trash,
): Promise<readonly SessionId[]> {
  const { orphans } = await airlock.startup.reconcile(sessions);
  if (sessions.length === 0) return orphans;
  for (const id of orphans) {
    await trash.discard(id, { reason: 'orphan', title: null, project: null });
  }
  return [];
}

function withoutSessions(path: string, orphans: readonly SessionId[]): FileProblem {
  const message = `It contains no session, but there are files of ${orphans.length}, which were not changed. Restore the folder and start Airlock again.`;
  return { path, message, aside: null, isDerived: false };
}
