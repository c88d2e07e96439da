import {
  ClipboardPaste,
  Columns2,
  Copy,
  Eraser,
  Pencil,
  RotateCcw,
  Search,
  TextSelect,
  X,
} from 'lucide-react';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { setSearching } from './panelStore';
import type { Screen } from './screen/screen';
import type { TabKey } from './tabs/tabKey';
import { closeTab } from './terminalActions';

/** The context menu of a terminal. */
export function screenMenu(pane: TabKey, screen: Screen): readonly MenuItem[] {
  return [
    {
      kind: 'action',
      id: 'copy',
      label: 'Copy',
      icon: Copy,
      disabled: !screen.terminal.hasSelection(),
      run: () => screen.copy(),
    },
    {
      kind: 'action',
      id: 'paste',
      label: 'Paste',
      icon: ClipboardPaste,
      run: () => screen.paste(),
    },
    {
      kind: 'action',
      id: 'selectAll',
      label: 'Select all',
      icon: TextSelect,
      run: () => screen.terminal.selectAll(),
    },
    { kind: 'separator', id: 'first' },
    {
      kind: 'action',
      id: 'find',
      label: 'Find',
      icon: Search,
      run: () => setSearching(true),
    },
    {
      kind: 'action',
      id: 'clear',
      label: 'Clear',
      icon: Eraser,
      run: () => commands.run('terminal.clear'),
    },
    {
      kind: 'action',
      id: 'reset',
      label: 'Reset',
      icon: RotateCcw,
      run: () => commands.run('terminal.reset'),
    },
    { kind: 'separator', id: 'second' },
    {
      kind: 'action',
      id: 'split',
      label: 'Split',
      icon: Columns2,
      run: () => commands.run('terminal.split'),
    },
    {
      kind: 'action',
      id: 'rename',
      label: 'Rename',
      icon: Pencil,
      disabled: !commands.isEnabled('terminal.rename'),
      run: () => commands.run('terminal.rename'),
    },
    {
      kind: 'action',
      id: 'close',
      label: 'Close',
      icon: X,
      run: () => void closeTab(pane).catch(reportError),
    },
  ];
}
