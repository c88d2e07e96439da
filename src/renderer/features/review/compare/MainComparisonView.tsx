import { useEffect, useMemo, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { ChangeTexts, ComparedFile, MainComparison } from '#shared/ipc/changes';
import { formatNumber } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { HUNK_ALL_ROWS } from '#window/features/review/limits';
import { call } from '#window/ipc/client';
import { Banner } from '#window/ui/Banner';
import { DiffLines } from '#window/ui/diff/DiffLines';
import { diffRows } from '#window/ui/diff/diffRows';
import { DialogBody } from '#window/ui/overlay/Dialog';
import { Spinner } from '#window/ui/Spinner';
import styles from './MainComparisonView.module.css';

/**
 * Compares the agent's present files with the main branch of the user's repository. Nothing is
 * decided here.
 */
export function MainComparisonView({ sessionId }: { readonly sessionId: SessionId }) {
  const [comparison, problem] = useAnswer<MainComparison>(
    () => call('changes.compare', { sessionId }),
    sessionId,
  );
  const [path, setPath] = useState<string | null>(null);
  if (problem !== null) {
    return (
      <DialogBody>
        <Banner tone="danger">{problem}</Banner>
      </DialogBody>
    );
  }
  if (comparison === null) {
    return (
      <DialogBody>
        <p role="status" className={styles.note}>
          <Spinner size="small" /> Comparing…
        </p>
      </DialogBody>
    );
  }
  const { name, files, count } = comparison;
  const shown = files.find((file) => file.path === path) ?? files[0];
  return (
    <DialogBody>
      <p className={styles.note}>{summary(name, count, files.length)}</p>
      {shown && (
        <div className={styles.columns}>
          <ul className={styles.files} aria-label={`Files that differ from ${visiblePath(name)}`}>
            {files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  className={styles.file}
                  aria-pressed={file === shown}
                  onClick={() => setPath(file.path)}
                >
                  <bdi>{visiblePath(file.path)}</bdi>
                </button>
              </li>
            ))}
          </ul>
          <FileDifference key={shown.path} sessionId={sessionId} file={shown} />
        </div>
      )}
    </DialogBody>
  );
}

function summary(name: string, count: number, listed: number): string {
  const branch = visiblePath(name);
  if (count === 0) return `The agent’s files are the same as on ${branch}.`;
  const files = count === 1 ? '1 file differs' : `${formatNumber(count)} files differ`;
  const cut = listed < count ? ` The first ${formatNumber(listed)} are listed.` : '';
  return `${files} between ${branch} and the agent’s files as they are now.${cut}`;
}

interface FileDifferenceProps {
  readonly sessionId: SessionId;
  readonly file: ComparedFile;
}

function FileDifference({ sessionId, file }: FileDifferenceProps) {
  const { base, proposed, path } = file;
  const [texts, problem] = useAnswer<ChangeTexts>(
    () => call('changes.compareTexts', { sessionId, base, proposed }),
    path,
  );
  const rows = useMemo(
    () => (texts ? diffRows(texts.base ?? '', texts.proposed ?? '').rows : []),
    [texts],
  );
  if (problem !== null) return <Banner tone="danger">{problem}</Banner>;
  if (texts === null) return <Spinner size="small" />;
  const isUnreadable =
    (base !== null && texts.base === null) || (proposed !== null && texts.proposed === null);
  if (isUnreadable)
    return <p className={styles.note}>It is not text, or it is too large to be shown here.</p>;
  return (
    <div className={styles.difference}>
      <DiffLines path={path} rows={rows.slice(0, HUNK_ALL_ROWS)} />
      {rows.length > HUNK_ALL_ROWS && (
        <p className={styles.note}>
          {formatNumber(rows.length - HUNK_ALL_ROWS)} more lines. Open the file to read them.
        </p>
      )}
    </div>
  );
}

/** Sends one request for each key. */
function useAnswer<T>(
  ask: () => Promise<T>,
  key: string,
): readonly [answer: T | null, problem: string | null] {
  const [answer, setAnswer] = useState<T | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the request.
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (value) => isCurrent && setAnswer(value),
      (error: unknown) => isCurrent && setProblem(errorMessage(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return [answer, problem];
}
