import { visiblePath } from '#shared/text/visiblePath';
import { tooltip } from '../../../ui/tooltip';
import { openLocation } from '../openLocation';
import { useProjectPath } from '../projectPath';
import { useThread } from '../threadContext';
import styles from './PathButton.module.css';

interface PathButtonProps {
  readonly path: string;
  readonly line: number | null;
  /** With its folders; otherwise the name of the file alone. */
  readonly full?: boolean;
}

/** A place in a file, which it opens. */
export function PathButton({ path, line, full = false }: PathButtonProps) {
  const { sessionId } = useThread();
  const shown = useProjectPath(path);
  const text = full ? shown : (shown.split(/[\\/]/).at(-1) ?? shown);
  const place = line === null ? '' : `:${line}`;
  return (
    <button
      type="button"
      className={styles.path}
      {...tooltip({ text: visiblePath(`${path}${place}`) })}
      onClick={() => openLocation(sessionId, path, line)}
    >
      {/* Long paths lose their start, because their end says more. */}
      <bdi>{visiblePath(`${text}${place}`)}</bdi>
    </button>
  );
}
