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
    <CompareToolsProvider value={{ TwoTexts: () => null, takeAll: vi.fn() }}>
      <CompareView comparison={comparison} onDone={() => undefined} />
    </CompareToolsProvider>,
  );
  expect(await screen.findByText('Nothing to compare yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Answers' }));
  expect(screen.getByRole('tabpanel', { name: 'Answers' })).toBeTruthy();
  comparison.dispose();
});
