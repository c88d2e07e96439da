import styles from './Spinner.module.css';

const pixels = { small: 14, medium: 20 } as const;

/** Decoration only: text beside it must say what the user is waiting for. */
export function Spinner({ size = 'medium' }: { readonly size?: keyof typeof pixels }) {
  const side = pixels[size];
  return (
    <span className={styles.box} style={{ width: side, height: side }}>
      <svg
        className={styles.spinner}
        width={side}
        height={side}
        viewBox="0 0 16 16"
        fill="none"
        aria-hidden="true"
      >
        <circle className={styles.track} cx="8" cy="8" r="6" />
        <path className={styles.arc} d="M14 8a6 6 0 0 0-6-6" />
      </svg>
    </span>
  );
}
