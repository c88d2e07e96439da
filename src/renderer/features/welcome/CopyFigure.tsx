import styles from './figure.module.css';

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
