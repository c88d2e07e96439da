import { Bot, ChevronRight } from 'lucide-react';
import type { SubagentEntry } from '#shared/session/entries';
import { Icon } from '../../../ui/Icon';
import { visibleLine } from '../../../ui/visibleText';
import { TitleText } from '../TitleText';
import { useFold } from '../threadContext';
import styles from './SubagentRow.module.css';

/** Heads what a subagent says and does, which stands below it and folds with it. */
export function SubagentRow({ entry }: { readonly entry: SubagentEntry }) {
  const [open, toggle] = useFold(entry.id, true);
  return (
    <button type="button" className={styles.subagent} aria-expanded={open} onClick={toggle}>
      <Icon icon={Bot} size="small" />
      <span className={styles.title}>
        <TitleText text={entry.title || 'Subagent'} />
      </span>
      {entry.description && (
        <span className={styles.description}>
          <TitleText text={entry.description} />
        </span>
      )}
      {entry.state && <span className={styles.state}>{visibleLine(entry.state)}</span>}
      <span className={styles.chevron}>
        <Icon icon={ChevronRight} size="small" />
      </span>
    </button>
  );
}
