import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** Between 0 and 1; null if the total is unknown. */
  readonly value: number | null;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      aria-label={label}
      {...(value === null ? {} : { value: Math.min(1, value), max: 1 })}
    />
  );
}
