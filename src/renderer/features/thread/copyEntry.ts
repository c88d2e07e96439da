import type { SessionId } from '#shared/ids';
import { type Entry, entryId } from '#shared/session/entries';
import { entryMarkdown, sourceOf } from '#shared/session/export/exportMarkdown';
import type { SessionState } from '#shared/session/state';
import { piecesOf } from '#shared/text/textPieces';
import { sessionModel } from '#window/state/session/sessionModels';
import { showToast } from '#window/ui/overlay/toasts';
import { loadBody } from './bodies';

/** Copies an entry as Markdown, with long bodies and the output of commands. */
export async function copyEntry(sessionId: SessionId, entry: Entry): Promise<void> {
  const model = sessionModel(sessionId);
  const head = model?.head();
  if (model === undefined || head === undefined) return;
  const shown = [entry, ...terminalsOf(entry).flatMap((id) => model.entry(id) ?? [])];
  const state: SessionState = {
    head,
    order: [entry.id],
    entries: new Map(shown.map((one) => [one.id, one])),
  };
  const source = sourceOf(state, async (body) => {
    const text = await loadBody(sessionId, body);
    return () => piecesOf(text);
  });
  await navigator.clipboard.writeText(await entryMarkdown(source, entry));
}

/** Copies the agent's last message, which is at the end of the transcript and always loaded. */
export async function copyLastAnswer(sessionId: SessionId): Promise<void> {
  const model = sessionModel(sessionId);
  const id = model?.order().findLast((candidate) => {
    const entry = model.entry(candidate);
    return entry?.kind === 'message' && entry.role === 'agent';
  });
  const entry = id === undefined ? undefined : model?.entry(id);
  if (entry === undefined) {
    showToast({ title: 'There is no answer yet.' });
    return;
  }
  await copyEntry(sessionId, entry);
  showToast({ title: 'Copied the last answer' });
}

function terminalsOf(entry: Entry) {
  if (entry.kind !== 'tool') return [];
  return entry.content.flatMap((content) =>
    content.type === 'terminal' ? entryId('terminal', content.terminalId) : [],
  );
}
