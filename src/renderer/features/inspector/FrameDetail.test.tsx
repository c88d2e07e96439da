import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { bridge } from '#test/window/setup';
import { FrameDetail } from './FrameDetail';

const row = {
  number: 1,
  at: 0,
  direction: 'in',
  bytes: 9,
  label: 'session/update',
  isError: false,
  preview: '',
} as const;

it('writes out what would hide or reorder the text, and copies it as it is', async () => {
  const text = '{\n  "text": "a\u202Eb"\n}';
  bridge.answer('inspector.frame', () => ({ text, isCut: false }));
  const user = userEvent.setup();
  render(<FrameDetail sessionId={'ses_1' as SessionId} row={row} onClose={vi.fn()} />);
  expect(await screen.findByText('\\u{202E}')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy message' }));
  expect(await navigator.clipboard.readText()).toBe(text);
});
