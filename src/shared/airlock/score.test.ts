import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeId, DecisionId, HunkId, SessionId } from '#shared/ids';
import { propertyRuns } from '#test/support/propertyRuns';
import { type ChangeRecord, emptyLedger, foldLedger, type LedgerState } from './ledger';
import type { HunkOutcome, LedgerEvent } from './ledgerEvents';
import {
  acceptance,
  creditHunks,
  factsOf,
  type HunkCredit,
  type JudgedHunk,
  scoreOf,
} from './score';

type State = 'accepted' | 'rejected' | 'pending';

function record(at: number, states: readonly State[], more: Partial<ChangeRecord> = {}) {
  const hunks = states.map((state, index) => ({
    hunk: { type: 'text', id: `h${index}`, baseCount: 1, proposedCount: 3 },
    outcome: { state },
  }));
  return {
    at,
    change: {},
    hunks,
    isSuperseded: false,
    isWithdrawn: false,
    ...more,
  } as unknown as ChangeRecord;
}

function score(...records: readonly ChangeRecord[]) {
  const changes = new Map(records.map((one, index) => [`c${index}`, one]));
  return scoreOf(factsOf({ changes } as unknown as LedgerState));
}

describe('scoreOf', () => {
  it('counts what became of each hunk, and the lines that were accepted', () => {
    expect(score(record(9, ['accepted', 'rejected']), record(5, ['pending', 'accepted']))).toEqual({
      accepted: 2,
      edited: 0,
      rejected: 1,
      open: 1,
      addedLines: 6,
      removedLines: 2,
      firstChangeAt: 5,
    });
  });

  it('leaves out what the agent replaced before it was decided, and keeps what was decided', () => {
    const replaced = record(1, ['accepted', 'pending'], { isSuperseded: true });
    expect(score(replaced)).toMatchObject({ accepted: 1, open: 0 });
    expect(score(record(1, ['pending'], { isWithdrawn: true }))).toMatchObject({ open: 0 });
  });

  it('is empty for an agent that changed nothing', () => {
    expect(score()).toMatchObject({ accepted: 0, rejected: 0, open: 0, firstChangeAt: null });
  });
});

describe('acceptance', () => {
  it('is the share of accepted hunks among the decided ones', () => {
    expect(acceptance({ accepted: 3, rejected: 1 })).toBe(0.75);
    expect(acceptance({ accepted: 0, rejected: 0 })).toBeNull();
  });
});

/** What happens to one hunk of an agent's, and how the scoreboard must count that. */
const fates = {
  accepted: { accepted: 1, edited: 0, rejected: 0, open: 0 },
  editedAndAccepted: { accepted: 1, edited: 1, rejected: 0, open: 0 },
  editedAndLeft: { accepted: 0, edited: 0, rejected: 0, open: 1 },
  editedAndRejected: { accepted: 0, edited: 0, rejected: 1, open: 0 },
  editedSplitAndAccepted: { accepted: 2, edited: 2, rejected: 0, open: 0 },
  typedOver: { accepted: 0, edited: 0, rejected: 1, open: 0 },
  rejected: { accepted: 0, edited: 0, rejected: 1, open: 0 },
  acceptedAndUndone: { accepted: 0, edited: 0, rejected: 0, open: 1 },
  left: { accepted: 0, edited: 0, rejected: 0, open: 1 },
} as const;
type Fate = keyof typeof fates;

/** The facts of one change with one hunk per fate, as the airlock writes them. */
function history(change: number, given: readonly Fate[]): LedgerEvent[] {
  const standing = { base: null, work: null };
  const textHunk = (id: string) =>
    ({
      type: 'text',
      id: id as HunkId,
      baseStart: 0,
      baseCount: 0,
      proposedStart: 0,
      proposedCount: 1,
    }) as const;
  const kept = given.filter((fate) => fate !== 'typedOver');
  const [first, next] = [`c${change}`, `c${change}-edited`] as ChangeId[] as [ChangeId, ChangeId];
  const isTyped = given.some((fate) => fate.startsWith('edited') || fate === 'typedOver');
  const changeId = isTyped ? next : first;
  const proposed = (id: ChangeId, count: number): LedgerEvent => ({
    type: 'change.proposed',
    change: {
      changeId: id,
      path: `file${change}`,
      kind: 'modify',
      base: null,
      proposed: null,
      origin: 'scan',
      turnId: null,
      toolCallId: null,
      afterTheFact: false,
      hunks: Array.from({ length: count }, (_, at) => textHunk(`h${at}`)),
    },
  });
  let decisions = 0;
  const decide = (id: string, state: 'accepted' | 'rejected' | 'pending'): LedgerEvent[] => {
    const decisionId = `d${change}-${decisions++}` as DecisionId;
    const outcomes = [{ hunkId: id as HunkId, state } as HunkOutcome];
    return [
      { type: 'decision.made', decisionId, changeId, outcomes, effects: [], standing },
      { type: 'decision.settled', decisionId, outcomes, standing },
    ];
  };
  const typed: LedgerEvent[] = [
    { type: 'change.superseded', changeId: first },
    proposed(next, kept.length),
    {
      type: 'hunks.edited',
      changeId: next,
      hunkIds: kept.flatMap((fate, at) => (fate.startsWith('edited') ? [`h${at}` as HunkId] : [])),
      removed: given.length - kept.length,
    },
  ];
  const decided = kept.flatMap((fate, at): LedgerEvent[] => {
    const id = `h${at}`;
    if (fate === 'accepted' || fate === 'editedAndAccepted') return decide(id, 'accepted');
    if (fate === 'rejected' || fate === 'editedAndRejected') return decide(id, 'rejected');
    if (fate === 'acceptedAndUndone') return [...decide(id, 'accepted'), ...decide(id, 'pending')];
    if (fate !== 'editedSplitAndAccepted') return [];
    const into = [textHunk(`${id}a`), textHunk(`${id}b`)];
    return [
      { type: 'hunk.split', changeId, hunkId: id as HunkId, into },
      ...decide(`${id}a`, 'accepted'),
      ...decide(`${id}b`, 'accepted'),
    ];
  });
  return [proposed(first, given.length), ...(isTyped ? typed : []), ...decided];
}

describe('the sums of the scoreboard', () => {
  it('equal those of the ledger, with what was edited, split, undone and typed over', () => {
    const fate = fc.constantFrom(...(Object.keys(fates) as Fate[]));
    fc.assert(
      fc.property(fc.array(fc.array(fate, { minLength: 1, maxLength: 6 })), (changes) => {
        const records = changes
          .flatMap((given, index) => history(index, given))
          .map((event) => ({ v: 1, at: 1, ...event }));
        const found = scoreOf(factsOf(foldLedger(emptyLedger, records)));
        for (const part of ['accepted', 'edited', 'rejected', 'open'] as const) {
          const expected = changes.flat().reduce((sum, one) => sum + fates[one][part], 0);
          expect(found[part]).toBe(expected);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('hunks of composed results', () => {
  const states = ['accepted', 'rejected', 'pending'] as const;
  const judged = (name: string, state: JudgedHunk['state']): JudgedHunk => ({
    changeId: name as ChangeId,
    path: name,
    hunk: { type: 'whole', id: name as HunkId, reason: 'binary' },
    state,
    isEdited: false,
  });
  const facts = (...hunks: readonly JudgedHunk[]) => ({ hunks, typedOver: 0, firstChangeAt: null });
  const credit = (path: string, session: string): HunkCredit => ({
    path,
    hunkId: path as HunkId,
    from: {
      sessionId: session as SessionId,
      changeId: path as ChangeId,
      hunkId: path as HunkId,
    },
  });

  it('count for the session that they were picked from, and only once', () => {
    const [alpha, beta, composed] = ['alpha', 'beta', 'composed'] as SessionId[] as [
      SessionId,
      SessionId,
      SessionId,
    ];
    const sessions = new Map([
      [alpha, facts(judged('a', 'pending'), judged('same', 'pending'))],
      [beta, facts(judged('b', 'pending'), judged('decided', 'rejected'))],
      [
        composed,
        facts(
          judged('a', 'accepted'),
          judged('b', 'rejected'),
          judged('decided', 'accepted'),
          judged('own', 'accepted'),
        ),
      ],
    ]);
    const credits = [
      credit('a', 'alpha'),
      credit('b', 'beta'),
      credit('decided', 'beta'),
      credit('own', 'gone'),
    ];
    const found = creditHunks(sessions, new Map([[composed, credits]]));
    const score = (id: SessionId) => scoreOf(found.get(id) ?? facts());
    expect(score(alpha)).toMatchObject({ accepted: 1, rejected: 0, open: 1 });
    expect(score(beta)).toMatchObject({ accepted: 0, rejected: 2, open: 0 });
    expect(score(composed)).toMatchObject({ accepted: 1, rejected: 0, open: 0 });
  });

  it('count in the place of the same hunk by another id, as after a refresh that was undone', () => {
    const [alpha, composed] = ['alpha', 'composed'] as SessionId[] as [SessionId, SessionId];
    const again = { ...judged('a', 'pending'), changeId: 'again' as ChangeId };
    const sessions = new Map([
      [alpha, facts(again, judged('same', 'pending'))],
      [composed, facts(judged('a', 'accepted'))],
    ]);
    const found = creditHunks(sessions, new Map([[composed, [credit('a', 'alpha')]]]));
    expect(scoreOf(found.get(alpha) ?? facts())).toMatchObject({ accepted: 1, open: 1 });
  });

  it('are as many as the ledgers have, without those that were picked', () => {
    const state = fc.constantFrom(...states);
    fc.assert(
      fc.property(fc.array(fc.tuple(state, state, fc.boolean())), (picks) => {
        const name = (at: number) => `h${at}`;
        const source = picks.map(([own], at) => judged(name(at), own));
        const composed = picks.map(([, taken], at) => judged(name(at), taken));
        const credits = picks.flatMap(([, , isKnown], at) =>
          isKnown ? [credit(name(at), 'source')] : [],
        );
        const found = creditHunks(
          new Map([
            ['source' as SessionId, facts(...source)],
            ['composed' as SessionId, facts(...composed)],
          ]),
          new Map([['composed' as SessionId, credits]]),
        );
        const all = [...found.values()].flatMap(({ hunks }) => hunks);
        expect(all).toHaveLength(2 * picks.length - credits.length);
        expect(all.filter(({ state: one }) => one !== 'pending')).toHaveLength(
          picks.reduce((sum, [own, taken, isKnown]) => {
            const decided = [own, taken].filter((one) => one !== 'pending').length;
            return sum + (isKnown ? Math.min(1, decided) : decided);
          }, 0),
        );
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
