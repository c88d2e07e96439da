import {
  Archive,
  ArchiveRestore,
  Columns2,
  Copy,
  CornerDownRight,
  FileDown,
  FileText,
  GitFork,
  Pencil,
  RotateCw,
  Square,
  Trash2,
} from 'lucide-react';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '../diagnostics/reportError';
import type { MenuItem } from '../ui/menuItem';
import { deleteSession } from './deleteSession';
import { goToSession } from './reveal';
import {
  archiveSession,
  continueSession,
  duplicateSession,
  exportSession,
  forkSession,
  restartAgent,
  stopSession,
} from './sessionActions';
import { startRenaming } from './sessionListStore';

/** What can be done with a session, wherever it is right-clicked. */
export function sessionMenu(session: SessionSummary): readonly MenuItem[] {
  const { id, archived, status } = session;
  return [
    action('beside', 'Open to the side', Columns2, () => goToSession(id, 'right')),
    separator('opening'),
    action('rename', 'Rename', Pencil, () => startRenaming(id)),
    action('duplicate', 'Duplicate', Copy, () => duplicateSession(session)),
    ...(session.canFork
      ? [action('fork', 'Duplicate with context', GitFork, () => forkSession(session))]
      : []),
    action('continue', 'Continue in new session', CornerDownRight, () => continueSession(session)),
    separator('making'),
    ...(status === 'working' ? [action('stop', 'Stop', Square, () => stopSession(id))] : []),
    ...(status === 'failed'
      ? [action('restart', 'Restart agent', RotateCw, () => restartAgent(id))]
      : []),
    action('markdown', 'Export as Markdown…', FileText, () => exportSession(id, 'markdown')),
    action('ndjson', 'Export event log…', FileDown, () => exportSession(id, 'ndjson')),
    separator('exporting'),
    archived
      ? action('unarchive', 'Unarchive', ArchiveRestore, () => archiveSession(id, false))
      : action('archive', 'Archive', Archive, () => archiveSession(id, true)),
    { ...action('delete', 'Delete…', Trash2, () => deleteSession(session)), destructive: true },
  ];
}

type Action = Extract<MenuItem, { kind: 'action' }>;

function action(
  id: string,
  label: string,
  icon: NonNullable<Action['icon']>,
  run: () => void | Promise<void>,
): Action {
  return {
    kind: 'action',
    id,
    label,
    icon,
    run: () => void Promise.resolve(run()).catch(reportError),
  };
}

function separator(id: string): MenuItem {
  return { kind: 'separator', id };
}
