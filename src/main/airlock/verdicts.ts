import type { Hunk } from '#shared/airlock/change';
import { textHunksOf } from '#shared/airlock/compose';
import { inOrder, rangeOf, type TextHunk } from '#shared/airlock/hunks';
import type { ChangeRecord, LedgerEvent } from '#shared/airlock/ledger';
import type { Sides } from '#shared/airlock/review';
import { splitHunk } from '#shared/airlock/splitHunk';
import type { ChangeVerdict, Verdict } from '#shared/airlock/verdict';
import { AppException } from '#shared/errors';
import type { HunkId } from '#shared/ids';

export interface DividedVerdict {
  readonly hunks: readonly Hunk[];
  readonly splits: readonly LedgerEvent[];
  readonly accepted: ReadonlySet<HunkId>;
  readonly rejected: ReadonlySet<HunkId>;
}

/** Checks a verdict against what there is to decide, and divides hunks of which only lines are meant. */
export function divideVerdict(
  record: ChangeRecord,
  sides: Sides,
  { hunks: verdicts }: ChangeVerdict,
): DividedVerdict {
  const { changeId, path } = record.change;
  let hunks = record.hunks.map(({ hunk }) => hunk);
  const splits: LedgerEvent[] = [];
  const decided = { accept: new Set<HunkId>(), reject: new Set<HunkId>() };
  for (const { hunkId, verdict, lines } of verdicts) {
    const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
    if (present === undefined) throw problem('not-found', `This part of ${path} is not known.`);
    if (present.outcome.state !== 'pending' || isDecided(decided, hunkId)) {
      throw problem('conflict', `This part of ${path} is decided already.`);
    }
    if (lines === undefined) {
      decided[verdict].add(hunkId);
      continue;
    }
    const [whole] = textHunksOf(sides, [present.hunk]);
    const split = whole && splitHunk(whole, lines);
    if (!split) throw problem('refused', `These lines of ${path} can only be decided together.`);
    const selected = split.selected.map(toHunk);
    const into = inOrder([...split.selected, ...split.rest]).map(toHunk);
    for (const { id } of selected) decided[verdict].add(id);
    if (into.length === 1 && selected.length === 1) {
      decided[verdict].delete(selected[0]?.id ?? hunkId);
      decided[verdict].add(hunkId);
      continue;
    }
    hunks = hunks.flatMap((hunk) => (hunk.id === hunkId ? into : [hunk]));
    splits.push({ type: 'hunk.split', changeId, hunkId, into });
  }
  return { hunks, splits, accepted: decided.accept, rejected: decided.reject };
}

function isDecided(decided: Record<Verdict, Set<HunkId>>, hunkId: HunkId): boolean {
  return decided.accept.has(hunkId) || decided.reject.has(hunkId);
}

function toHunk(hunk: TextHunk): Hunk {
  return { type: 'text', id: hunk.id, ...rangeOf(hunk) };
}

function problem(code: 'not-found' | 'conflict' | 'refused', message: string): AppException {
  return new AppException({ code, message });
}
