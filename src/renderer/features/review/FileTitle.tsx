import { becomesExecutable } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import { visiblePath } from '#shared/text/visiblePath';
import { Badge } from '#window/ui/Badge';
import { tooltip } from '#window/ui/overlay/tooltip';
import styles from './FileTitle.module.css';
import { FolderPath } from './files/FolderPath';
import { changeKindWords, EXECUTABLE_WORDS } from './model/changeWords';
import { type FileState, fileStateWords } from './model/fileState';
import { fileName, folderNameOf } from './model/fileTree';

interface FileTitleProps {
  readonly view: Pick<ChangeView, 'change'>;
  readonly state: FileState;
}

/** The path of a changed file, its kind of change, and its state. */
export function FileTitle({ view: { change }, state }: FileTitleProps) {
  const folder = folderNameOf(change.path);
  return (
    <div className={styles.title}>
      <span className={styles.path} {...tooltip({ text: visiblePath(change.path) })}>
        {folder !== '' && (
          <span className={styles.folder}>
            <FolderPath path={folder} separator="/" />
          </span>
        )}
        <span className={styles.name}>{fileName(change.path)}</span>
      </span>
      {change.kind !== 'modify' && <Badge>{changeKindWords[change.kind]}</Badge>}
      {becomesExecutable(change) && (
        <span {...tooltip({ text: EXECUTABLE_WORDS })}>
          <Badge tone="danger">executable</Badge>
        </span>
      )}
      {change.afterTheFact && (
        <span
          {...tooltip({
            text: 'Written to your files before you could review it. Reject reverts it.',
          })}
        >
          <Badge tone="danger">after the fact</Badge>
        </span>
      )}
      {state !== 'undecided' && (
        <span className={styles.quiet}>
          <Badge tone={state === 'conflict' ? 'danger' : 'neutral'}>{fileStateWords[state]}</Badge>
        </span>
      )}
    </div>
  );
}
