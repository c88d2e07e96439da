import type { SessionId } from '#shared/ids';
import type { SealRefusal, SealScope } from '#shared/seal';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { sessionModel } from '#window/state/session/sessionModels';
import { showToast } from '#window/ui/overlay/toasts';
import { sendPrompt } from './sessionActions';

/**
 * Shows the agent a path that its seal has refused. If a turn is running, the agent sees the path
 * after its next start.
 */
export async function allowPath(
  sessionId: SessionId,
  { grant, access }: Pick<SealRefusal, 'grant' | 'access'>,
  scope: SealScope,
): Promise<void> {
  const head = sessionModel(sessionId)?.head();
  const wasReady = head?.connection.type === 'ready';
  const isBusy = wasReady && head.turn !== null;
  await call('sessions.allowPath', { sessionId, path: grant, access, scope });
  const [path, verb] = [visiblePath(grant), access === 'write' ? 'read and write' : 'read'];
  showToast({
    id: `seal.allowed.${grant}`,
    title: `The agent may ${verb} ${path}`,
    description: isBusy
      ? 'A turn is running. This takes effect when the agent next starts.'
      : 'The agent restarts with this access.',
    ...(wasReady &&
      !isBusy && {
        action: {
          label: 'Ask it to try again',
          run: () =>
            void sendPrompt(sessionId, `You can now ${verb} ${grant}. Try again.`).catch(
              reportError,
            ),
        },
      }),
  });
}

/**
 * Hides an allowed path from the agent again. The agent is restarted at once, unless a turn is
 * running.
 */
export async function takeBackPath(
  sessionId: SessionId,
  path: string,
  scope: SealScope,
): Promise<void> {
  await call('sessions.takeBackPath', { sessionId, path, scope });
}
