import { ChevronRight, Ellipsis, GitCompare, Layers } from 'lucide-react';
import type { MouseEvent } from 'react';
import { counted } from '#shared/text/counted';
import { openSet } from '#window/actions/setActions';
import { usePanes } from '#window/state/layout/panes';
import { compareSessions } from '#window/state/session/comparedSessions';
import { foldRow } from '#window/state/session/sessionListStore';
import { classNames } from '#window/ui/classNames';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { openRowMenu } from './openRowMenu';
import styles from './SetRow.module.css';
import type { SessionTreeRow } from './sessionTree';

interface SetRowProps {
  readonly row: Extract<SessionTreeRow, { kind: 'set' }>;
  readonly isTabStop: boolean;
}

/**
 * The header of sessions that were started together. A click opens their overview; its arrow
 * collapses them.
 */
export function SetRow({ row, isTabStop }: SetRowProps) {
  const { key, name, sessionIds, isOpen } = row;
  const isShown = usePanes(
    (panes) => panes.activeSet !== null && sessionIds.includes(panes.activeSet),
  );
  const fold = (event: MouseEvent) => {
    event.stopPropagation();
    foldRow(key, isOpen);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys for all its rows.
    <div
      className={classNames(styles.row, isShown && styles.active)}
      role="treeitem"
      aria-level={2}
      aria-expanded={isOpen}
      aria-selected={isShown}
      aria-posinset={row.position.index}
      aria-setsize={row.position.count}
      aria-label={`${counted(sessionIds.length, 'session')} of one prompt: ${name}`}
      tabIndex={isTabStop ? 0 : -1}
      data-row={key}
      onClick={() => openSet(sessionIds)}
      {...tooltip({ text: name, side: 'right' })}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the tree do the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
      <span className={styles.chevron} data-open={isOpen || undefined} onClick={fold}>
        <Icon icon={ChevronRight} size="small" />
      </span>
      <Icon icon={Layers} size="small" />
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{sessionIds.length}</span>
      <span className={styles.actions}>
        <IconButton
          icon={GitCompare}
          label="Compare these sessions"
          size="small"
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            compareSessions(sessionIds);
          }}
        />
        <IconButton
          icon={Ellipsis}
          label="More actions for the sessions of this prompt"
          size="small"
          tabIndex={-1}
          onClick={openRowMenu}
        />
      </span>
    </div>
  );
}
