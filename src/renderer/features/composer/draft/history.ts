import type { SessionId } from '#shared/ids';
import { HISTORY_CHARACTERS, HISTORY_ENTRIES } from '#window/features/composer/limits';

export interface HistoryEntry {
  readonly text: string;
  readonly sessionId: SessionId;
  readonly project: string;
}

/** Pure: adds a prompt at the end. A repeated prompt moves there. Oldest first. */
export function remember(
  entries: readonly HistoryEntry[],
  entry: HistoryEntry,
): readonly HistoryEntry[] {
  if (entry.text.trim() === '' || entry.text.length > HISTORY_CHARACTERS) return entries;
  const others = entries.filter(
    (other) => other.text !== entry.text || other.sessionId !== entry.sessionId,
  );
  return [...others, entry].slice(-HISTORY_ENTRIES);
}

/**
 * Pure: the prompts that can be recalled in a session, nearest first: its own, then its project's.
 */
export function historyFor(
  entries: readonly HistoryEntry[],
  sessionId: SessionId,
  project: string,
): readonly string[] {
  const own = entries.filter((entry) => entry.sessionId === sessionId);
  const others = entries.filter(
    (entry) => entry.sessionId !== sessionId && entry.project === project,
  );
  return [...new Set([...own.toReversed(), ...others.toReversed()].map((entry) => entry.text))];
}

/** The current position in the history, and what was being written before. */
export interface HistoryWalk {
  readonly index: number;
  readonly draft: string;
}

export interface HistoryStep {
  readonly walk: HistoryWalk | null;
  readonly text: string;
}

/** Pure: one step up (older) or down (newer); null at the end. */
export function stepHistory(
  history: readonly string[],
  walk: HistoryWalk | null,
  text: string,
  direction: 'up' | 'down',
): HistoryStep | null {
  const index = (walk?.index ?? -1) + (direction === 'up' ? 1 : -1);
  const draft = walk?.draft ?? text;
  if (index === -1 && walk !== null) return { walk: null, text: draft };
  const found = history[index];
  return found === undefined ? null : { walk: { index, draft }, text: found };
}

/**
 * Pure: whether an arrow key leaves the prompt for the history. It does at the very start or end,
 * and as long as the recalled prompt is unchanged.
 */
export function leavesPrompt(
  direction: 'up' | 'down',
  field: { readonly text: string; readonly start: number; readonly end: number },
  walk: HistoryWalk | null,
  history: readonly string[],
): boolean {
  if (field.start !== field.end) return false;
  const isRecalled = walk !== null && history[walk.index] === field.text;
  if (direction === 'up')
    return field.start === 0 || (isRecalled && field.end === field.text.length);
  return isRecalled && field.end === field.text.length;
}
