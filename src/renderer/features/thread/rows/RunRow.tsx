import { ChevronRight, ListChecks } from 'lucide-react';
import type { EntryId } from '#shared/ids';
import { useThread } from '#window/features/thread/threadContext';
import type { StepRun } from '#window/features/thread/threadRows';
import { Icon } from '#window/ui/Icon';
import styles from './RowFrame.module.css';

interface RunRowProps {
  readonly id: EntryId;
  readonly run: StepRun;
  readonly tight: boolean;
}

/** A line for several reads and edits, which are below it once it is expanded. */
export function RunRow({ id, run, tight }: RunRowProps) {
  const { memory } = useThread();
  return (
    <div className={styles.row} data-entry={id} data-kind="tool" data-tight={tight || undefined}>
      <button
        type="button"
        className={styles.run}
        aria-expanded={run.isOpen}
        onClick={() => memory.setOpen(id, !run.isOpen)}
      >
        <Icon icon={ListChecks} size="small" />
        <span className={styles.runWords}>{runWords(run)}</span>
        <span className={styles.chevron}>
          <Icon icon={ChevronRight} size="small" />
        </span>
      </button>
    </div>
  );
}

const names = {
  read: ['read', 'reads'],
  search: ['search', 'searches'],
  edit: ['edit', 'edits'],
} as const;

function runWords({ counts }: Pick<StepRun, 'counts'>): string {
  const parts = (['read', 'search', 'edit'] as const).flatMap((step) => {
    const count = counts[step];
    return count === 0 ? [] : [`${count.toLocaleString()} ${names[step][count === 1 ? 0 : 1]}`];
  });
  return parts.join(', ');
}
