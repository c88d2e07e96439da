import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SessionId } from '#shared/ids';
import { FakeBridge } from '#test/window/fakeBridge';
import { LookFault } from './LookFault';

test('writes out hidden characters of the path in a reason', () => {
  render(<LookFault sessionId={'ses_1' as SessionId} fault={'a\u202eb/.gitignore is a pipe.'} />);
  expect(screen.getByText(/a\\u\{202E\}b\/\.gitignore is a pipe/)).toBeTruthy();
});

test('has the files looked at again, once at a time', async () => {
  const bridge = new FakeBridge();
  bridge.install();
  const looked = Promise.withResolvers<void>();
  bridge.answer('changes.look', async () => {
    await looked.promise;
    return { fault: 'a is a pipe.' };
  });
  render(<LookFault sessionId={'ses_1' as SessionId} fault="a is a pipe." />);
  expect(screen.getByText(/nothing can be accepted/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Look again' }));
  const looking = screen.getByRole('button', { name: 'Looking…' });
  await userEvent.click(looking);
  expect(bridge.inputs('changes.look')).toEqual([{ sessionId: 'ses_1' }]);
  looked.resolve();
  expect(await screen.findByRole('button', { name: 'Look again' })).toBeTruthy();
});
