import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MessageId, SessionId } from '#shared/ids';
import { soundCondition } from '#shared/session/condition';
import { apply, createState } from '#shared/session/fold';
import { FakeBridge } from '#test/window/fakeBridge';
import { holdSession, sessionModel } from '#window/state/session/sessionModels';
import { useFind } from './useFind';

const sessionId = 'ses_find0001' as SessionId;

it('finds in entries that are too long to be in the window all at once', async () => {
  const state = createState(sessionId);
  for (let seq = 1; seq <= 60; seq++) {
    const text = `needle ${'x'.repeat(1024 * 1024)}`;
    apply(state, {
      ...{ v: 1, seq, at: seq, type: 'message.appended', role: 'agent' },
      ...{ messageId: `m${seq}` as MessageId, content: { type: 'text', text } },
    });
  }
  const { head, order } = state;
  const entries = order.flatMap((id) => state.entries.get(id) ?? []);
  const bridge = new FakeBridge();
  bridge.answer('sessions.open', () => ({
    ...{ head, order, places: [], entries: entries.slice(-1), condition: soundCondition },
  }));
  bridge.answer('sessions.entries', async ({ entryIds }) => {
    // Each answer is in another frame, after which what has not been looked at for long is let go.
    await new Promise(requestAnimationFrame);
    const found = entries.filter(({ id }) => entryIds.includes(id));
    return { seq: head.seq, entries: found.slice(0, 4), isCut: found.length > 4 };
  });
  bridge.install();
  const release = holdSession(sessionId);
  await waitFor(() => expect(sessionModel(sessionId)?.head()).toBeDefined());
  const { result } = renderHook(() => useFind(sessionId, order));
  act(() => {
    result.current.open();
    result.current.setQuery('needle');
  });
  await waitFor(() => expect(result.current.total).toBe(60), { timeout: 20_000 });
  release();
}, 30_000);
