import { memo } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { HunkId, SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { Button } from '../../../ui/Button';
import { tooltip } from '../../../ui/tooltip';
import { FileNotes } from '../FileNotes';
import { FileTitle } from '../FileTitle';
import { FileVerdict } from '../FileVerdict';
import { FileMarks } from '../files/FileMarks';
import { fileState } from '../model/fileState';
import { useReview } from '../model/reviewStore';
import { scrollContent } from '../model/scrollContent';
import { FileHunks } from './FileHunks';
import { openAlone } from './openAlone';
import styles from './ScrollFile.module.css';

interface ScrollFileProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  /** Far from the screen a file is a name, and the room that it takes. */
  readonly isDrawn: boolean;
  readonly height: number;
  /** The user is at this file. */
  readonly isCurrent: boolean;
  /** The hunk that keys act on, if it is one of this file. */
  readonly current: HunkId | null;
}

/** One of all changed files: a head that stays in sight, and its hunks. */
export const ScrollFile = memo(function ScrollFile(props: ScrollFileProps) {
  const { sessionId, view, isDrawn, height, isCurrent, current } = props;
  const { path } = view.change;
  const collected = useReview(sessionId, (state) => state.collected);
  const state = fileState(view, collected);
  return (
    <fieldset
      className={styles.file}
      aria-label={visiblePath(path)}
      data-file={path}
      // Where there are no hunks to walk to, the keys come here.
      tabIndex={-1}
      style={isDrawn ? undefined : { height }}
    >
      <header className={styles.head}>
        <FileTitle view={view} state={state} />
        <span className={styles.marks}>
          <FileMarks view={view} state={state} />
        </span>
        {isDrawn && (
          <div className={styles.actions}>
            <Button
              size="small"
              variant="ghost"
              {...tooltip({ text: 'Show this file by itself' })}
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
  const { changeId, path } = view.change;
  const isEditing = useReview(sessionId, (state) => state.editing === changeId);
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
