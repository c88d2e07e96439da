import { expect, onTestFinished, test } from 'vitest';
import type { SessionId } from '#shared/ids';
import { FakeBridge } from '#test/window/fakeBridge';
import { connectToasts, type ToastOptions } from '#window/ui/overlay/toasts';
import { archiveSession } from './sessionActions';

test('archiving a session can be undone', async () => {
  const sessionId = 'ses_1' as SessionId;
  const bridge = new FakeBridge();
  bridge.install();
  const shown: ToastOptions[] = [];
  onTestFinished(connectToasts((toast) => void shown.push(toast)));
  // Notices that were given before anybody showed them.
  shown.length = 0;
  await archiveSession(sessionId, true);
  expect(shown).toMatchObject([{ title: 'Session archived', action: { label: 'Undo' } }]);
  shown[0]?.action?.run();
  await expect
    .poll(() => bridge.inputs('sessions.command').map(({ command }) => command))
    .toEqual([
      { type: 'session.archive', archived: true },
      { type: 'session.archive', archived: false },
    ]);
  expect(shown).toHaveLength(1);
});
