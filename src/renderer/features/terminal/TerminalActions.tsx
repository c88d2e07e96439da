import { ChevronDown, Columns2, Eraser, Plus, Search, Trash2 } from 'lucide-react';
import type { AppCommandId } from '#shared/commands/commandTable';
import { CommandButton } from '#window/commands/CommandButton';
import { commands, useShortcut } from '#window/commands/commands';
import { IconButton } from '#window/ui/form/IconButton';
import { usePanel } from './panelStore';
import styles from './TerminalActions.module.css';
import { activePane } from './tabs/tabLayout';
import { hidePanel } from './terminalActions';

export function TerminalActions() {
  const isEmpty = usePanel((panel) => activePane(panel.layout)) === null;
  const run = (id: AppCommandId) => () => commands.run(id);
  return (
    <div className={styles.actions} role="toolbar" aria-label="Terminal actions">
      <CommandButton command="terminal.new" icon={Plus} label="New terminal" size="small" />
      <CommandButton
        command="terminal.split"
        icon={Columns2}
        label="Split terminal"
        size="small"
        disabled={isEmpty}
      />
      <IconButton
        icon={Search}
        label="Find in terminal"
        size="small"
        disabled={isEmpty}
        onClick={run('terminal.find')}
      />
      <IconButton
        icon={Eraser}
        label="Clear terminal"
        size="small"
        disabled={isEmpty}
        onClick={run('terminal.clear')}
      />
      <IconButton
        icon={Trash2}
        label="Close terminal"
        size="small"
        disabled={isEmpty}
        onClick={run('terminal.close')}
      />
      <span className={styles.divider} />
      <IconButton
        icon={ChevronDown}
        label="Hide terminal"
        size="small"
        shortcut={useShortcut('terminal.toggle')}
        onClick={hidePanel}
      />
    </div>
  );
}
