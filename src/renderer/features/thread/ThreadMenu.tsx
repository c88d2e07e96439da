import { Copy, FileCode2, Search } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import { useShortcut } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { sessionModel } from '#window/state/session/sessionModels';
import { ContextMenu } from '#window/ui/overlay/ContextMenu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { copyEntry } from './copyEntry';

interface ThreadMenuProps {
  readonly sessionId: SessionId;
  readonly children: ReactElement;
  onFind(): void;
}

/** One menu for all rows: it is built for the right-clicked row when it opens. */
export function ThreadMenu({ sessionId, children, onFind }: ThreadMenuProps) {
  const [place, setPlace] = useState<{ id: EntryId | null; selection: string }>({
    id: null,
    selection: '',
  });
  const findKey = useShortcut('thread.find');
  const entry = place.id === null ? undefined : sessionModel(sessionId)?.entry(place.id);
  const items: MenuItem[] = [
    {
      kind: 'action',
      id: 'copy',
      label: 'Copy',
      icon: Copy,
      disabled: place.selection === '',
      run: () => void navigator.clipboard.writeText(place.selection).catch(reportError),
    },
    {
      kind: 'action',
      id: 'copy-markdown',
      label: 'Copy as Markdown',
      icon: FileCode2,
      disabled: entry === undefined,
      run: () => void (entry && copyEntry(sessionId, entry).catch(reportError)),
    },
    { kind: 'separator', id: 'parts' },
    {
      kind: 'action',
      id: 'find',
      label: 'Find in transcript',
      icon: Search,
      shortcut: findKey,
      run: onFind,
    },
  ];
  return (
    <ContextMenu
      items={items}
      target={
        <div
          style={{ display: 'contents' }}
          onContextMenuCapture={(event) => {
            const row =
              event.target instanceof Element ? event.target.closest('[data-entry]') : null;
            const id = row?.getAttribute('data-entry') as EntryId | null | undefined;
            setPlace({ id: id ?? null, selection: String(window.getSelection() ?? '') });
          }}
        >
          {children}
        </div>
      }
    />
  );
}
