import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MessageText, TitleText } from './TitleText';

const paths = 'Changes:\n  src/a.ts\n  src/b.ts';

describe('words of an agent', () => {
  it('are one line as a title, with a sign where lines were joined', () => {
    const { container } = render(<TitleText text={paths} />);
    expect(container.textContent).toBe('Changes: ⏎ src/a.ts ⏎ src/b.ts');
  });

  it('keep their lines as a message, such as a list of paths', () => {
    const { container } = render(<MessageText text={paths} />);
    expect(container.textContent).toBe('Changes:\nsrc/a.ts\nsrc/b.ts');
  });
});
