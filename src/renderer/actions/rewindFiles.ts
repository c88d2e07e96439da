import type { SessionId, TurnId } from '#shared/ids';
import type { RewindPoint } from '#shared/ipc/changes';
import { formatNumber } from '#shared/text/counted';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showToast } from '#window/ui/overlay/toasts';

/** Rewinds the agent's files to the beginning of a turn, and offers to undo that. */
export async function rewindFiles(sessionId: SessionId, turnId: TurnId): Promise<void> {
  const { before, left } = await call('changes.rewind', { sessionId, to: turnId });
  showToast({
    id: `rewind.${sessionId}`,
    title: 'Files rewound',
    description: leftWords(left) ?? 'Accepted changes and the conversation stay.',
    action: { label: 'Undo', run: () => void goBack(sessionId, before).catch(reportError) },
  });
}

async function goBack(sessionId: SessionId, before: RewindPoint): Promise<void> {
  const { left } = await call('changes.rewind', { sessionId, to: before });
  const description = leftWords(left);
  showToast({
    id: `rewind.${sessionId}`,
    title: 'Files are as they were before',
    ...(description !== null && { description }),
  });
}

function leftWords([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const what = others.length === 0 ? first : `${first} and ${formatNumber(others.length)} more`;
  return `${what} could not be rewound and was not changed.`;
}
