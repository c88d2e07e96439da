import { formatNumber } from '#shared/text/counted';
import { Button } from './form/Button';
import { Spinner } from './Spinner';
import styles from './WorkProgress.module.css';

interface WorkProgressProps {
  readonly title: string;
  /** What is being done now. */
  readonly detail: string;
  /** The progress, if it is known. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Absent if the work cannot be stopped. */
  onCancel?: (() => void) | undefined;
}

/** Long-running work: what is being done, its progress, and a button to stop it. */
export function WorkProgress({ title, detail, progress, onCancel }: WorkProgressProps) {
  const count = progress && `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`;
  const words = [detail, count].filter((part) => part !== null && part !== '').join(': ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own.
    <div className={styles.work} role="group" aria-label={title}>
      <Spinner size="small" />
      <div className={styles.text}>
        <span className={styles.title}>{title}</span>
        {words !== '' && <span className={styles.detail}>{words}</span>}
        <progress
          className={styles.bar}
          aria-label={title}
          {...(progress && { value: progress.done, max: Math.max(progress.total, 1) })}
        />
      </div>
      {onCancel && (
        <Button size="small" variant="ghost" aria-label={`Cancel: ${title}`} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
