import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WindowToastSlot } from './ToastSlot';
import { Toasts } from './Toasts';
import { showToast } from './toasts';

it('carries out the action of a toast once, also for a double click', async () => {
  render(
    <>
      <WindowToastSlot />
      <Toasts />
    </>,
  );
  let runs = 0;
  showToast({ title: 'Deleted', action: { label: 'Do it once', run: () => void runs++ } });
  const button = await screen.findByRole('button', { name: 'Do it once' });
  // As in the app, where the toast is still there while it goes away.
  act(() => {
    button.click();
    button.click();
  });
  expect(runs).toBe(1);
});
