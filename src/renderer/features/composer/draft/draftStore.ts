import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import {
  loadAttachments,
  saveAttachments,
} from '#window/features/composer/attachments/keptAttachments';
import {
  DRAFT_MILLISECONDS,
  KEPT_DRAFT_CHARACTERS,
  KEPT_DRAFTS,
} from '#window/features/composer/limits';
import { onEvent } from '#window/ipc/client';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { savedSoon } from '#window/state/savedSoon';
import { type Draft, emptyPromptDraft } from './draft';

const KEY = 'drafts';

type Drafts = Readonly<Record<SessionId, Draft>>;

/** The drafts by session, which survive closing the window. */
const store = createStore<Drafts>(() => readPersisted(KEY, readDrafts, {}));

const saving = savedSoon(DRAFT_MILLISECONDS, save);

export function useDraftOf(id: SessionId): Draft {
  return useStore(store, (drafts) => drafts[id] ?? emptyPromptDraft);
}

export function draftOf(id: SessionId): Draft {
  return store.getState()[id] ?? emptyPromptDraft;
}

export function updateDraft(id: SessionId, change: Partial<Draft>): void {
  store.setState({ [id]: { ...draftOf(id), ...change } });
  if (change.attachments) saveAttachments(id, change.attachments).catch(reportError);
  saving.changed();
}

export function clearDraft(id: SessionId): void {
  updateDraft(id, emptyPromptDraft);
}

/** Adds text from other parts of the window, such as a comment on a change. */
export function appendToDraft(id: SessionId, text: string): void {
  const before = draftOf(id).text;
  updateDraft(id, { text: before === '' ? text : `${before.trimEnd()}\n\n${text}` });
}

/** Removes the text that was added last, unless the user has changed it since. */
export function removeFromDraft(id: SessionId, text: string): void {
  const { text: whole } = draftOf(id);
  if (whole === text) updateDraft(id, { text: '' });
  else if (whole.endsWith(`\n\n${text}`))
    updateDraft(id, { text: whole.slice(0, -text.length - 2) });
}

loadAttachments().then((kept) => {
  for (const { sessionId, attachments } of kept) {
    const draft = draftOf(sessionId);
    if (draft.attachments.length === 0) store.setState({ [sessionId]: { ...draft, attachments } });
  }
}, reportError);

onEvent('sessions.removed', ({ sessionId }) => clearDraft(sessionId));

window.addEventListener('pagehide', saving.saveNow);

function save(): void {
  const kept = Object.entries(store.getState())
    .filter(([, { text }]) => text !== '' && text.length <= KEPT_DRAFT_CHARACTERS)
    .map(([id, { text, mentions }]) => [id, { text, mentions }])
    .slice(-KEPT_DRAFTS);
  try {
    writePersisted(KEY, Object.fromEntries(kept));
  } catch (error) {
    reportError(error);
  }
}

function readDrafts(value: unknown): Drafts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, draft]) => {
      const { text, mentions } = (draft ?? {}) as Record<string, unknown>;
      if (typeof text !== 'string') return [];
      const paths = Array.isArray(mentions)
        ? mentions.filter((path) => typeof path === 'string')
        : [];
      return [[id, { ...emptyPromptDraft, text, mentions: paths }]];
    }),
  );
}
