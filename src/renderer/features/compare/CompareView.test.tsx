import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { bridge } from '#test/window/setup';
import { CompareView } from './CompareView';
import { CompareToolsProvider } from './compareTools';
import { Comparison } from './comparison';

it('shows the answers of agents that changed nothing', async () => {
  bridge.answer('compare.keys', () => []);
  bridge.answer('changes.list', () => ({ changes: [] }) as unknown as ChangesSnapshot);
  const comparison = new Comparison(['ses_aaaaaaaa', 'ses_bbbbbbbb'] as SessionId[]);
  render(
    <CompareToolsProvider value={{ TwoTexts: () => null, acceptAll: vi.fn() }}>
      <CompareView comparison={comparison} onDone={() => undefined} />
    </CompareToolsProvider>,
  );
  expect(await screen.findByText('Nothing to compare yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Answers' }));
  expect(screen.getByRole('tabpanel', { name: 'Answers' })).toBeTruthy();
  expect(screen.getByText('Nothing picked yet. Pick changes under Files.')).toBeTruthy();
  comparison.dispose();
});

it('says why no check can run, once', async () => {
  bridge.answer('compare.keys', () => []);
  bridge.answer('changes.list', () => ({ changes: [] }) as unknown as ChangesSnapshot);
  const fault = 'It has an error on line 1, column 3: Expected a value.';
  const none = { checks: [], trust: null, hash: null, running: null, problem: null };
  bridge.answer('checks.state', () => ({ ...none, fault, isRequired: false, isGreen: false }));
  const comparison = new Comparison(['ses_aaaaaaaa', 'ses_bbbbbbbb'] as SessionId[]);
  render(
    <CompareToolsProvider value={{ TwoTexts: () => null, acceptAll: vi.fn() }}>
      <CompareView comparison={comparison} onDone={() => undefined} />
    </CompareToolsProvider>,
  );
  await userEvent.click(await screen.findByRole('tab', { name: 'Checks' }));
  expect(
    await screen.findByText(`The checks in .airlock.json cannot be read. ${fault}`),
  ).toBeTruthy();
  expect(screen.queryByText(/has no checks/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Review the setup…' })).toBeTruthy();
  comparison.dispose();
});
