import type { SessionId } from '#shared/ids';
import type { SealRefusal, SealScope } from '#shared/seal';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { sessionModel } from '#window/state/session/sessionModels';
import { showToast } from '#window/ui/overlay/toasts';
import { sendPrompt } from './sessionActions';

/** Shows a path to the agent that its seal has refused. One that runs a turn sees it after its next start. */
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
 * From its next start on, the agent no longer sees the path. It starts at once, unless a turn runs.
 */
export async function takeBackPath(
  sessionId: SessionId,
  path: string,
  scope: SealScope,
): Promise<void> {
  await call('sessions.takeBackPath', { sessionId, path, scope });
}
