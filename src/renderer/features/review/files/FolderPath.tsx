import styles from './FolderPath.module.css';

/** A folder’s path. Where the room is short it is cut in the middle: both its ends say where it is. */
export function FolderPath({ path }: { readonly path: string }) {
  const at = path.lastIndexOf('/');
  return (
    <span className={styles.folder}>
      {at > 0 && <span className={styles.start}>{path.slice(0, at)}</span>}
      <span className={styles.end}>{at > 0 ? path.slice(at) : path}</span>
    </span>
  );
}
