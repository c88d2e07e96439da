import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinkedImage } from './Links';

test('an image of a file is named by its path, with hidden characters written out', () => {
  render(<LinkedImage href="cod%E2%80%AEtxt.sh" alt="Chart" />);
  expect(screen.getByRole('button').textContent).toBe('Image: Chart (cod\\u{202E}txt.sh)');
});
