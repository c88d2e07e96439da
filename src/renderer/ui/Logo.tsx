import styles from './Logo.module.css';

/** The logo: two open doors that form an A, with a dot that passes between them. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  return (
    <svg
      className={styles.logo}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <path className={styles.doors} d="M4.2 20 9.7 4.2M19.8 20 14.3 4.2" />
      <circle className={styles.passing} cx="12" cy="17" r="2.4" />
    </svg>
  );
}
