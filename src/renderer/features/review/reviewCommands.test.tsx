import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { DecisionId, SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { exampleChange } from '#test/window/exampleChange';
import { FakeBridge } from '#test/window/fakeBridge';
import { listenToChanges, refreshChanges } from '#window/state/session/sessionChanges';
import { BEAT_MILLISECONDS } from './limits';
import { enterReview, leaveReview } from './model/activeReview';
import { setPreference } from './model/preferences';
import { reviewStore } from './model/reviewStore';
import { isSeen } from './model/seenFiles';
import { reviewCommands } from './reviewCommands';

let count = 0;

/** A review that is on screen, with these files. */
async function review(...files: readonly ChangeView[]) {
  const session = `session-${++count}` as SessionId;
  const bridge = new FakeBridge();
  let changes = files;
  bridge.answer('changes.list', () => ({ changes }) as ChangesSnapshot);
  bridge.answer('changes.decide', ({ verdicts }) => ({
    decisions: verdicts.map(({ changeId }) => `dec ${changeId}` as DecisionId),
    accepted: verdicts.length,
    rejected: 0,
    conflicts: 0,
    problems: [],
  }));
  bridge.answer('changes.undo', () => ({
    decisions: [],
    accepted: 0,
    rejected: 0,
    conflicts: 0,
    problems: [],
  }));
  bridge.install();
  const loaded = Promise.withResolvers<void>();
  onTestFinished(listenToChanges(session, () => loaded.resolve()));
  enterReview(session);
  onTestFinished(() => leaveReview(session));
  await loaded.promise;
  const store = reviewStore(session);
  return {
    bridge,
    store,
    at: () => store.getState().path,
    decided: () =>
      bridge.inputs('changes.decide').map(({ verdicts }) => verdicts.map((one) => one.changeId)),
    press: (id: AppCommandId) => {
      const command = reviewCommands.find((one) => one.id === id);
      return command?.enabled?.() === false ? undefined : command?.run();
    },
    change: async (...next: readonly ChangeView[]) => {
      changes = next;
      refreshChanges(session);
      await vi.waitFor(() => expect(bridge.inputs('changes.list')).toHaveLength(2));
      await Promise.resolve();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  setPreference('hideDecided', false);
});

const a = exampleChange({ path: 'a' });
const b = exampleChange({ path: 'b' });
const c = exampleChange({ path: 'c' });

describe('a key that decides', () => {
  it('is ignored for a beat after the review has moved to another file, and the review says so', async () => {
    const { press, at, decided, store } = await review(a, b, c);
    await press('review.acceptFile');
    expect(at()).toBe('b');
    await press('review.acceptFile');
    await press('review.acceptHunk');
    expect(decided()).toEqual([[a.change.changeId]]);
    expect(store.getState().hasIgnoredKey).toBe(true);

    vi.advanceTimersByTime(BEAT_MILLISECONDS);
    await press('review.rejectFile');
    expect(decided()).toEqual([[a.change.changeId], [b.change.changeId]]);
    expect(store.getState().hasIgnoredKey).toBe(false);
  });

  it.each(['review.nextFile', 'review.undo'] as const)(
    'no longer counts as ignored once the user has moved on with %s',
    async (command) => {
      const { press, store } = await review(a, b, c);
      await press('review.acceptFile');
      await press('review.acceptFile');
      expect(store.getState().hasIgnoredKey).toBe(true);
      await press(command);
      expect(store.getState().hasIgnoredKey).toBe(false);
    },
  );

  it('is about the file in front, also while an edit of another one is open', async () => {
    const { press, decided, store } = await review(a, b, c);
    store.setState({ editing: 'a', path: 'a' });
    await press('review.acceptFile');
    await press('review.acceptHunk');
    expect(decided()).toEqual([]);
    await press('review.nextFile');
    await press('review.acceptHunk');
    expect(decided()).toEqual([[b.change.changeId]]);
  });

  it('acts at once on a file that the user has gone to', async () => {
    const { press, decided } = await review(a, b, c);
    await press('review.acceptFile');
    await press('review.nextFile');
    await press('review.acceptFile');
    expect(decided()).toEqual([[a.change.changeId], [c.change.changeId]]);
  });

  it('acts at once on the next hunk of the same file', async () => {
    const texts = { base: 'a\nb\nc\nd\ne\n', proposed: 'A\nb\nC\nd\nE\n' };
    const { press, decided } = await review(exampleChange({ path: 'a', ...texts }), b);
    await press('review.acceptHunk');
    await press('review.acceptHunk');
    expect(decided()).toHaveLength(2);
  });
});

describe('accepting all by key', () => {
  it('leaves files that can run code to be accepted one at a time', async () => {
    const hook = exampleChange({ path: '.envrc' });
    const { press, decided } = await review(hook, a, b);
    await press('review.acceptAll');
    expect(decided()).toEqual([[a.change.changeId, b.change.changeId]]);
  });
});

describe('undo', () => {
  it('goes back to what it makes undecided again', async () => {
    const { press, at, store, change } = await review(a, b, c);
    await press('review.acceptFile');
    const decisionId = `dec ${a.change.changeId}` as DecisionId;
    await change({ ...a, hunks: a.hunks.map((hunk) => ({ ...hunk, decisionId })) }, b, c);
    await press('review.nextFile');
    expect(at()).toBe('c');
    const { arrival } = store.getState();
    await press('review.undo');
    expect(store.getState()).toMatchObject({
      path: 'a',
      hunkId: a.hunks[0]?.hunk.id,
      arrival: arrival + 1,
    });
  });
});

describe('undo before the list knows of the decision', () => {
  it('goes back to it anyway', async () => {
    const { press, at } = await review(a, b);
    await press('review.acceptFile');
    expect(at()).toBe('b');
    await press('review.undo');
    expect(at()).toBe('a');
  });
});

describe('undo while a decision is on its way', () => {
  it('undoes it', async () => {
    const { press, bridge } = await review(a, b);
    await Promise.all([press('review.rejectFile'), press('review.undo')]);
    expect(bridge.inputs('changes.undo')).toMatchObject([
      { decisionIds: [`dec ${a.change.changeId}`] },
    ]);
  });

  it('undoes it before the one before it', async () => {
    const { press, bridge } = await review(a, b, c);
    await press('review.acceptFile');
    await press('review.nextFile');
    await Promise.all([press('review.rejectFile'), press('review.undo'), press('review.undo')]);
    expect(bridge.inputs('changes.undo')).toMatchObject([
      { decisionIds: [`dec ${c.change.changeId}`] },
      { decisionIds: [`dec ${a.change.changeId}`] },
    ]);
  });
});

describe('the mark of a file that was seen', () => {
  it('is set and removed by a key, and goes when the file changes', async () => {
    const { press, store } = await review(a, b);
    const seen = (view: ChangeView) => isSeen(store.getState().seen, view);
    await press('review.seen');
    expect([seen(a), seen(b)]).toEqual([true, false]);
    expect(seen(exampleChange({ path: 'a', proposed: 'something else\n' }))).toBe(false);
    expect(seen(exampleChange({ path: 'a' }))).toBe(true);
    await press('review.seen');
    expect(seen(a)).toBe(false);
  });
});

describe('going from file to file', () => {
  it('passes over decided files while they are hidden', async () => {
    const done = exampleChange({ path: 'b', states: ['accepted'] });
    const { press, at, store } = await review(a, done, c);
    store.setState({ path: 'a' });
    await press('review.hideDecided');
    await press('review.nextFile');
    expect(at()).toBe('c');
  });
});
