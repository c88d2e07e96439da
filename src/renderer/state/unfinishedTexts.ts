import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { onEvent } from '#window/ipc/client';
import {
  UNFINISHED_CHARACTERS,
  UNFINISHED_MILLISECONDS,
  UNFINISHED_SESSION_CHARACTERS,
  UNFINISHED_TEXTS,
} from './limits';
import { readPersisted, removePersisted, writePersisted } from './persisted';
import { savedSoon } from './savedSoon';

/** A text that the user has begun, but has not sent, saved or discarded. */
export interface UnfinishedText {
  readonly text: string;
  /** The content that it was typed for, which tells whether that has changed since. */
  readonly about: string;
}

/** Keyed by what each text belongs to; the last one was changed last. */
type Texts = ReadonlyMap<string, UnfinishedText>;

const sessions = new Map<SessionId, Texts>();
const unsaved = new Set<SessionId>();
const saving = savedSoon(UNFINISHED_MILLISECONDS, save);

export function unfinishedTexts(id: SessionId): Texts {
  const known = sessions.get(id);
  if (known) return known;
  const texts = readPersisted<Texts>(keyOf(id), readTexts, new Map());
  sessions.set(id, texts);
  return texts;
}

export function keepUnfinished(id: SessionId, key: string, text: UnfinishedText): void {
  const others = [...unfinishedTexts(id)].filter(([other]) => other !== key);
  change(id, new Map([...others, [key, text]]));
}

export function dropUnfinished(id: SessionId, key: string): void {
  const texts = unfinishedTexts(id);
  if (texts.has(key)) change(id, new Map([...texts].filter(([other]) => other !== key)));
}

/** Saves texts while the window is open, and the rest when it is closed. */
export function followUnfinished(): void {
  window.addEventListener('pagehide', saving.saveNow);
  onEvent('sessions.removed', ({ sessionId }) => {
    sessions.delete(sessionId);
    unsaved.delete(sessionId);
    removePersisted(keyOf(sessionId));
  });
}

function change(id: SessionId, texts: Texts): void {
  sessions.set(id, texts);
  unsaved.add(id);
  saving.changed();
}

function save(): void {
  for (const id of unsaved) {
    const kept = keptOf(unfinishedTexts(id));
    try {
      if (kept.length === 0) removePersisted(keyOf(id));
      else writePersisted(keyOf(id), kept);
    } catch (error) {
      reportError(error);
    }
  }
  unsaved.clear();
}

/** The newest texts that fit into the limits. */
function keptOf(texts: Texts): readonly (readonly [string, UnfinishedText])[] {
  let room = UNFINISHED_SESSION_CHARACTERS;
  return [...texts]
    .slice(-UNFINISHED_TEXTS)
    .toReversed()
    .filter(([, { text }]) => {
      if (text.length > Math.min(room, UNFINISHED_CHARACTERS)) return false;
      room -= text.length;
      return true;
    })
    .toReversed();
}

function keyOf(id: SessionId): string {
  return `unfinished.${id}`;
}

function readTexts(value: unknown): Texts | undefined {
  if (!Array.isArray(value)) return undefined;
  return new Map(
    value.flatMap((item): [string, UnfinishedText][] => {
      if (!Array.isArray(item)) return [];
      const [key, kept] = item;
      const { text, about } = (kept ?? {}) as Record<string, unknown>;
      return typeof key === 'string' && typeof text === 'string' && typeof about === 'string'
        ? [[key, { text, about }]]
        : [];
    }),
  );
}
