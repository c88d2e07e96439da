import { describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { bridge } from '#test/window/setup';
import { holdChanges, listenToChanges, refreshChanges } from './sessionChanges';

describe('the list of changes', () => {
  it('is fetched once after many decisions, and not for each of them', async () => {
    const sessionId = 'ses_held' as SessionId;
    bridge.answer('changes.list', () => ({ changes: [] }) as unknown as ChangesSnapshot);
    const listener = vi.fn();
    const stop = listenToChanges(sessionId, listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));

    const release = holdChanges(sessionId);
    for (let step = 0; step < 20; step++) refreshChanges(sessionId);
    await Promise.resolve();
    expect(bridge.inputs('changes.list')).toHaveLength(1);
    release();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    expect(bridge.inputs('changes.list')).toHaveLength(2);
    stop();
  });
});
