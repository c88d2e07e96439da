import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { startComment } from '#window/features/review/model/feedback/comments';
import { reviewStore } from '#window/features/review/model/reviewStore';
import { unfinishedTexts } from '#window/state/unfinishedTexts';
import { CommentEditor } from './CommentEditor';

const texts = { base: 'one\ntwo\n', proposed: 'one\n2\n' };
let count = 0;

/** A comment that was begun on the second line. */
function begin() {
  const session = `session-${++count}` as SessionId;
  const store = reviewStore(session);
  const on = (line: number) =>
    startComment(
      session,
      'a.txt',
      texts,
      { side: 'modified', start: line, end: line + 1 },
      undefined,
    );
  const show = (isOutdated = false) => {
    const { draft } = store.getState();
    if (!draft) throw new Error('No comment was begun.');
    return render(
      <CommentEditor
        sessionId={session}
        draft={draft}
        isOutdated={isOutdated}
        onResize={() => undefined}
      />,
    );
  };
  on(1);
  return { session, store, on, show, user: userEvent.setup() };
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Comment on line/ });

describe('a comment that is being written', () => {
  it('is there when its file is shown again', async () => {
    const { show, user, session } = begin();
    const first = show();
    await user.type(field(), 'half a');
    first.unmount();
    show();
    expect(field().value).toBe('half a');
    await user.type(field(), ' comment');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    expect(unfinishedTexts(session).size).toBe(0);
  });

  it('is gone once it is cancelled', async () => {
    const { show, user, session, store } = begin();
    show();
    await user.type(field(), 'half a');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(store.getState()).toMatchObject({ draft: null, comments: [] });
    expect(unfinishedTexts(session).size).toBe(0);
  });

  it('is kept as a comment when another is begun', async () => {
    const { show, user, store, on } = begin();
    const first = show();
    await user.type(field(), 'half a');
    first.unmount();
    on(0);
    expect(store.getState()).toMatchObject({
      draft: { start: 0, text: '' },
      comments: [{ start: 1, text: 'half a' }],
    });
  });

  it('says that its lines have changed', () => {
    const { show } = begin();
    show(true);
    expect(screen.getByRole('status').textContent).toContain('These lines have changed since.');
  });
});
