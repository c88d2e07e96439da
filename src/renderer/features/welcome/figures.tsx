import styles from './figures.module.css';

/** Two agents, each in a copy of the project. */
export function CopyFigure() {
  return (
    <svg className={styles.figure} viewBox="0 0 220 124" fill="none" aria-hidden="true">
      <g className={styles.card}>
        <rect x="70.5" y="16.5" width="116" height="76" rx="7" />
      </g>
      <circle className={styles.agentOther} cx="83" cy="29" r="4" />
      <rect className={styles.text} x="93" y="26.5" width="36" height="5" rx="2.5" />
      <g className={styles.card}>
        <rect x="34.5" y="34.5" width="124" height="74" rx="7" />
      </g>
      <circle className={styles.agent} cx="48" cy="48" r="4" />
      <rect className={styles.text} x="58" y="45.5" width="44" height="5" rx="2.5" />
      <path className={styles.rule} d="M35 59.5h123" />
      <rect className={styles.code} x="46" y="68" width="72" height="5" rx="2.5" />
      <rect className={styles.added} x="46" y="79" width="56" height="5" rx="2.5" />
      <rect className={styles.added} x="46" y="90" width="84" height="5" rx="2.5" />
    </svg>
  );
}

/** Two hunks: one accepted, one rejected. */
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

/** The accepted hunk passes through the gate into the project. */
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
