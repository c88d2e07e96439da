import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { exampleChange } from '#test/window/exampleChange';
import { EXECUTABLE_WORDS } from '#window/features/review/model/changeWords';
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

  it('says that a file becomes executable, and writes hidden characters out', () => {
    const script = exampleChange({ path: 'in\u202Ecod.sh', base: null, mode: '100755' });
    render(
      <FileList sessionId={session} files={[script]} hidden={0} selected={script.change.path} />,
    );
    const row = screen.getByRole('treeitem', { name: /becomes executable/ });
    expect(row.getAttribute('aria-label')).toMatch(/^in\\u\{202E\}cod\.sh, /);
    expect(row.textContent).toContain('in\\u{202E}cod.sh');
    expect(row.querySelectorAll('[class*="danger"] svg')).toHaveLength(1);
    const words = row.getAttribute('data-tooltip');
    expect(words).toContain(EXECUTABLE_WORDS);
    expect(words).toMatch(/^in\\u\{202E\}cod\.sh\n/);
  });

  it('draws of thousands of files those near the screen, and goes to any of them by key', async () => {
    setPreference('byFolder', false);
    const files = Array.from({ length: 2_000 }, (_, index) =>
      exampleChange({ path: `file${String(index).padStart(4, '0')}.ts` }),
    );
    render(<FileList sessionId={session} files={files} hidden={0} selected="file1000.ts" />);
    const drawn = () => screen.getAllByRole('treeitem').length;
    expect(drawn()).toBeLessThan(100);
    const user = userEvent.setup();
    screen.getByRole('treeitem', { name: /^file1000\.ts/ }).focus();
    await user.keyboard('{End}');
    expect(document.activeElement?.getAttribute('data-row')).toBe('file1999.ts');
    await user.keyboard('{Home}');
    expect(document.activeElement?.getAttribute('data-row')).toBe('file0000.ts');
    expect(drawn()).toBeLessThan(100);
  });

  describe('that gets lower', () => {
    /** A tree so high, with its selected row so far below its top. */
    function lower(from: number, to: number, top: number): number {
      let resize: () => void = vi.fn();
      vi.stubGlobal(
        'ResizeObserver',
        class {
          constructor(told: () => void) {
            resize = told;
          }
          observe = vi.fn();
          unobserve = vi.fn();
          disconnect = vi.fn();
        },
      );
      let height = from;
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height);
      show();
      const row = screen.getByRole('treeitem', { name: /cart\.ts/ });
      const shown = vi.spyOn(row, 'scrollIntoView');
      vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 26));
      height = to;
      resize();
      return shown.mock.calls.length;
    }

    afterEach(() => {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });

    it('keeps its selected row in sight', () => expect(lower(400, 100, 300)).toBe(1));
    it('stays where the user has scrolled to', () => {
      expect(lower(400, 100, 500)).toBe(0);
    });
    it('and higher again, stays as well', () => expect(lower(100, 400, 50)).toBe(0));
  });

  it('hides decided files by choice, and offers them again', async () => {
    const user = show(3);
    await user.click(screen.getByRole('button', { name: 'Hide decided files' }));
    expect(preferences.getState().hideDecided).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Show 3 decided files' }));
    expect(preferences.getState().hideDecided).toBe(false);
  });
});
