import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { reportError } from '../../diagnostics/reportError';
import { onEvent } from '../../ipc/client';
import { readPersisted, writePersisted } from '../../state/persisted';
import { type Draft, emptyDraft } from './draft';
import { loadAttachments, saveAttachments } from './keptAttachments';
import { DRAFT_MILLISECONDS, KEPT_DRAFT_CHARACTERS, KEPT_DRAFTS } from './limits';

const KEY = 'drafts';

type Drafts = Readonly<Record<SessionId, Draft>>;

/** What is being written, by session. It outlives the window. */
const store = createStore<Drafts>(() => readPersisted(KEY, readDrafts, {}));

let timer: ReturnType<typeof setTimeout> | undefined;

export function useDraftOf(id: SessionId): Draft {
  return useStore(store, (drafts) => drafts[id] ?? emptyDraft);
}

export function draftOf(id: SessionId): Draft {
  return store.getState()[id] ?? emptyDraft;
}

export function updateDraft(id: SessionId, change: Partial<Draft>): void {
  store.setState({ [id]: { ...draftOf(id), ...change } });
  if (change.attachments) saveAttachments(id, change.attachments).catch(reportError);
  clearTimeout(timer);
  timer = setTimeout(save, DRAFT_MILLISECONDS);
}

export function clearDraft(id: SessionId): void {
  updateDraft(id, emptyDraft);
}

/** For other parts of the window that have something to say, such as a comment on a change. */
export function appendToDraft(id: SessionId, text: string): void {
  const before = draftOf(id).text;
  updateDraft(id, { text: before === '' ? text : `${before.trimEnd()}\n\n${text}` });
}

loadAttachments().then((kept) => {
  for (const { sessionId, attachments } of kept) {
    const draft = draftOf(sessionId);
    if (draft.attachments.length === 0) store.setState({ [sessionId]: { ...draft, attachments } });
  }
}, reportError);

onEvent('sessions.removed', ({ sessionId }) => clearDraft(sessionId));

// What was typed last must not wait for a pause that does not come.
window.addEventListener('pagehide', save);

function save(): void {
  clearTimeout(timer);
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
      return [[id, { ...emptyDraft, text, mentions: paths }]];
    }),
  );
}
