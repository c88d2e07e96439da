import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SessionId } from '#shared/ids';
import { Notices } from './Notices';

test('the folder that all paths are in is named, too', () => {
  const notices = [{ path: '', reason: 'unreadable' }] as const;
  render(<Notices sessionId={'ses_1' as SessionId} notices={notices} />);
  expect(screen.getByRole('listitem').textContent).toBe('The agent’s folder itself cannot be read');
});
