import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { bridge } from '#test/window/setup';
import { SearchHits } from './SearchHits';
import { useSearch } from './useSearch';

function Found() {
  return <SearchHits search={useSearch('marmot')} />;
}

it('says that some transcripts were left out, and reads them on request', async () => {
  let isComplete = false;
  bridge.answer('sessions.search', () => ({ hits: [], isComplete }));
  bridge.answer('sessions.finishIndex', () => {
    isComplete = true;
    return null;
  });
  render(<Found />);
  const rest = await screen.findByRole('button', { name: 'Index the rest' });
  await userEvent.click(rest);
  await waitFor(() => expect(bridge.inputs('sessions.search')).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not in any transcript'));
  expect(screen.queryByRole('button', { name: 'Index the rest' })).toBeNull();
});

it('says why a search failed, and not that it still searches', async () => {
  bridge.refuse('sessions.search', 'The disk is full.');
  render(<Found />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('The disk is full.'));
});

it('is not left searching if the rest cannot be indexed', async () => {
  bridge.answer('sessions.search', () => ({ hits: [], isComplete: false }));
  bridge.refuse('sessions.finishIndex', 'The disk is full.');
  render(<Found />);
  await userEvent.click(await screen.findByRole('button', { name: 'Index the rest' }));
  expect(await screen.findByRole('button', { name: 'Index the rest' })).toBeTruthy();
});
