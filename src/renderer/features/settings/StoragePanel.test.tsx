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
  bytes: 2_500_000,
  problem: null,
};

it('lists what is in the trash with its size and its problem, and writes out what a title would hide', async () => {
  const problem = 'It was interrupted and could not be finished.';
  const entries = [
    { ...entry, title: 'a\u202eb', problem },
    { ...entry, id: 'item-2', title: null, reason: 'orphan', project: null, bytes: null } as const,
  ];
  const limits = { keptMilliseconds: 30 * 24 * 60 * 60 * 1000, keptBytes: 5_000_000_000 };
  bridge.answer('storage.trash', () => ({ entries, ...limits, problem: null }));
  bridge.answer('storage.problems', () => ({ sessions: [], files: [] }));
  render(<StoragePanel />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/^a\\u\{202E\}bshop · deleted .* · 2\.5 MB/);
  expect(first?.textContent).toContain(problem);
  expect(second?.textContent).toMatch(/^Files of ses_1deleted .* · size unknown/);
  expect(screen.getByRole('button', { name: 'Restore a\\u{202E}b' })).toBeTruthy();
  expect(screen.getByText('2.5 MB in total')).toBeTruthy();
  expect(screen.getByText(/kept for 30 days\. If they take more than 5 GB/)).toBeTruthy();
});

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
