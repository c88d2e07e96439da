import { expect, it } from 'vitest';
import type { Change, FileVersion, Hunk } from '#shared/airlock/change';
import { emptyLedger, foldLedger } from '#shared/airlock/ledger';
import type { HunkOutcome, LedgerEvent } from '#shared/airlock/ledgerEvents';
import { decidedSteps } from './decidedSteps';

/** Any kind of id. */
const id = (name: string) => name as never;
const version = (blob: string): FileVersion => ({ blob: id(blob), mode: '100644', bytes: 1 });
const [base, proposed] = [version('base'), version('proposed')];

const hunk: Hunk = {
  type: 'text',
  id: id('h'),
  baseStart: 0,
  baseCount: 1,
  proposedStart: 0,
  proposedCount: 1,
};
const change: Change = {
  changeId: id('c'),
  path: 'a.txt',
  kind: 'modify',
  base,
  proposed,
  origin: 'scan',
  turnId: null,
  toolCallId: null,
  afterTheFact: false,
  hunks: [hunk],
};

const accepted: HunkOutcome = { hunkId: id('h'), state: 'accepted' };
const pending: HunkOutcome = { hunkId: id('h'), state: 'pending' };

/** What was decided and what became of it. */
function decision(
  name: string,
  wanted: HunkOutcome,
  became: HunkOutcome,
  undoes?: string,
): readonly LedgerEvent[] {
  const [expected, next] = undoes === undefined ? [base, proposed] : [proposed, base];
  const decided = { decisionId: id(name), standing: { base: null, work: null } };
  return [
    {
      ...decided,
      type: 'decision.made',
      changeId: id('c'),
      ...(undoes !== undefined && { undoes: id(undoes) }),
      outcomes: [wanted],
      effects: [{ place: 'project', path: 'a.txt', expected, next, temporary: '.airlock-x.tmp' }],
    },
    {
      ...decided,
      type: 'decision.settled',
      outcomes: [became],
    },
  ];
}

it('follows what was written to the user’s files, and nothing that could not be', () => {
  const events: readonly LedgerEvent[] = [
    { type: 'change.proposed', change },
    ...decision('failed accept', accepted, pending),
    ...decision('accept', accepted, accepted),
    ...decision('failed undo', pending, accepted, 'accept'),
    ...decision('undo', pending, pending, 'accept'),
  ];
  const state = foldLedger(
    emptyLedger,
    events.map((event, at) => ({ v: 1, at, ...event })),
  );
  const { steps, next } = decidedSteps(state, 0);
  expect(next).toBe(4);
  expect(steps).toMatchObject([
    { decisionId: 'accept', files: [{ before: base, after: proposed }] },
    { decisionId: 'undo', undoes: 'accept', files: [{ before: proposed, after: base }] },
  ]);
});
