import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { TrashEntry } from '#shared/ipc/storage';
import { bridge } from '#test/window/setup';
import { StoragePanel } from './StoragePanel';

const entry: TrashEntry = {
  id: 'item-1',
  sessionId: 'ses_1' as SessionId,
  at: 0,
  reason: 'deleted',
  title: 'fix the tests',
  project: '/work/shop',
  bytes: 1_000,
  problem: null,
};

it('restores an item of the trash once, also for a double click', async () => {
  const restored = Promise.withResolvers<never>();
  bridge.answer('storage.trash', () => ({
    entries: [entry],
    keptMilliseconds: 1,
    keptBytes: 1,
    problem: null,
  }));
  bridge.answer('storage.problems', () => ({ sessions: [], files: [] }));
  bridge.answer('storage.restore', () => restored.promise);
  render(<StoragePanel />);
  const button = await screen.findByRole('button', { name: 'Restore fix the tests' });
  await userEvent.setup().dblClick(button);
  expect(bridge.inputs('storage.restore')).toHaveLength(1);
});
