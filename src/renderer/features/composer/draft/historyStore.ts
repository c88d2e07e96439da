import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { type HistoryEntry, historyFor, remember } from './history';

const KEY = 'promptHistory';

let entries: readonly HistoryEntry[] | undefined;

export function promptHistory(sessionId: SessionId, project: string): readonly string[] {
  return historyFor(load(), sessionId, project);
}

export function rememberPrompt(entry: HistoryEntry): void {
  entries = remember(load(), entry);
  try {
    writePersisted(KEY, entries);
  } catch (error) {
    // The browser's storage is full; the history still works, but is not saved.
    reportError(error);
  }
}

function load(): readonly HistoryEntry[] {
  entries ??= readPersisted(KEY, readEntries, []);
  return entries;
}

function readEntries(value: unknown): readonly HistoryEntry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((entry): entry is HistoryEntry => {
    const { text, sessionId, project } = (entry ?? {}) as Record<string, unknown>;
    return [text, sessionId, project].every((part) => typeof part === 'string');
  });
}
