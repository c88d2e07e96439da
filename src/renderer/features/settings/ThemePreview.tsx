import type { Theme } from '#shared/settings';
import { classNames } from '../../ui/classNames';
import styles from './ThemePreview.module.css';

/** A window in small. Its colours are the theme's own, whatever theme is in use. */
export function ThemePreview({ theme }: { readonly theme: Theme }) {
  if (theme !== 'system') return <Miniature theme={theme} />;
  return (
    <span className={styles.halves} aria-hidden="true">
      <Miniature theme="light" />
      <Miniature theme="dark" />
    </span>
  );
}

function Miniature({ theme }: { readonly theme: Exclude<Theme, 'system'> }) {
  return (
    <span className={classNames(styles.window, styles[theme])} aria-hidden="true">
      <span className={styles.sidebar} />
      <span className={styles.content}>
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.button} />
      </span>
    </span>
  );
}
