import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { exampleChange } from '#test/window/exampleChange';
import { keepUnfinished, unfinishedTexts } from '#window/state/unfinishedTexts';
import { editKey } from './model/diff/typedText';
import { startComment, typeComment } from './model/feedback/comments';
import { reviewStore } from './model/reviewStore';
import { StrandedTexts } from './StrandedTexts';

const texts = { base: 'one\ntwo\n', proposed: 'one\n2\n' };
const files = [exampleChange({ path: 'b.txt', ...texts })];

describe('what the user typed into a file that has left the review', () => {
  it('is offered as text until it is discarded', async () => {
    const session = 'stranded-edit' as SessionId;
    keepUnfinished(session, editKey('a.txt'), { text: 'mine\n', about: 'change' });
    keepUnfinished(session, editKey('b.txt'), { text: 'also mine\n', about: 'change' });
    const user = userEvent.setup();
    const shown = render(<StrandedTexts sessionId={session} files={files} />);
    expect(screen.getByRole('status').textContent).toContain('a.txt');
    await user.click(screen.getByRole('button', { name: 'Copy text' }));
    expect(await navigator.clipboard.readText()).toBe('mine\n');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(shown.container.textContent).toBe('');
    expect([...unfinishedTexts(session).keys()]).toEqual([editKey('b.txt')]);
  });

  it('is kept with the comments if it was a comment', () => {
    const session = 'stranded-comment' as SessionId;
    const store = reviewStore(session);
    startComment(session, 'a.txt', texts, { side: 'modified', start: 1, end: 2 }, undefined);
    const { draft } = store.getState();
    if (draft) typeComment(session, draft, 'half a comment');
    render(<StrandedTexts sessionId={session} files={files} />);
    expect(store.getState()).toMatchObject({ draft: null, comments: [{ text: 'half a comment' }] });
  });
});
