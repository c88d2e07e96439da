import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SessionId } from '#shared/ids';
import { LookFault } from './LookFault';

test('writes out hidden characters of the path in a reason', () => {
  render(<LookFault sessionId={'ses_1' as SessionId} fault={'a\u202eb/.gitignore is a pipe.'} />);
  expect(screen.getByText(/a\\u\{202E\}b\/\.gitignore is a pipe/)).toBeTruthy();
});
