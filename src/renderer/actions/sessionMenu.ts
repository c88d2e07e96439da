import {
  Archive,
  ArchiveRestore,
  Columns2,
  Copy,
  CornerDownRight,
  FileDown,
  FileText,
  GitFork,
  LogOut,
  Pencil,
  RotateCw,
  Square,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { goToSession } from '#window/state/layout/reveal';
import { startRenaming } from '#window/state/session/sessionListStore';
import { sessionModel } from '#window/state/session/sessionModels';
import { setOf } from '#window/state/session/sessionSets';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { deleteSession } from './deleteSession';
import { menuAction as action } from './menuAction';
import { refusalOf } from './refusal';
import { revertSession } from './revertSession';
import {
  archiveSession,
  continueSession,
  duplicateSession,
  exportSession,
  forkSession,
  logOut,
  restartAgent,
  stopSession,
} from './sessionActions';
import { setViews } from './setActions';

/** The context menu of a session. */
export function sessionMenu(session: SessionSummary): readonly MenuItem[] {
  const { id, archived, status } = session;
  return [
    action('beside', 'Open to the side', Columns2, () => goToSession(id, 'right')),
    ...setItems(id),
    separator('opening'),
    action('rename', 'Rename', Pencil, () => startRenaming(id)),
    action('duplicate', 'Duplicate', Copy, () => duplicateSession(session)),
    ...forkItem(session),
    action('continue', 'Continue in new session', CornerDownRight, () => continueSession(session)),
    separator('making'),
    ...(status === 'working' ? [action('stop', 'Stop', Square, () => stopSession(id))] : []),
    ...(status === 'failed'
      ? [action('restart', 'Restart agent', RotateCw, () => restartAgent(id))]
      : []),
    ...logOutItem(session),
    action('markdown', 'Export as Markdown…', FileText, () => exportSession(id, 'markdown')),
    action('ndjson', 'Export event log…', FileDown, () => exportSession(id, 'ndjson')),
    action('revert', 'Revert this session’s accepted changes', Undo2, () => revertSession(id)),
    separator('exporting'),
    archived
      ? action('unarchive', 'Unarchive', ArchiveRestore, () => archiveSession(id, false))
      : action('archive', 'Archive', Archive, () => archiveSession(id, true)),
    { ...action('delete', 'Delete…', Trash2, () => deleteSession(session)), destructive: true },
  ];
}

/** For a session that was started together with others. */
function setItems(id: SessionId): readonly MenuItem[] {
  const set = setOf(id);
  return set.length === 0 ? [] : setViews(set, id);
}

function forkItem(session: SessionSummary): readonly MenuItem[] {
  const item = action('fork', 'Duplicate with context', GitFork, () => forkSession(session));
  if (session.canFork) return [item];
  const reason = whyUnavailable(sessionModel(session.id)?.head()?.details ?? null, 'fork');
  return reason === null ? [] : [{ ...item, reason }];
}

/** Unknown before an agent has started, and for a session that is not open. */
function logOutItem({ id, agent }: SessionSummary): readonly MenuItem[] {
  const head = sessionModel(id)?.head();
  if (head === undefined || head.details === null) return [];
  const reason = refusalOf(head, { type: 'authentication.logout' });
  return [{ ...action('logOut', `Log out of ${agent.name}`, LogOut, () => logOut(id)), reason }];
}

function separator(id: string): MenuItem {
  return { kind: 'separator', id };
}
