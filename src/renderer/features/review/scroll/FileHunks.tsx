import { useEffect, useMemo, useRef } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { HunkId, SessionId } from '#shared/ids';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { CommentCard } from '#window/features/review/comments/CommentCard';
import { CommentEditor } from '#window/features/review/comments/CommentEditor';
import { rowCounts } from '#window/features/review/diff/hunkRows';
import { FarTextNote } from '#window/features/review/hunk/FarTextNote';
import { HunkBar } from '#window/features/review/hunk/HunkBar';
import { HUNK_ROWS } from '#window/features/review/limits';
import { useChangeTexts } from '#window/features/review/model/diff/changeTexts';
import { findFarText } from '#window/features/review/model/diff/farText';
import { hunkNear, textHunks } from '#window/features/review/model/diff/hunkZones';
import { linesOfRows, placeOfRows } from '#window/features/review/model/diff/pickedRows';
import { drawnRows } from '#window/features/review/model/diff/scrollContent';
import { commentOnHunk } from '#window/features/review/model/feedback/comments';
import { isQuoteOutdated } from '#window/features/review/model/feedback/lineComment';
import { hunkState } from '#window/features/review/model/fileState';
import { type CommentDraft, useReview } from '#window/features/review/model/reviewStore';
import type { DiffRow } from '#window/ui/diff/diffRow';
import { HunkLines } from './HunkLines';
import styles from './ScrollFile.module.css';
import { useHunkRows } from './useHunkRows';

interface FileHunksProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly current: HunkId | null;
}

/** The hunks of a file in a column, each with its bar, its lines and its comments. */
export function FileHunks({ sessionId, view, current }: FileHunksProps) {
  const { path } = view.change;
  const hunks = useMemo(() => textHunks(view), [view]);
  const counts = rowCounts(hunks.map(({ hunk }) => hunk));
  const drawn = drawnRows(counts);
  const rows = useHunkRows(sessionId, view);
  const collected = useReview(sessionId, (state) => state.collected);
  const allComments = useReview(sessionId, (state) => state.comments);
  const draft = useReview(sessionId, (state) => (state.draft?.path === path ? state.draft : null));
  const picked = useReview(sessionId, (state) =>
    state.picked?.path === path ? state.picked : null,
  );
  const found = useReview(sessionId, ({ find }) => {
    const line = find?.index == null ? undefined : find.lines[find.index];
    return line?.changeId === view.change.changeId ? line : null;
  });
  const foundHunk = found && hunkNear(hunks, { ...found, start: found.line, end: found.line + 1 });
  const comments = allComments
    .filter((comment) => comment.path === path && comment.id !== draft?.id)
    .map((comment) => ({ comment, hunk: hunkNear(hunks, comment) }));
  const notesOn = (hunk: (typeof hunks)[number] | undefined) =>
    comments
      .filter((one) => one.hunk === hunk)
      .map(({ comment }) => (
        <div key={comment.id} className={styles.comment} data-comment={comment.id}>
          <CommentCard sessionId={sessionId} comment={comment} />
        </div>
      ));
  const draftHunk = draft && hunkNear(hunks, draft);
  const draftOn = (hunk: (typeof hunks)[number] | undefined) =>
    draft && draftHunk === hunk ? (
      <DraftEditor key={draft.id} sessionId={sessionId} view={view} draft={draft} />
    ) : null;
  if (rows.state === 'failed') {
    return <p className={styles.note}>The text could not be read. {errorMessage(rows.error)}</p>;
  }
  const loaded = rows.state === 'loaded' ? rows.value : null;
  return (
    <>
      <FarTextNote found={loaded && findFarText(addedLines(loaded))} />
      {hunks.map((hunk, index) => {
        const state = hunkState(view, hunk, collected);
        const own = picked?.hunkId === hunk.hunk.id ? picked : null;
        const lines = loaded?.[index] ?? [];
        return (
          <div
            key={hunk.hunk.id}
            className={styles.hunk}
            data-place={hunk.hunk.id}
            data-decided={state !== 'undecided' && state !== 'conflict'}
          >
            <div className={styles.bar}>
              <HunkBar
                sessionId={sessionId}
                view={view}
                hunk={hunk}
                number={index + 1}
                count={hunks.length}
                isCurrent={hunk.hunk.id === current}
                selection={own && linesOfRows(hunk, lines, own)}
                takesFocus
                onComment={() =>
                  void commentOnHunk(sessionId, view, hunk, own && placeOfRows(lines, own)).catch(
                    reportError,
                  )
                }
              />
            </div>
            <HunkLines
              path={path}
              rows={loaded && (loaded[index] ?? [])}
              count={counts[index] ?? 0}
              drawn={drawn[index] ?? 0}
              picked={own}
              found={hunk === foundHunk ? found : null}
            />
            {notesOn(hunk)}
            {draftOn(hunk)}
          </div>
        );
      })}
      {hunks.length === 0 && loaded && <WholeLines path={path} rows={loaded.flat()} />}
      {notesOn(undefined)}
      {draftOn(undefined)}
    </>
  );
}

function* addedLines(hunks: readonly DiffRow[][]) {
  for (const { type, text, after } of hunks.flat()) {
    if (type === 'added') yield { line: after ?? 0, text };
  }
}

/** A deletion is decided as a whole, but its lines are worth seeing. */
function WholeLines({ path, rows }: { readonly path: string; readonly rows: readonly DiffRow[] }) {
  const drawn = Math.min(rows.length, HUNK_ROWS);
  return <HunkLines path={path} rows={rows} count={rows.length} drawn={drawn} />;
}

interface DraftEditorProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly draft: CommentDraft;
}

/** The editor of a comment, below the commented hunk. */
function DraftEditor({ sessionId, view, draft }: DraftEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const texts = useChangeTexts(sessionId, view.change.changeId);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} className={styles.comment}>
      <CommentEditor
        sessionId={sessionId}
        draft={draft}
        isOutdated={texts.state === 'loaded' && isQuoteOutdated(draft, texts.value)}
        onResize={() => undefined}
      />
    </div>
  );
}
