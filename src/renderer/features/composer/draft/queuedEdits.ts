import type { QueuedPromptId, SessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionHead } from '#shared/session/state';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import {
  dropUnfinished,
  keepUnfinished,
  type UnfinishedText,
  unfinishedTexts,
} from '#window/state/unfinishedTexts';
import { showToast } from '#window/ui/overlay/toasts';
import { appendToDraft } from './draftStore';

const PREFIX = 'queued ';

/** The unfinished edit of a queued prompt. */
export function editOf(id: SessionId, promptId: QueuedPromptId): UnfinishedText | undefined {
  return unfinishedTexts(id).get(PREFIX + promptId);
}

export function keepEdit(id: SessionId, promptId: QueuedPromptId, text: string): void {
  keepUnfinished(id, PREFIX + promptId, { text, about: promptId });
}

export function dropEdit(id: SessionId, promptId: QueuedPromptId): void {
  dropUnfinished(id, PREFIX + promptId);
}

export function saveEdit(
  id: SessionId,
  promptId: QueuedPromptId,
  content: readonly ContentBlock[],
  text: string,
): void {
  dropEdit(id, promptId);
  const command = { type: 'prompt.edit', promptId, content } as const;
  call('sessions.command', { sessionId: id, command }).catch((error: unknown) => {
    keepEdit(id, promptId, text);
    reportError(error);
  });
}

/** A prompt may leave the queue while the user edits it. The typed text then goes to the draft. */
export function rescueEdits({ id, queue }: SessionHead): void {
  const queued = new Set(queue.map(({ promptId }) => PREFIX + promptId));
  for (const [key, { text }] of unfinishedTexts(id)) {
    if (!key.startsWith(PREFIX) || queued.has(key)) continue;
    dropUnfinished(id, key);
    appendToDraft(id, text);
    showToast({
      id: 'composer.rescued',
      title: 'The prompt that you were editing has left the queue. Your text is in the prompt box.',
    });
  }
}
