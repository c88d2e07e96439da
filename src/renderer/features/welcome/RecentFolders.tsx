import { Folder } from 'lucide-react';
import { visiblePath } from '#shared/text/visiblePath';
import { commands } from '#window/commands/commands';
import { folderName } from '#window/state/projects/folderName';
import {
  setCurrentFolder,
  useCurrentFolder,
  useRecentFolders,
} from '#window/state/projects/folderStore';
import { Icon } from '#window/ui/Icon';
import styles from './RecentFolders.module.css';

export function RecentFolders() {
  const current = useCurrentFolder();
  const folders = useRecentFolders().filter((folder) => folder !== current);
  if (folders.length === 0) return null;
  return (
    <section className={styles.root} aria-labelledby="recent-folders">
      <h2 id="recent-folders" className={styles.title}>
        Recent
      </h2>
      <ul className={styles.list}>
        {folders.map((folder) => (
          <li key={folder}>
            <button
              type="button"
              className={styles.folder}
              onClick={() => {
                setCurrentFolder(folder);
                commands.run('session.new');
              }}
            >
              <Icon icon={Folder} />
              <span className={styles.name}>{folderName(folder)}</span>
              <span className={styles.path}>{visiblePath(folder)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
