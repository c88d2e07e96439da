import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { bridge } from '#test/window/setup';
import { setErrorSink } from '#window/diagnostics/reportError';
import { GeneralPanel } from './GeneralPanel';

/** As main answers while settings.json is read-only. */
function refuseChanges(): unknown[] {
  const told: unknown[] = [];
  setErrorSink((error) => told.push(error));
  onTestFinished(() => setErrorSink(() => undefined));
  bridge.refuse('settings.update', 'settings.json is read-only.');
  return told;
}

it('says of a text that it is not saved, and keeps it', async () => {
  const told = refuseChanges();
  const user = userEvent.setup();
  render(<GeneralPanel />);
  const field = screen.getByRole('textbox', { name: 'Editor command' });
  await user.type(field, 'zed{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Not saved.');
  expect((field as HTMLInputElement).value).toBe('zed');
  expect(told.map(String)).toContainEqual(expect.stringContaining('read-only'));
  await user.type(field, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows the number that is saved', async () => {
  refuseChanges();
  const user = userEvent.setup();
  render(<GeneralPanel />);
  const field = screen.getByRole('textbox', { name: 'Terminal scrollback' });
  const saved = (field as HTMLInputElement).value;
  await user.click(screen.getByRole('button', { name: 'Increase Terminal scrollback' }));
  await expect.poll(() => bridge.inputs('settings.update')).toHaveLength(1);
  await expect.poll(() => (field as HTMLInputElement).value).toBe(saved);
});
