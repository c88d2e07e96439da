import type { ChangeView } from '#shared/airlock/changeView';
import { splitLines } from '#shared/airlock/lines';
import type { DecisionId, SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { showToast } from '../../../ui/toasts';
import type { SelectedLines } from '../monaco/diffSurface';
import { loadTexts } from './changeTexts';
import type { TextHunkView } from './hunkZones';
import type { LineComment } from './lineComment';
import { preferences, setPreference } from './preferences';
import { type CommentDraft, reviewStore } from './reviewStore';

/** Opens an editor for a comment on the selected lines; without any, on the hunk. */
export function startComment(
  session: SessionId,
  path: string,
  texts: ChangeTexts,
  selected: SelectedLines | null,
  hunk: TextHunkView | undefined,
): void {
  const place = selected ?? (hunk && linesOf(hunk));
  if (place === undefined) return;
  const text = place.side === 'original' ? texts.base : texts.proposed;
  const quote = splitLines(text ?? '')
    .slice(place.start, place.end)
    .map((line) => line.replace(/\r?\n$/, ''));
  showAlone();
  reviewStore(session).setState({
    draft: { ...place, id: crypto.randomUUID(), path, quote, text: '', isNew: true },
  });
}

/** The same from where the texts are not at hand. */
export async function commentOnHunk(
  session: SessionId,
  { change: { changeId, path } }: ChangeView,
  hunk: TextHunkView,
): Promise<void> {
  const texts = await loadTexts(session, changeId);
  reviewStore(session).setState({ path, hunkId: hunk.hunk.id });
  startComment(session, path, texts, null, hunk);
}

/** An empty comment is none. */
export function keepComment(session: SessionId, draft: CommentDraft, text: string): void {
  const { isNew: _, ...rest } = draft;
  const comment: LineComment = { ...rest, text: text.trim() };
  reviewStore(session).setState(({ comments }) => {
    const others = comments.filter(({ id }) => id !== comment.id);
    return { draft: null, comments: comment.text === '' ? others : [...others, comment] };
  });
}

export function editComment(session: SessionId, comment: LineComment): void {
  showAlone();
  reviewStore(session).setState({ draft: { ...comment, isNew: false }, path: comment.path });
}

export function dropDraft(session: SessionId): void {
  reviewStore(session).setState({ draft: null });
}

export function removeComment(session: SessionId, comment: LineComment): void {
  const store = reviewStore(session);
  const without = (comments: readonly LineComment[]) =>
    comments.filter(({ id }) => id !== comment.id);
  store.setState(({ comments }) => ({ comments: without(comments) }));
  showToast({
    id: 'review.comment',
    title: 'Comment removed',
    action: {
      label: 'Undo',
      run: () => store.setState(({ comments }) => ({ comments: [...without(comments), comment] })),
    },
  });
}

/** They are the agent's now. */
export function settleFeedback(session: SessionId, told: readonly DecisionId[]): void {
  reviewStore(session).setState((state) => ({
    comments: [],
    told: new Set([...state.told, ...told]),
  }));
}

/** It is written between the lines of its file, where that is on its own. */
function showAlone(): void {
  if (preferences.getState().allFiles) setPreference('allFiles', false);
}

function linesOf({ hunk }: TextHunkView): SelectedLines {
  if (hunk.proposedCount > 0) {
    const start = hunk.proposedStart;
    return { side: 'modified', start, end: start + hunk.proposedCount };
  }
  return { side: 'original', start: hunk.baseStart, end: hunk.baseStart + hunk.baseCount };
}
