import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GuardedChange } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import { connectToasts, type ToastOptions } from '#window/ui/overlay/toasts';
import { settleGuarded } from './settleGuarded';

const session = 'session' as SessionId;
const hook: GuardedChange = {
  id: 'repository:hooks/pre-commit',
  place: 'repository',
  path: 'hooks/pre-commit',
  state: 'changed',
  reason: 'Git runs it automatically.',
  canRestore: true,
  now: '100644 abc',
};

function connected() {
  const sent: unknown[] = [];
  const toasts: ToastOptions[] = [];
  const request = {
    'changes.settleGuarded': async (input: unknown) => {
      sent.push(input);
      return { ok: true, value: null };
    },
  };
  vi.stubGlobal('window', { airlock: { request } });
  const disconnect = connectToasts((toast) => toasts.push(toast));
  return { sent, toasts, disconnect };
}

describe('settleGuarded', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('says what was restored, and offers to undo it', async () => {
    const { sent, toasts, disconnect } = connected();
    await settleGuarded(session, [hook], 'restore');
    expect(toasts).toMatchObject([{ title: '.git/hooks/pre-commit was restored' }]);
    toasts[0]?.action?.run();
    expect(sent).toEqual([
      {
        sessionId: session,
        ids: [hook.id],
        verdict: 'restore',
        seen: { [hook.id]: '100644 abc' },
      },
      { sessionId: session, ids: [hook.id], verdict: 'undo', seen: {} },
    ]);
    disconnect();
  });

  it('says nothing about files that are kept', async () => {
    const { toasts, disconnect } = connected();
    await settleGuarded(session, [hook], 'keep');
    expect(toasts).toEqual([]);
    disconnect();
  });
});
