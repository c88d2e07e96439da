import { commands, useShortcut } from '#window/commands/commands';
import { usePanes } from '#window/state/layout/panes';
import { Button } from '#window/ui/form/Button';
import { Kbd } from '#window/ui/text/Kbd';
import styles from './AsideBar.module.css';

/** Says that panes are put aside while the sessions of one prompt have the window, and leads back. */
export function AsideBar() {
  const hasAside = usePanes((panes) => panes.hasAside);
  const shortcut = useShortcut('set.show');
  if (!hasAside) return null;
  return (
    <p className={styles.bar}>
      <span className={styles.text}>Other panes are put aside.</span>
      <Button
        size="small"
        variant="ghost"
        trailing={shortcut && <Kbd shortcut={shortcut} />}
        aria-keyshortcuts={shortcut?.aria}
        onClick={() => commands.run('set.show')}
      >
        Show all panes
      </Button>
    </p>
  );
}
