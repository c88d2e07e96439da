import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { LongWork } from '#shared/ipc/work';
import { bridge } from '#test/window/setup';
import { WorkStrip } from './WorkStrip';

const indexing: LongWork = {
  id: 7,
  title: 'Building the search index',
  detail: 'Reading transcripts',
  progress: { done: 1_200, total: 4_000 },
  canCancel: true,
};

it('shows what is done and how far it is, and cancels it', async () => {
  bridge.answer('work.list', () => [indexing]);
  render(<WorkStrip />);
  const work = await screen.findByRole('group', { name: indexing.title });
  expect(work.textContent).toContain('Reading transcripts: 1,200 of 4,000');
  await userEvent.click(within(work).getByRole('button', { name: `Cancel: ${indexing.title}` }));
  await waitFor(() => expect(bridge.inputs('work.cancel')).toEqual([{ id: 7 }]));
});
