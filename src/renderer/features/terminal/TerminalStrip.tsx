import { ChevronUp, Plus, SquareTerminal } from 'lucide-react';
import { commands, useShortcut } from '../../commands/commands';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import styles from './TerminalStrip.module.css';
import { useTabContents } from './tabs';

/** All that shows of the terminals while their panel is closed. */
export function TerminalStrip() {
  const count = useTabContents().size;
  const toggle = useShortcut('terminal.toggle');
  return (
    <div className={styles.strip}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={false}
        aria-keyshortcuts={toggle?.aria}
        onClick={() => commands.run('terminal.toggle')}
      >
        <Icon icon={SquareTerminal} size="small" />
        <span>Terminal</span>
        {count > 0 && <span className={styles.count}>{count}</span>}
        <Icon icon={ChevronUp} size="small" />
      </button>
      <IconButton
        icon={Plus}
        label="New terminal"
        size="small"
        shortcut={useShortcut('terminal.new')}
        tooltipSide="top"
        onClick={() => commands.run('terminal.new')}
      />
    </div>
  );
}
