import { openFiles } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { call } from '#window/ipc/client';
import { goToChanges } from '#window/state/layout/reveal';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { sessionSummary } from '#window/state/session/sessionsStore';

/**
 * Goes to a place in a file: in the review if the session's change of the file is still undecided,
 * otherwise in the user's editor.
 */
export async function openPlace(
  sessionId: SessionId,
  path: string,
  line: number | null,
): Promise<void> {
  const changed = await undecidedPath(sessionId, path);
  if (changed !== null) goToChanges(sessionId, { path: changed, line });
  else await call('changes.openFile', { sessionId, path, line });
}

/** The path as the review lists it, if part of the change is still undecided. */
async function undecidedPath(sessionId: SessionId, path: string): Promise<string | null> {
  const wanted = pathInProject(sessionId, path);
  const { changes } = sessionChanges(sessionId) ?? (await call('changes.list', { sessionId }));
  const open = openFiles(changes).map(({ change }) => change.path);
  if (open.includes(wanted)) return wanted;
  // The review names files from the repository's root, which may be above the project.
  const below = open.filter((one) => one.endsWith(`/${wanted}`));
  return below.length === 1 ? (below[0] ?? null) : null;
}

/**
 * Agents name files relative to their folder, by the full path, and sometimes by the path in the
 * user's folder.
 */
function pathInProject(sessionId: SessionId, path: string): string {
  const { cwd = '', project = '' } = sessionSummary(sessionId) ?? {};
  const folder = [cwd, project].find((one) => one !== '' && path.startsWith(`${one}/`));
  return (folder === undefined ? path : path.slice(folder.length + 1)).replace(/^(?:\.\/)+/, '');
}
