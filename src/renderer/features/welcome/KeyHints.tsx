import { useShortcut } from '../../commands/commands';
import { Kbd } from '../../ui/Kbd';
import styles from './KeyHints.module.css';

const hinted = [
  { id: 'session.new', text: 'New session' },
  { id: 'palette.show', text: 'All commands' },
  { id: 'sidebar.toggle', text: 'Sidebar' },
  { id: 'settings.show', text: 'Settings' },
] as const;

export function KeyHints() {
  return (
    <dl className={styles.hints}>
      {hinted.map((hint) => (
        <Hint key={hint.id} {...hint} />
      ))}
    </dl>
  );
}

function Hint({ id, text }: (typeof hinted)[number]) {
  const shortcut = useShortcut(id);
  if (shortcut === undefined) return null;
  return (
    <div className={styles.hint}>
      <dt>{text}</dt>
      <dd>
        <Kbd shortcut={shortcut} />
      </dd>
    </div>
  );
}
