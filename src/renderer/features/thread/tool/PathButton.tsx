import { visiblePath } from '#shared/text/visiblePath';
import { openPlace } from '#window/actions/openPlace';
import { reportError } from '#window/diagnostics/reportError';
import { useProjectPath } from '#window/features/thread/projectPath';
import { useThread } from '#window/features/thread/threadContext';
import { tooltip } from '#window/ui/overlay/tooltip';
import styles from './PathButton.module.css';

interface PathButtonProps {
  readonly path: string;
  readonly line: number | null;
  /** Whether to show the folders too, and not only the name of the file. */
  readonly full?: boolean;
}

/** A place in a file, which a click opens. */
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
      onClick={() => void openPlace(sessionId, path, line).catch(reportError)}
    >
      {/* Long paths are cut at their start, because their end says more. */}
      <bdi>{visiblePath(`${text}${place}`)}</bdi>
    </button>
  );
}
