import { memo } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { HunkId, SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { FileNotes } from '#window/features/review/FileNotes';
import { FileTitle } from '#window/features/review/FileTitle';
import { FileVerdict } from '#window/features/review/FileVerdict';
import { FileMarks } from '#window/features/review/files/FileMarks';
import { SeenButton } from '#window/features/review/files/SeenButton';
import { scrollContent } from '#window/features/review/model/diff/scrollContent';
import { fileState } from '#window/features/review/model/fileState';
import { setPreference } from '#window/features/review/model/preferences';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import { Button } from '#window/ui/form/Button';
import { tooltip } from '#window/ui/overlay/tooltip';
import { FileHunks } from './FileHunks';
import styles from './ScrollFile.module.css';

interface ScrollFileProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  /** False: the file is far from the screen, so only its name and its space are drawn. */
  readonly isDrawn: boolean;
  readonly height: number;
  /** Whether this is the current file. */
  readonly isCurrent: boolean;
  /** The hunk that keys act on, if it belongs to this file. */
  readonly current: HunkId | null;
}

/** One of all changed files: a header that stays visible, and its hunks. */
export const ScrollFile = memo(function ScrollFile(props: ScrollFileProps) {
  const { sessionId, view, isDrawn, height, isCurrent, current } = props;
  const { path } = view.change;
  const collected = useReview(sessionId, (state) => state.collected);
  const isInBeat = useReview(sessionId, (state) => isCurrent && state.isInBeat);
  const state = fileState(view, collected);
  return (
    <fieldset
      className={styles.file}
      aria-label={visiblePath(path)}
      data-file={path}
      // Without hunks, the keyboard moves to the file itself.
      tabIndex={-1}
      style={isDrawn ? undefined : { height }}
    >
      <header className={styles.head} data-beat={isInBeat}>
        <FileTitle view={view} state={state} />
        <span className={styles.marks}>
          <FileMarks view={view} state={state} />
        </span>
        {isDrawn && (
          <div className={styles.actions}>
            <SeenButton sessionId={sessionId} view={view} />
            <Button
              size="small"
              variant="ghost"
              {...tooltip({ text: 'Show only this file' })}
              onClick={() => openAlone(sessionId, view)}
            >
              Open
            </Button>
            <FileVerdict sessionId={sessionId} view={view} isQuiet={!isCurrent} />
          </div>
        )}
      </header>
      {isDrawn && <Content sessionId={sessionId} view={view} current={current} />}
    </fieldset>
  );
});

type ContentProps = Pick<ScrollFileProps, 'sessionId' | 'view' | 'current'>;

function Content({ sessionId, view, current }: ContentProps) {
  const { path } = view.change;
  const isEditing = useReview(sessionId, (state) => state.editing === path);
  const isShownAnyway = useReview(sessionId, (state) => state.shownAnyway.has(path));
  const content = scrollContent(view, { isEditing, isShownAnyway });
  return (
    <>
      <FileNotes sessionId={sessionId} view={view} />
      {content.type === 'elsewhere' && <p className={styles.note}>{content.words}</p>}
      {content.type === 'lines' && (
        <FileHunks sessionId={sessionId} view={view} current={current} />
      )}
    </>
  );
}

/** Opens one file alone, at the current hunk. */
function openAlone(session: SessionId, { change: { path } }: ChangeView): void {
  reviewStore(session).setState((state) => (state.path === path ? {} : { path, hunkId: null }));
  setPreference('allFiles', false);
}
