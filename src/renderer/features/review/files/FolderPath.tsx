import styles from './FolderPath.module.css';

interface FolderPathProps {
  readonly path: string;
  /** The separator between it and the name after it. */
  readonly separator?: string;
}

/**
 * A folder’s path. If it does not fit it is cut in the middle, because both ends say where it is.
 */
export function FolderPath({ path, separator = '' }: FolderPathProps) {
  const at = path.lastIndexOf('/');
  return (
    <span className={styles.folder}>
      {at > 0 && <span className={styles.start}>{path.slice(0, at)}</span>}
      <span className={styles.end}>{(at > 0 ? path.slice(at) : path) + separator}</span>
    </span>
  );
}
