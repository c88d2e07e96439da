import type { GuardedChange } from '#shared/airlock/guardedChange';
import type { GuardedSnapshot } from '#shared/ipc/changes';
import { counted, formatNumber } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';

/** The path of a guarded file, as a user would write it. */
export function guardedPath({ place, path }: Pick<GuardedChange, 'place' | 'path'>): string {
  const shown = visiblePath(place === 'repository' ? `.git/${path}` : path);
  if (place === 'staged') return `${shown} (staged)`;
  return place === 'project' || place === 'user' ? `${shown} (in your own folder)` : shown;
}

export function restoredWords(changes: readonly Pick<GuardedChange, 'place' | 'path'>[]): string {
  const [first] = changes;
  return changes.length === 1 && first
    ? `${guardedPath(first)} was restored`
    : `${formatNumber(changes.length)} changes outside the review were restored`;
}

export function guardedCount(count: number): string {
  return `${counted(count, 'change')} outside the review`;
}

export function touchedCount(count: number): string {
  return `${counted(count, 'file')} in your own folder changed`;
}

export function guardedState({ place, state }: Pick<GuardedChange, 'place' | 'state'>): string {
  if (place === 'index') return 'ignored by git';
  if (place === 'staged') return 'staged';
  if (state === 'created') return 'new';
  return place === 'ref' && state === 'changed' ? 'moved' : state;
}

/** One line about the ignored files that are not shown one by one; null if there are none. */
export function ignoredWords({ ignored }: Pick<GuardedSnapshot, 'ignored'>): string | null {
  if (ignored === null) return null;
  const { count, isComplete } = ignored;
  if (count === 0 && isComplete) return null;
  if (count === 0) {
    return 'No ignored file was seen to change in the last turn, but there are too many to check all of them.';
  }
  const files = count === 1 ? '1 ignored file was' : `${formatNumber(count)} ignored files were`;
  const words = `${files} changed during the last turn and not reviewed.`;
  return isComplete ? words : `At least ${words} There are too many to check all of them.`;
}
