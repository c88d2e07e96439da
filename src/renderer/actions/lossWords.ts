import type { ChangeNotice, SessionLosses } from '#shared/ipc/changes';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { counted, formatNumber } from '#shared/text/counted';
import { formatBytes } from '#shared/text/formatBytes';
import { visiblePath } from '#shared/text/visiblePath';

/** Names of each kind that are spelled out; the others are counted. */
const NAMED = 3;

const kinds: Readonly<Record<ChangeNotice['reason'], readonly [one: string, many: string]>> = {
  'nested-repository': ['separate repository', 'separate repositories'],
  'too-large': ['file too large to list', 'files too large to list'],
  'too-much': [
    'large file of more than 1 GB written at once',
    'large files of more than 1 GB written at once',
  ],
  'too-many': ['folder with too many files to list', 'folders with too many files to list'],
  unreadable: ['file that cannot be read', 'files that cannot be read'],
  unnameable: ['file whose name cannot be shown', 'files whose names cannot be shown'],
  'git-name': ['path with a name reserved by git', 'paths with names reserved by git'],
  unsettled: ['file that was being written', 'files that were being written'],
  'changed-unseen': [
    'changed file that cannot be recovered',
    'changed files that cannot be recovered',
  ],
  'note-lost': [
    'record of Airlock’s that cannot be read',
    'records of Airlock’s that cannot be read',
  ],
  'not-kept': ['file whose earlier version is gone', 'files whose earlier version is gone'],
  unclear: ['file that you or the agent wrote', 'files that you or the agent wrote'],
  'not-carried': ['path that was not carried over', 'paths that were not carried over'],
};

/**
 * What deleting a session would lose, one line each; empty only if everything was checked and
 * nothing was found.
 */
export function lossWords(losses: SessionLosses, isolation: Isolation): readonly string[] {
  const { pending, notices, guarded, copy } = losses;
  const decided = worksInCopy(isolation) ? 'accepted' : 'decided about';
  const reasons = new Set(notices.map(({ reason }) => reason));
  return [
    ...(pending > 0 ? [`${filesWith(pending)} changes that you have not ${decided}.`] : []),
    ...guardedWords(guarded),
    ...(isolation === 'in-place' ? [] : [...reasons].map((reason) => named(notices, reason))),
    ...(copy?.hasOwnRepository ? ['A git repository created in the copy.'] : []),
    ...(copy && copy.commits > 0 ? [commitWords(copy.commits)] : []),
    ...(copy && copy.staged > 0 ? [stagedWords(copy.staged)] : []),
    ...(copy ? ignoredWords(copy.ignored) : []),
  ];
}

function filesWith(count: number): string {
  return `${counted(count, 'file')} with`;
}

function named(notices: readonly ChangeNotice[], reason: ChangeNotice['reason']): string {
  const paths = notices.filter((notice) => notice.reason === reason).map(({ path }) => path);
  const kind = kinds[reason][paths.length === 1 ? 0 : 1];
  return `${formatNumber(paths.length)} ${kind}: ${namesOf(paths)}.`;
}

function guardedWords(guarded: SessionLosses['guarded']): readonly string[] {
  if (guarded.length === 0) return [];
  const paths = guarded.map(({ place, path }) => (place === 'repository' ? `.git/${path}` : path));
  const what = `Your versions of ${counted(paths.length, 'file')} changed outside the review`;
  return [`${what}: ${namesOf(paths)}.`];
}

function namesOf(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  const names = paths.slice(0, NAMED).map(visiblePath).join(', ');
  return rest > 0 ? `${names} and ${formatNumber(rest)} more` : names;
}

function commitWords(count: number): string {
  return count === 1
    ? '1 commit that only the copy has.'
    : `${formatNumber(count)} commits that only the copy has.`;
}

function stagedWords(count: number): string {
  return count === 1
    ? 'A staged version of 1 file that is neither committed nor on disk.'
    : `Staged versions of ${formatNumber(count)} files that are neither committed nor on disk.`;
}

function ignoredWords({
  files,
  bytes,
  isPartial,
}: NonNullable<SessionLosses['copy']>['ignored']): readonly string[] {
  if (files === 0 && !isPartial) return [];
  const count = counted(files, 'ignored file');
  return [`${isPartial ? 'At least ' : ''}${count} (${formatBytes(bytes)}).`];
}
