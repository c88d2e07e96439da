import { ChevronRight } from 'lucide-react';
import type { ToolEntry } from '#shared/session/entries';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { tooltip } from '../../../ui/tooltip';
import { TitleText } from '../TitleText';
import { useFold } from '../threadContext';
import { PathButton } from './PathButton';
import { ToolBody } from './ToolBody';
import styles from './ToolRow.module.css';
import { ToolState } from './ToolState';
import { hasBody, isOpenByDefault } from './toolDefaults';
import { toolIcon, toolKindName } from './toolIcons';

/** One line that says what was done to what, how it went and how long it took. */
export function ToolRow({ entry }: { readonly entry: ToolEntry }) {
  const canOpen = hasBody(entry);
  const [isUnfolded, toggle] = useFold(entry.id, isOpenByDefault(entry));
  const open = canOpen && isUnfolded;
  const location = entry.locations[0];
  const title = entry.title || entry.name || toolKindName(entry.toolKind);
  return (
    <div className={styles.tool} data-open={open || undefined} data-status={entry.status}>
      <div className={styles.head}>
        <button
          type="button"
          className={classNames(styles.summary, open && styles.unfolded)}
          aria-expanded={canOpen ? open : undefined}
          disabled={!canOpen}
          onClick={toggle}
        >
          <span className={styles.kind} {...tooltip({ text: toolKindName(entry.toolKind) })}>
            <Icon icon={toolIcon(entry.toolKind)} size="small" />
          </span>
          <span className={styles.title}>
            <TitleText text={title} />
          </span>
          {canOpen && (
            <span className={styles.chevron}>
              <Icon icon={ChevronRight} size="small" />
            </span>
          )}
        </button>
        <span className={styles.facts}>
          {location && <PathButton path={location.path} line={location.line ?? null} />}
          <ToolState status={entry.status} at={entry.at} endedAt={entry.endedAt} />
        </span>
      </div>
      {open && <ToolBody entry={entry} />}
    </div>
  );
}
