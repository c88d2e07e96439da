import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { exampleChange } from '#test/window/exampleChange';
import { preferences, setPreference } from '#window/features/review/model/preferences';
import { setSeen } from '#window/features/review/model/seenFiles';
import { FileList } from './FileList';

const session = 'ses_files' as SessionId;
const view = exampleChange({ path: 'src/deep/down/cart.ts' });

afterEach(() => {
  setPreference('byFolder', true);
  setPreference('hideDecided', false);
});

function show(hidden = 0) {
  render(
    <FileList sessionId={session} files={[view]} hidden={hidden} selected={view.change.path} />,
  );
  return userEvent.setup();
}

describe('the list of changed files', () => {
  it('has the name first, and splits the folder where it may be cut', () => {
    setPreference('byFolder', false);
    show();
    const row = screen.getByRole('treeitem');
    const texts = [...row.querySelectorAll('span')]
      .filter(({ childElementCount }) => childElementCount === 0)
      .map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['cart.ts', 'src/deep', '/down']));
    expect(texts.indexOf('cart.ts')).toBeLessThan(texts.indexOf('src/deep'));
  });

  it('says which files were seen', () => {
    setSeen(session, view, true);
    show();
    expect(screen.getByRole('treeitem', { name: /cart\.ts, .*, seen/ })).toBeDefined();
  });

  it('hides decided files by choice, and offers them again', async () => {
    const user = show(3);
    await user.click(screen.getByRole('button', { name: 'Hide decided files' }));
    expect(preferences.getState().hideDecided).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Show 3 decided files' }));
    expect(preferences.getState().hideDecided).toBe(false);
  });
});
