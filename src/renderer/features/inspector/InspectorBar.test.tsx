import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { FrameFilter } from '#shared/ipc/inspector';
import { InspectorBar } from './InspectorBar';

const everything: FrameFilter = { text: '', show: 'all', label: null };

function bar(filter: FrameFilter, onFilter = vi.fn()) {
  return (
    <InspectorBar
      sessionId={'ses_1' as SessionId}
      filter={filter}
      isPaused={false}
      shown={10}
      total={20}
      open={[]}
      labels={[]}
      onFilter={onFilter}
      onPause={vi.fn()}
    />
  );
}

it('says of messages that no filter hides that they are not kept', () => {
  const { rerender } = render(bar(everything));
  expect(screen.getByRole('status').textContent).toBe('10 of 20 messages kept');
  rerender(bar({ ...everything, show: 'in' }));
  expect(screen.getByRole('status').textContent).toBe('10 of 20 messages');
});

it('takes over a filter that is changed elsewhere, and does not bring the old one back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onFilter = vi.fn();
  const { rerender } = render(bar(everything, onFilter));
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.type(screen.getByRole('searchbox'), 'jam');
  vi.runAllTimers();
  expect(onFilter).toHaveBeenLastCalledWith({ ...everything, text: 'jam' });
  rerender(bar({ ...everything, text: 'jam' }, onFilter));
  onFilter.mockClear();
  // As when a message is looked for from the transcript.
  rerender(bar(everything, onFilter));
  vi.runAllTimers();
  expect(onFilter).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  vi.useRealTimers();
});
