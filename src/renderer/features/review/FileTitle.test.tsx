import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { FileTitle } from './FileTitle';

describe('the title of a changed file', () => {
  it('says that the file becomes executable, whether it is new or was there', () => {
    for (const base of [null, 'one\n']) {
      const { unmount } = render(
        <FileTitle view={exampleChange({ base, mode: '100755' })} state="undecided" />,
      );
      expect(screen.getByText('executable')).toBeDefined();
      unmount();
    }
    render(<FileTitle view={exampleChange()} state="undecided" />);
    expect(screen.queryByText('executable')).toBeNull();
  });

  it('writes out characters that would hide or reorder the others', () => {
    const view = exampleChange({ path: 'a\u200Bb/in\u202Ecod.sh' });
    const { container } = render(<FileTitle view={view} state="undecided" />);
    expect(container.textContent).toContain('a\\u{200B}b');
    expect(container.textContent).toContain('in\\u{202E}cod.sh');
    expect(container.innerHTML).not.toMatch(/[\u200B\u202E]/);
  });
});
