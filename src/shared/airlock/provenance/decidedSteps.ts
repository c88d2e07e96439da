import type { Authorship, FileVersion } from '#shared/airlock/change';
import type { LedgerState } from '#shared/airlock/ledger';
import type { LocatedVersion } from '#shared/airlock/ledgerEvents';
import type { ChangeId, DecisionId } from '#shared/ids';

/** What a decision did to one file of the user's. */
export interface DecidedFile {
  readonly path: string;
  /** The path that it was moved from in the same step. */
  readonly movedFrom: string | null;
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

/** One decision, with all that it did to the user's files. */
export interface DecidedStep extends Authorship {
  readonly decisionId: DecisionId;
  readonly undoes: DecisionId | null;
  readonly at: number;
  readonly files: readonly DecidedFile[];
}

export interface DecidedSteps {
  readonly steps: readonly DecidedStep[];
  /** How many decisions are behind these steps; the next ones begin there. */
  readonly next: number;
}

/** The decisions from a number on, in order, up to the first that is not carried out yet. */
export function decidedSteps({ changes, decisions }: LedgerState, from: number): DecidedSteps {
  const steps: DecidedStep[] = [];
  const standing = new Map<ChangeId, LocatedVersion | null>();
  let next = 0;
  for (const { made, at, isSettled, isWritten } of decisions.values()) {
    if (!isSettled) break;
    const record = changes.get(made.changeId);
    if (record !== undefined && isWritten) {
      const { change } = record;
      const known = standing.get(made.changeId);
      const base = change.base && { path: change.oldPath ?? change.path, version: change.base };
      const written = made.effects.filter(({ place }) => place === 'project');
      const files =
        written.length > 0
          ? writtenFiles(written)
          : foundFiles(known === undefined ? base : known, made.standing.base);
      standing.set(made.changeId, made.standing.base);
      const { turnId, toolCallId } = change;
      const { decisionId, undoes = null } = made;
      if (next >= from) steps.push({ decisionId, undoes, at, turnId, toolCallId, files });
    }
    next++;
  }
  return { steps, next };
}

type Written = {
  readonly path: string;
  readonly expected: FileVersion | null;
  readonly next: FileVersion | null;
};

function writtenFiles(effects: readonly Written[]): readonly DecidedFile[] {
  const gone = effects.filter(({ next }) => next === null);
  return effects.map(({ path, expected, next }) => {
    const source = next !== null && expected === null && gone.length === 1 ? gone[0] : undefined;
    return {
      path,
      movedFrom: source?.path ?? null,
      before: source?.expected ?? expected,
      after: next,
    };
  });
}

/** In place, what is accepted is on the disk already. */
function foundFiles(
  before: LocatedVersion | null,
  after: LocatedVersion | null,
): readonly DecidedFile[] {
  if (before?.version.blob === after?.version.blob && before?.path === after?.path) return [];
  const path = after?.path ?? before?.path;
  if (path === undefined) return [];
  const movedFrom = before !== null && after !== null && before.path !== path ? before.path : null;
  return [{ path, movedFrom, before: before?.version ?? null, after: after?.version ?? null }];
}
