import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ChangeId, RequestId, SessionId, TurnId } from '#shared/ids';
import { entryId } from '#shared/session/entries';
import { emptyHead } from '#shared/session/reduceHead';
import type { SessionHead } from '#shared/session/state';
import { Activity } from './Activity';

const sessionId = 'session' as SessionId;
const working: SessionHead = {
  ...emptyHead(sessionId),
  connection: { type: 'ready' },
  turn: { turnId: 'turn' as TurnId, startedAt: 0, cancelling: false },
};
const held = [{ changeId: 'change' as ChangeId, path: 'src/a.ts' }];

describe('Activity', () => {
  it('says that the agent works, as long as it does', () => {
    render(<Activity head={working} />);
    expect(screen.getByText(/Working/)).toBeTruthy();
  });

  it('says which write waits for the user instead', () => {
    render(<Activity head={{ ...working, heldWrites: held }} />);
    expect(screen.queryByText(/Working/)).toBeNull();
    expect(screen.getByText('Waiting for your review of src/a.ts')).toBeTruthy();
  });

  it('offers to end an agent that continues after it was stopped', () => {
    const now = Date.now();
    const turn = { turnId: 'turn' as TurnId, startedAt: 0, cancelling: true };
    const stoppedAt = (at: number) => ({
      ...working,
      updatedAt: now,
      turn: { ...turn, stoppedAt: at },
    });
    const { rerender } = render(<Activity head={stoppedAt(now)} />);
    expect(screen.queryByRole('button', { name: 'Force stop' })).toBeNull();
    rerender(<Activity head={stoppedAt(now - 60_000)} />);
    expect(screen.getByRole('button', { name: 'Force stop' })).toBeTruthy();
  });

  it('says nothing beside a question, which is in the transcript itself', () => {
    const openRequests = [entryId('permission', 'request' as RequestId)];
    const { container } = render(
      <Activity head={{ ...working, openRequests, heldWrites: held }} />,
    );
    expect(container.textContent).toBe('');
  });
});
