import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { SessionStatus } from '#shared/session/select';
import type { SessionSummary } from '#shared/session/summary';
import { sessionSummary } from '#test/support/sessionSummary';
import { Attention } from './attention';

const id = 'ses_testtest' as SessionId;

function summary(status: SessionStatus, change: Partial<SessionSummary> = {}): SessionSummary {
  const lastTurnEnd = status === 'idle' ? 'end_turn' : null;
  return sessionSummary({ id, status, lastTurnEnd, ...change });
}

function create() {
  const told: string[] = [];
  const counts: number[] = [];
  const state = { focused: false, enabled: true, files: 0 };
  const attention = new Attention(
    {
      isFocused: () => state.focused,
      isEnabled: () => state.enabled,
      notify: ({ title, body }) => told.push(`${title}: ${body}`),
      showCount: (count) => counts.push(count),
      describe: async () => 'Edit a.txt',
      filesToReview: async () => state.files,
    },
    [],
  );
  const play = async (...steps: readonly SessionSummary[]) => {
    for (const step of steps) attention.update(step);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { attention, told, counts, state, play };
}

describe('Attention', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('notifies when a session waits, and when it is done', async () => {
    const { told, counts, play } = create();
    await play(summary('working'), summary('waiting'));
    await play(summary('working'), summary('idle'));
    expect(told).toEqual(['Fix it needs your attention: Edit a.txt', 'Fix it is done: Demo']);
    expect(counts).toEqual([1, 0]);
  });

  it('says that a session is ready for review, and how much there is to review', async () => {
    const { told, state, play } = create();
    state.files = 2;
    await play(summary('working'), summary('idle'));
    expect(told).toEqual(['Fix it is ready for review: Demo: 2 files']);
  });

  it('names the agent of a failed session that has no title', async () => {
    const { told, play } = create();
    await play(summary('starting', { title: '' }), summary('failed', { title: '' }));
    expect(told).toEqual(['Demo failed: Demo']);
  });

  it('is silent about what happened while it was switched off', async () => {
    const { attention, told, state, play } = create();
    await play(summary('working'));
    state.enabled = false;
    attention.update(summary('idle'));
    state.enabled = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([]);
  });

  it('is silent while the user looks at the window, and when it is switched off', async () => {
    const { told, counts, state, play } = create();
    state.focused = true;
    await play(summary('working'), summary('waiting'));
    state.focused = false;
    state.enabled = false;
    await play(summary('working'), summary('waiting'));
    expect(told).toEqual([]);
    expect(counts).toEqual([1, 0, 1]);
  });

  it('is silent about a stopped turn, a start, and a turn that is followed by another at once', async () => {
    const { told, play } = create();
    await play(summary('starting'), summary('idle', { lastTurnEnd: null }));
    await play(summary('working'), summary('idle', { lastTurnEnd: 'cancelled' }));
    await play(summary('working'), summary('idle'), summary('working'));
    expect(told).toEqual([]);
  });

  it('forgets deleted sessions', async () => {
    const { attention, told, counts, play } = create();
    attention.update(summary('working'));
    attention.update(summary('waiting'));
    attention.remove(id);
    await play();
    expect(told).toEqual([]);
    expect(counts).toEqual([1, 0]);
    attention.dispose();
  });
});
