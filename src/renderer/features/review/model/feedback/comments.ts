import type { ChangeView } from '#shared/airlock/changeView';
import type { DecisionId, SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { loadTexts } from '#window/features/review/model/diff/changeTexts';
import type { TextHunkView } from '#window/features/review/model/diff/hunkZones';
import { type CommentDraft, reviewStore } from '#window/features/review/model/reviewStore';
import type { SelectedLines } from '#window/features/review/monaco/diffSurface';
import { dropUnfinished, keepUnfinished, unfinishedTexts } from '#window/state/unfinishedTexts';
import { showToast } from '#window/ui/overlay/toasts';
import { type LineComment, quoteOf } from './lineComment';

/** Opens an editor for a comment on the selected lines, or on the hunk if none are selected. */
export function startComment(
  session: SessionId,
  path: string,
  texts: ChangeTexts,
  selected: SelectedLines | null,
  hunk: TextHunkView | undefined,
): void {
  const place = selected ?? (hunk && linesOf(hunk));
  if (place === undefined) return;
  const quote = quoteOf(texts, place);
  settleDraft(session);
  reviewStore(session).setState({
    draft: { ...place, id: crypto.randomUUID(), path, quote, text: '', isNew: true },
  });
}

/** The same, for callers that have not loaded the texts. */
export async function commentOnHunk(
  session: SessionId,
  { change: { changeId, path } }: ChangeView,
  hunk: TextHunkView,
  selected: SelectedLines | null = null,
): Promise<void> {
  const texts = await loadTexts(session, changeId);
  reviewStore(session).setState({ path, hunkId: hunk.hunk.id });
  startComment(session, path, texts, selected, hunk);
}

/** The text that has been typed so far. */
export function draftText(session: SessionId, { id, text }: CommentDraft): string {
  return unfinishedTexts(session).get(draftKey(id))?.text ?? text;
}

export function typeComment(session: SessionId, { id, path }: CommentDraft, text: string): void {
  keepUnfinished(session, draftKey(id), { text, about: path });
}

/** Saves a comment; an empty one is removed. */
export function keepComment(session: SessionId, draft: CommentDraft, text: string): void {
  dropUnfinished(session, draftKey(draft.id));
  const { isNew: _, ...rest } = draft;
  const comment: LineComment = { ...rest, text: text.trim() };
  reviewStore(session).setState(({ comments }) => {
    const others = comments.filter(({ id }) => id !== comment.id);
    return { draft: null, comments: comment.text === '' ? others : [...others, comment] };
  });
}

export function editComment(session: SessionId, comment: LineComment): void {
  settleDraft(session);
  reviewStore(session).setState({ draft: { ...comment, isNew: false }, path: comment.path });
}

export function dropDraft(session: SessionId): void {
  const store = reviewStore(session);
  const { draft } = store.getState();
  if (draft) dropUnfinished(session, draftKey(draft.id));
  store.setState({ draft: null });
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

/** Removes the comments that were sent to the agent. */
export function settleFeedback(session: SessionId, told: readonly DecisionId[]): void {
  reviewStore(session).setState((state) => ({
    comments: [],
    told: new Set([...state.told, ...told]),
  }));
}

/** Ends the draft of a comment. Its text stays with the comments that wait to be sent. */
export function settleDraft(session: SessionId): void {
  const { draft } = reviewStore(session).getState();
  if (draft === null) return;
  const text = draftText(session, draft);
  if (text.trim() === '') dropDraft(session);
  else keepComment(session, draft, text);
}

function draftKey(id: string): string {
  return `comment ${id}`;
}

function linesOf({ hunk }: TextHunkView): SelectedLines {
  if (hunk.proposedCount > 0) {
    const start = hunk.proposedStart;
    return { side: 'modified', start, end: start + hunk.proposedCount };
  }
  return { side: 'original', start: hunk.baseStart, end: hunk.baseStart + hunk.baseCount };
}
