import { Search, X } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense } from 'react';
import { useShortcut } from '#window/commands/commands';
import { setFilter, useSessionList } from '#window/state/session/sessionListStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import styles from './SessionFilter.module.css';

// Menus load the positioning code, which the first paint does not need.
const ShownMenu = lazy(async () => ({ default: (await import('./ShownMenu')).ShownMenu }));

const FILTER_ID = 'session-filter';

export function SessionFilter() {
  const filter = useSessionList((state) => state.filter);
  const shortcut = useShortcut('sessions.search');

  const clearByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || filter === '') return;
    event.preventDefault();
    event.stopPropagation();
    setFilter('');
  };

  return (
    <div className={styles.filter}>
      <span className={styles.icon}>
        <Icon icon={Search} size="small" />
      </span>
      {/* Comes before the field, so that Tab leads from the query to its matches. */}
      <span className={styles.shown}>
        <Suspense fallback={null}>
          <ShownMenu />
        </Suspense>
      </span>
      <input
        id={FILTER_ID}
        className={styles.input}
        type="search"
        aria-label="Search sessions"
        aria-keyshortcuts={shortcut?.aria}
        placeholder="Search sessions"
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={clearByKey}
      />
      {filter !== '' && (
        <span className={styles.clear}>
          <IconButton icon={X} label="Clear search" size="small" onClick={() => setFilter('')} />
        </span>
      )}
    </div>
  );
}
