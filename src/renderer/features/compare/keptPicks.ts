import { isSessionId, type SessionId } from '#shared/ids';
import type { HunkPicks } from '#shared/ipc/compare';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { KEPT_COMPARISONS, KEPT_PICKS } from './limits';

const KEY = 'comparePicks';

/** What was picked in one comparison. */
interface KeptComparison {
  /** The sessions that are compared. */
  readonly of: string;
  readonly picks: readonly HunkPicks[];
}

/** Picks that are not composed yet, kept so that closing the comparison or the app loses none. */
export function keptPicks(sessionIds: readonly SessionId[]): readonly HunkPicks[] {
  return read().find(({ of }) => of === nameOf(sessionIds))?.picks ?? [];
}

export function keepPicks(sessionIds: readonly SessionId[], picks: readonly HunkPicks[]): void {
  const of = nameOf(sessionIds);
  const others = read().filter((kept) => kept.of !== of);
  const isKept = picks.length > 0 && picks.length <= KEPT_PICKS;
  writePersisted(KEY, [...others, ...(isKept ? [{ of, picks }] : [])].slice(-KEPT_COMPARISONS));
}

function read(): readonly KeptComparison[] {
  return readPersisted(KEY, readKept, []);
}

function nameOf(sessionIds: readonly SessionId[]): string {
  return sessionIds.toSorted().join(' ');
}

function readKept(value: unknown): readonly KeptComparison[] | undefined {
  const isText = (one: unknown) => typeof one === 'string';
  const isPick = (pick: Partial<HunkPicks> | null) =>
    typeof pick?.sessionId === 'string' &&
    isSessionId(pick.sessionId) &&
    isText(pick.changeId) &&
    Array.isArray(pick.hunkIds) &&
    pick.hunkIds.every(isText);
  const isKept = (kept: Partial<KeptComparison> | null) =>
    isText(kept?.of) && Array.isArray(kept?.picks) && kept.picks.every(isPick);
  return Array.isArray(value) && value.every(isKept) ? value : undefined;
}
