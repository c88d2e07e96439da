import { Check, Copy, ExternalLink, X } from 'lucide-react';
import { type ChangeView, openHunks } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { decideFile, decideFiles } from '#window/features/review/model/actions';
import type { FileTreeRow } from '#window/features/review/model/fileTree';
import { call } from '#window/ipc/client';
import type { MenuItem } from '#window/ui/overlay/menuItem';

/** The actions on a row of the tree without opening it. */
export function filesMenu(sessionId: SessionId, row: FileTreeRow): readonly MenuItem[] {
  if (row.kind === 'folder') {
    const isDone = row.files.every((view) => openHunks(view).length === 0);
    return [
      action('accept', 'Accept all in folder', Check, isDone, () =>
        decideFiles(sessionId, 'accept', row.files),
      ),
      action('reject', 'Reject all in folder', X, isDone, () =>
        decideFiles(sessionId, 'reject', row.files),
      ),
    ];
  }
  const { view } = row;
  const { path } = view.change;
  const isDone = openHunks(view).length === 0;
  return [
    action('accept', 'Accept file', Check, isDone || !isAcceptable(view), () =>
      decideFile(sessionId, 'accept', view),
    ),
    action('reject', 'Reject file', X, isDone, () => decideFile(sessionId, 'reject', view)),
    { kind: 'separator', id: 'elsewhere' },
    action('open', 'Open in editor', ExternalLink, false, async () => {
      await call('changes.openFile', { sessionId, path, line: null });
    }),
    action('copy', 'Copy path', Copy, false, () => navigator.clipboard.writeText(path)),
  ];
}

function isAcceptable({ risk, hunks }: ChangeView): boolean {
  const hasConflict = hunks.some(
    ({ outcome }) => 'conflict' in outcome || 'interrupted' in outcome,
  );
  return risk.type !== 'refused' && !hasConflict;
}

function action(
  id: string,
  label: string,
  icon: typeof Check,
  disabled: boolean,
  run: () => Promise<void>,
): MenuItem {
  return { kind: 'action', id, label, icon, disabled, run: () => void run().catch(reportError) };
}
