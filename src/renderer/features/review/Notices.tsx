import type { ChangeNotice } from '#shared/ipc/changes';
import { visiblePath } from '#shared/text/visiblePath';
import styles from './Notices.module.css';

const words: Readonly<Record<ChangeNotice['reason'], string>> = {
  'too-large': 'is too large to be watched',
  'too-many': 'is a new folder with too many files to be watched',
  'nested-repository': 'is a repository of its own, and is not watched',
  unreadable: 'cannot be read',
  unsettled: 'is being written all the time: what is shown of it may be older',
  'changed-unseen': 'was changed during the turn; its earlier content was not kept',
  'not-kept': 'cannot be compared: a version that Airlock had kept is missing or damaged',
  'git-name':
    'has a name that some systems take for git’s own, and is not watched as part of the tree',
  unnameable: 'has a name that cannot be written down',
  unclear:
    'was written around the time when Airlock ended within a turn: it counts as yours, and may be the agent’s',
  'not-carried': 'was not carried over to the agent',
};

/** What the airlock cannot show: changes to it would go unseen, and so they are named. */
export function Notices({ notices }: { readonly notices: readonly ChangeNotice[] }) {
  if (notices.length === 0) return null;
  const count = notices.length === 1 ? '1 path is' : `${notices.length} paths are`;
  return (
    <details className={styles.notices}>
      <summary>{count} not part of this review</summary>
      <ul>
        {notices.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <span className={styles.path}>{visiblePath(path)}</span> {words[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}
