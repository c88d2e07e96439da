import { expect, onTestFinished, test } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { FakeBridge } from '#test/window/fakeBridge';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { connectToasts, type ToastOptions } from '#window/ui/overlay/toasts';
import { archiveSession } from './sessionActions';

test('archiving a session can be undone', async () => {
  const sessionId = 'ses_1' as SessionId;
  const bridge = new FakeBridge();
  bridge.install();
  const session = { id: sessionId, title: 'Fix the cart' } as SessionSummary;
  sessionsStore.setState({ sessions: new Map([[sessionId, session]]) });
  const shown: ToastOptions[] = [];
  onTestFinished(connectToasts((toast) => void shown.push(toast)));
  // Notices that were given before anybody showed them.
  shown.length = 0;
  await archiveSession(sessionId, true);
  expect(shown).toMatchObject([{ title: 'Archived “Fix the cart”', action: { label: 'Undo' } }]);
  shown[0]?.action?.run();
  await expect
    .poll(() => bridge.inputs('sessions.command').map(({ command }) => command))
    .toEqual([
      { type: 'session.archive', archived: true },
      { type: 'session.archive', archived: false },
    ]);
  expect(shown).toHaveLength(1);
});
