import styles from './figure.module.css';

/** The accepted hunk goes through the gate into the project. */
export function CrossFigure() {
  return (
    <svg className={styles.figure} viewBox="0 0 220 124" fill="none" aria-hidden="true">
      <path className={styles.gate} d="M66 12v34m0 32v34" />
      <path className={styles.way} d="M34 62h50m-5-5 5 5-5 5" />
      <g className={styles.card}>
        <rect x="98.5" y="20.5" width="94" height="84" rx="7" />
      </g>
      <rect className={styles.code} x="110" y="33" width="54" height="5" rx="2.5" />
      <rect className={styles.code} x="110" y="44" width="68" height="5" rx="2.5" />
      <rect className={styles.addedBand} x="99" y="53" width="93" height="20" />
      <rect className={styles.added} x="110" y="55.5" width="62" height="5" rx="2.5" />
      <rect className={styles.added} x="110" y="66" width="44" height="5" rx="2.5" />
      <rect className={styles.code} x="110" y="77" width="58" height="5" rx="2.5" />
      <rect className={styles.code} x="110" y="88" width="36" height="5" rx="2.5" />
    </svg>
  );
}
