import styles from './figure.module.css';

/** Two hunks: one accepted, one refused. */
export function ReviewFigure() {
  return (
    <svg className={styles.figure} viewBox="0 0 220 124" fill="none" aria-hidden="true">
      <g className={styles.card}>
        <rect x="34.5" y="14.5" width="151" height="44" rx="7" />
      </g>
      <rect className={styles.addedBand} x="35" y="24" width="120" height="25" />
      <rect className={styles.added} x="46" y="28.5" width="72" height="5" rx="2.5" />
      <rect className={styles.added} x="46" y="39.5" width="52" height="5" rx="2.5" />
      <circle className={styles.accept} cx="168" cy="36.5" r="9" />
      <path className={styles.acceptMark} d="m164 36.8 2.8 2.8 5-5.4" />

      <g className={styles.card}>
        <rect x="34.5" y="66.5" width="151" height="44" rx="7" />
      </g>
      <rect className={styles.removedBand} x="35" y="76" width="120" height="25" />
      <rect className={styles.removed} x="46" y="80.5" width="60" height="5" rx="2.5" />
      <rect className={styles.removed} x="46" y="91.5" width="80" height="5" rx="2.5" />
      <circle className={styles.refuse} cx="168" cy="88.5" r="9" />
      <path className={styles.refuseMark} d="m165 85.5 6 6m0-6-6 6" />
    </svg>
  );
}
