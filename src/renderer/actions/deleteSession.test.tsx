import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { SessionLosses } from '#shared/ipc/changes';
import type { Isolation } from '#shared/session/isolation';
import type { SessionSummary } from '#shared/session/summary';
import { FakeBridge } from '#test/window/fakeBridge';
import { confirmationStore } from '#window/state/confirmation';
import { connectToasts, type ToastOptions } from '#window/ui/overlay/toasts';
import { deleteSession } from './deleteSession';

const sessionId = 'ses_1' as SessionId;
const nothing: SessionLosses = {
  pending: 0,
  notices: [],
  guarded: [],
  copy: {
    ignored: { files: 0, bytes: 0, isPartial: false },
    commits: 0,
    staged: 0,
    hasOwnRepository: false,
  },
};

const bridge = new FakeBridge();
const sessionIn = (isolation: Isolation) =>
  ({ id: sessionId, title: 'Fix the cart', isolation }) as SessionSummary;
const question = () => confirmationStore.getState().question;

describe('the question before a session is deleted', () => {
  beforeEach(() => {
    bridge.install();
    confirmationStore.setState({ question: null, isOpen: false });
  });
  afterEach(() => vi.useRealTimers());

  it('names what only the session has', async () => {
    bridge.answer('changes.losses', () => ({ ...nothing, pending: 2 }));
    await deleteSession(sessionIn('isolated'));
    expect(question()).toMatchObject({
      title: 'Delete “Fix the cart”?',
      description: expect.stringMatching(/ Only this session has:$/),
      facts: ['2 files with changes that you have not accepted.'],
    });
  });

  it.each([
    ['sealed', 'The session has no undecided changes, no ignored files and no commits of its own.'],
    ['in-place', 'The session has no undecided changes.'],
  ] as const)('says that there is nothing, and of what, %s', async (isolation, words) => {
    const copy = isolation === 'in-place' ? null : nothing.copy;
    bridge.answer('changes.losses', () => ({ ...nothing, copy }));
    await deleteSession(sessionIn(isolation));
    expect(question()?.description.endsWith(` ${words}`)).toBe(true);
    expect(question()?.facts).toBeUndefined();
  });

  it.each([
    ['isolated', 'The content of its copy could not be determined: The disk is gone.'],
    ['in-place', 'The undecided changes could not be determined: The disk is gone.'],
  ] as const)('says that it is not known, and why, %s', async (isolation, words) => {
    bridge.refuse('changes.losses', 'The disk is gone.');
    await deleteSession(sessionIn(isolation));
    expect(question()?.description.endsWith(` ${words}`)).toBe(true);
  });

  it('does not wait for a count that takes long, and does not say that there is nothing', async () => {
    vi.useFakeTimers();
    bridge.answer('changes.losses', () => new Promise<never>(() => undefined));
    const asked = deleteSession(sessionIn('isolated'));
    await vi.advanceTimersByTimeAsync(5_000);
    await asked;
    expect(question()?.description).toMatch(
      / The content of its copy could not be determined: counting takes too long\.$/,
    );
  });

  it('deletes nothing before it is answered, and offers to bring the session back', async () => {
    const shown: ToastOptions[] = [];
    onTestFinished(connectToasts((toast) => void shown.push(toast)));
    shown.length = 0;
    bridge.answer('changes.losses', () => nothing);
    bridge.answer('sessions.delete', () => ({ trashId: 'item' }));
    await deleteSession(sessionIn('isolated'));
    expect(bridge.inputs('sessions.delete')).toEqual([]);
    await question()?.run();
    expect(bridge.inputs('sessions.delete')).toEqual([{ sessionId }]);
    expect(shown).toMatchObject([{ title: 'Deleted “Fix the cart”', action: { label: 'Undo' } }]);
    shown[0]?.action?.run();
    await expect.poll(() => bridge.inputs('storage.restore')).toEqual([{ id: 'item' }]);
  });
});
