import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { bridge } from '#test/window/setup';
import { showWhoWrote } from '#window/state/whoWrote';
import { WhoWroteDialog } from './WhoWroteDialog';

it('shows hidden characters of a path in the list, and requests the path unchanged', async () => {
  const path = 'src/\u202Egpj.exe';
  bridge.answer('sessions.filesIn', () => [{ path, positions: [] }]);
  bridge.answer('provenance.file', () => ({ text: '', runs: [], origins: [], problem: null }));
  showWhoWrote('/project', null);
  render(<WhoWroteDialog />);
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'File' });
  await user.type(field, 'exe');
  await expect
    .poll(() => document.querySelector('datalist option')?.getAttribute('value'))
    .toBe('src/\\u{202E}gpj.exe');
  await user.clear(field);
  await user.click(field);
  await user.paste('src/\\u{202E}gpj.exe');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await expect.poll(() => bridge.inputs('provenance.file')).toEqual([{ folder: '/project', path }]);
});
