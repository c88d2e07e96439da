import { useCallback, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChangeView } from '#shared/airlock/changeView';
import { computeHunks, type HunkRange, rangeOf } from '#shared/airlock/hunks';
import type { SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { visiblePath } from '#shared/text/visiblePath';
import { Spinner } from '../../ui/Spinner';
import { CommentEditor } from './comments/CommentEditor';
import { CommentNote } from './comments/CommentNote';
import styles from './DiffView.module.css';
import { EditBar } from './EditBar';
import { HunkBar } from './hunk/HunkBar';
import { startComment } from './model/comments';
import { registerDiff } from './model/diffHandle';
import { commentZone, hunkZones } from './model/diffZones';
import { noteTyped, saveEdit, useTyped } from './model/editing';
import { drawnRanges, hunkAt, selectionIn, type TextHunkView, textHunks } from './model/hunkZones';
import { usePreferences } from './model/preferences';
import { workText } from './model/resolveTexts';
import { reviewStore, useReview } from './model/reviewStore';
import { canBeEdited, shownText } from './model/shownText';
import type { ShownDiff } from './monaco/diffSurface';
import { useSelectedLines, useShownDiff, useSurface, useVisibleZones } from './monaco/useSurface';

interface DiffViewProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  /** Null while they are on their way. */
  readonly texts: ChangeTexts | null;
}

/** The two texts of a change, with a bar above each hunk and comments below their lines. */
export function DiffView({ sessionId, view, texts }: DiffViewProps) {
  const { changeId, path } = view.change;
  const store = reviewStore(sessionId);
  const { surface, container } = useSurface(usePreferences());
  const hunks = useMemo(() => textHunks(view), [view]);
  const zones = useVisibleZones(surface);
  const selected = useSelectedLines(surface);
  const isEditing = useReview(sessionId, (state) => state.editing === changeId);
  const diff = useShown(view, texts, isEditing, useTyped(changeId, isEditing));
  const isDrawn = useShownDiff(surface, diff);
  const allComments = useReview(sessionId, (state) => state.comments);
  const draft = useReview(sessionId, (state) => (state.draft?.path === path ? state.draft : null));
  const comments = useMemo(
    () => allComments.filter((comment) => comment.path === path && comment.id !== draft?.id),
    [allComments, path, draft],
  );
  const wanted = useReview(sessionId, (state) => state.hunkId);
  const current =
    hunks.find(({ hunk }) => hunk.id === wanted) ??
    hunks.find(({ outcome }) => outcome.state === 'pending') ??
    hunks[0];
  const [heights, setHeights] = useState<Readonly<Record<string, number>>>({});
  const measure = useCallback(
    (key: string, height: number) =>
      setHeights((before) => (before[key] === height ? before : { ...before, [key]: height })),
    [],
  );

  useEffect(() => {
    const shown = visiblePath(path);
    surface?.setLabels(`${shown}, before`, `${shown}, proposed`);
  }, [surface, path]);

  useEffect(() => {
    if (surface === null || !isDrawn) return;
    surface.setEditable(isEditing);
    if (!isEditing) return;
    surface.focus();
    return surface.editListeners.subscribe(() => noteTyped(changeId, surface.modifiedText()));
  }, [surface, isDrawn, isEditing, changeId]);

  useEffect(() => {
    if (surface === null || !isDrawn) return;
    // While the user edits, hunks move with every key: they are found anew when the edit is kept.
    const bars = isEditing ? [] : hunkZones(hunks);
    const notes = comments.map((comment) =>
      commentZone(`comment:${comment.id}`, comment, hunks, heights[`comment:${comment.id}`]),
    );
    const editor = draft ? [commentZone('draft', draft, hunks, heights.draft)] : [];
    surface.zones.set([...bars, ...notes, ...editor]);
  }, [surface, isDrawn, isEditing, hunks, comments, draft, heights]);

  const shownComment = useReview(sessionId, (state) => state.shownComment);
  const shownHeight = shownComment === null ? undefined : heights[`comment:${shownComment}`];
  const hasShown = comments.some(({ id }) => id === shownComment);
  useEffect(() => {
    if (surface === null || !isDrawn || !hasShown) return;
    surface.zones.reveal(`comment:${shownComment}`);
    // Until it was measured, its room is a guess.
    if (shownHeight !== undefined) store.setState({ shownComment: null });
  }, [surface, isDrawn, hasShown, shownComment, shownHeight, store]);

  const currentStart = current?.hunk.proposedStart;
  useEffect(() => {
    if (surface && isDrawn && currentStart !== undefined) surface.reveal(currentStart);
  }, [surface, isDrawn, currentStart]);

  // After its hunk, which may be longer than the screen; and again once its room is no guess.
  const draftId = draft?.id;
  const draftHeight = draft && heights.draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height says when, not what.
  useEffect(() => {
    if (isDrawn && draftId !== undefined) surface?.zones.reveal('draft');
  }, [surface, isDrawn, draftId, draftHeight]);

  // Whoever puts the cursor into a hunk means that one.
  useEffect(() => {
    if (surface === null) return;
    return surface.selectionListeners.subscribe(() => {
      const { side, line } = surface.cursorLine();
      const hunk = surface.hasFocus() ? hunkAt(hunks, side, line) : undefined;
      if (hunk) store.setState({ path, hunkId: hunk.hunk.id });
    });
  }, [surface, hunks, path, store]);

  const comment = useCallback(
    (hunk: TextHunkView | undefined) => {
      if (texts !== null)
        startComment(sessionId, path, texts, surface?.selectedLines() ?? null, hunk);
    },
    [sessionId, path, texts, surface],
  );

  // The mark is for one line, unless it is one of those that are selected.
  useEffect(() => {
    if (surface === null || texts === null) return;
    surface.onComment = (side, line) => {
      const lines = surface.selectedLines();
      const isSelected = lines?.side === side && line >= lines.start && line < lines.end;
      const place = isSelected ? lines : { side, start: line, end: line + 1 };
      startComment(sessionId, path, texts, place, undefined);
    };
    return () => {
      surface.onComment = null;
    };
  }, [surface, texts, sessionId, path]);

  const isEditable = view.status === 'open' && canBeEdited(texts?.proposed ?? '\r');
  useEffect(() => {
    if (surface === null) return;
    return registerDiff(sessionId, {
      comment: () => comment(current),
      pickedLines: () => {
        const lines = surface.selectedLines();
        const picked = current && lines ? selectionIn(current, lines) : null;
        return current && picked ? { hunk: current, lines: picked } : null;
      },
      canEdit: () => isEditable,
      saveEdit: async () => {
        if (texts) await saveEdit(sessionId, view, workText(view, texts), surface.modifiedText());
      },
      focus: () => surface.focus(),
    });
  }, [surface, sessionId, view, texts, current, comment, isEditable]);

  return (
    <div className={styles.view}>
      {isEditing && <EditBar sessionId={sessionId} />}
      {!isDrawn && (
        <p className={styles.loading}>
          <Spinner size="small" /> Comparing…
        </p>
      )}
      <div ref={container} className={styles.editor} data-drawn={isDrawn} />
      {zones.map(({ key, node }) => {
        const content = zoneContent(key);
        return content && createPortal(content, node, key);
      })}
    </div>
  );

  function zoneContent(key: string) {
    if (key === 'draft') {
      return draft && <CommentEditor sessionId={sessionId} draft={draft} onResize={measure} />;
    }
    const note = comments.find(({ id }) => key === `comment:${id}`);
    if (note) return <CommentNote sessionId={sessionId} comment={note} onResize={measure} />;
    const index = hunks.findIndex(({ hunk }) => key === `hunk:${hunk.id}`);
    const hunk = hunks[index];
    return (
      hunk && (
        <HunkBar
          sessionId={sessionId}
          view={view}
          hunk={hunk}
          number={index + 1}
          count={hunks.length}
          isCurrent={hunk === current}
          selection={selected && selectionIn(hunk, selected)}
          onComment={() => comment(hunk)}
        />
      )
    );
  }
}

/** Deciding on a hunk makes a new list of them, but not another diff: that is a matter of the lines. */
function useShown(
  view: ChangeView,
  texts: ChangeTexts | null,
  isEditing: boolean,
  typed: string | null,
): ShownDiff | null {
  const { changeId, path } = view.change;
  const ranges = JSON.stringify(isEditing ? null : drawnRanges(textHunks(view)));
  const edited = isEditing && texts ? (typed ?? workText(view, texts)) : null;
  return useMemo(() => {
    if (texts === null) return null;
    const original = shownText(texts.base ?? '');
    const modified = shownText(edited ?? texts.proposed ?? '');
    const known: readonly HunkRange[] = JSON.parse(ranges) ?? [];
    return {
      key: changeId,
      path,
      original,
      modified,
      // A deletion is decided as a whole, but its lines are worth seeing.
      hunks: known.length > 0 ? known : computeHunks(original, modified).map(rangeOf),
    };
  }, [texts, edited, ranges, changeId, path]);
}
