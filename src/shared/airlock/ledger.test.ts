import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import type { Change, Hunk } from './change';
import { viewOf } from './changeView';
import { changeStatus, emptyLedger, foldLedger } from './ledger';
import type { HunkOutcome, LedgerEvent, LedgerRecord, Standing } from './ledgerEvents';

/** Any kind of id. */
const id = (name: string) => name as never;
const nothing: Standing = { base: null, work: null };

function hunk(name: string): Hunk {
  return {
    type: 'text',
    id: id(name),
    baseStart: 0,
    baseCount: 1,
    proposedStart: 0,
    proposedCount: 2,
  };
}

function change(name: string): Change {
  return {
    changeId: id(name),
    path: `${name}.txt`,
    kind: 'modify',
    base: { blob: id('b'), mode: '100644', bytes: 1 },
    proposed: { blob: id('p'), mode: '100644', bytes: 2 },
    origin: 'scan',
    turnId: null,
    toolCallId: null,
    afterTheFact: false,
    hunks: [hunk('h1'), hunk('h2')],
  };
}

function records(...events: LedgerEvent[]): LedgerRecord[] {
  return events.map((event, at) => ({ v: 1, at, ...event }));
}

function decided(
  name: string,
  of: string,
  hunkName: string,
  state: 'accepted' | 'rejected',
  undoes?: string,
): LedgerEvent[] {
  const decisionId = id(name);
  const hunkId = id(hunkName);
  const outcome: HunkOutcome =
    undoes === undefined ? { hunkId, state } : { hunkId, state: 'pending' };
  return [
    {
      type: 'decision.made',
      decisionId,
      changeId: id(of),
      ...(undoes !== undefined && { undoes: id(undoes) }),
      outcomes: [outcome],
      effects: [],
      standing: nothing,
    },
    { type: 'decision.settled', decisionId, outcomes: [outcome], standing: nothing },
  ];
}

const POINT = { tree: id('t'), baseTree: id('t'), ownTree: id('t') };

const anyEvent: fc.Arbitrary<LedgerEvent> = fc
  .tuple(
    fc.nat(14),
    fc.constantFrom('c1', 'c2'),
    fc.constantFrom('d1', 'd2'),
    fc.constantFrom('h1', 'h2', 'h3'),
  )
  .map(([kind, of, name, part]): LedgerEvent => {
    const [made, settled] = decided(name, of, part, 'accepted');
    const events: (LedgerEvent | undefined)[] = [
      { type: 'change.proposed', change: change(of) },
      { type: 'change.superseded', changeId: id(of) },
      { type: 'change.withdrawn', changeId: id(of) },
      { type: 'hunk.split', changeId: id(of), hunkId: id(part), into: [hunk('h3'), hunk('h4')] },
      made,
      settled,
      { type: 'base.moved', tree: id('t') },
      { type: 'turn.checkpointed', turnId: id('turn'), tree: id('t'), baseTree: id('t') },
      { type: 'refresh.begun', refreshId: id(name), before: POINT, files: [], left: [] },
      { type: 'refresh.settled', refreshId: id(name), after: POINT, left: [] },
      { type: 'refresh.undoing', refreshId: id(name), to: POINT, effects: [] },
      { type: 'refresh.undone', refreshId: id(name), left: [part] },
      { type: 'refresh.dismissed', refreshId: id(name) },
      { type: 'rewind.begun', effects: [] },
      { type: 'rewind.settled' },
    ];
    return events[kind] ?? { type: 'base.moved', tree: id('t') };
  });

describe('foldLedger', () => {
  it('gives the same result in any portions, and does not change its input', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.nat(30), (events, cut) => {
        const all = records(...events);
        const first = foldLedger(emptyLedger, all.slice(0, cut));
        const before = structuredClone(first);
        const whole = foldLedger(first, all.slice(cut));
        expect(whole).toEqual(foldLedger(emptyLedger, all));
        expect(first).toEqual(before);
        for (const record of whole.changes.values()) viewOf(record);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('keeps the decision of a hunk whose undo could not be carried out, so that it can be undone later', () => {
    const both: readonly HunkOutcome[] = [
      { hunkId: id('h1'), state: 'accepted' },
      { hunkId: id('h2'), state: 'rejected' },
    ];
    const decision = (name: string, outcomes: readonly HunkOutcome[], undoes?: string) =>
      ({
        type: 'decision.made',
        decisionId: id(name),
        changeId: id('c'),
        ...(undoes !== undefined && { undoes: id(undoes) }),
        outcomes,
        effects: [],
        standing: nothing,
      }) as const;
    const settled = (name: string, outcomes: readonly HunkOutcome[]) =>
      ({
        type: 'decision.settled',
        decisionId: id(name),
        outcomes,
        standing: nothing,
      }) as const;
    const undecided = both.map((outcome) => ({ ...outcome, state: 'pending' }) as const);
    const state = foldLedger(
      emptyLedger,
      records(
        { type: 'change.proposed', change: change('c') },
        decision('d1', both),
        settled('d1', both),
        decision('d2', undecided, 'd1'),
        settled(
          'd2',
          both.map((outcome) =>
            outcome.state === 'accepted' ? outcome : { ...outcome, state: 'pending' },
          ),
        ),
      ),
    );
    const hunksOf = ({ changes }: typeof state) =>
      changes.get(id('c'))?.hunks.map((own) => `${own.outcome.state} ${own.decisionId}`);
    expect(hunksOf(state)).toEqual(['accepted d1', 'pending null']);
    expect(state.decisions.get(id('d1'))?.isUndone).toBe(false);
    const again = foldLedger(state, records(...decided('d3', 'c', 'h1', 'accepted', 'd1')));
    expect(hunksOf(again)).toEqual(['pending null', 'pending null']);
    expect(again.decisions.get(id('d1'))?.isUndone).toBe(true);
  });

  it('knows the state of each hunk and each change', () => {
    const proposed: LedgerEvent = { type: 'change.proposed', change: change('c') };
    const state = foldLedger(
      emptyLedger,
      records(
        proposed,
        ...decided('d1', 'c', 'h1', 'accepted'),
        ...decided('d2', 'c', 'h2', 'rejected'),
      ),
    );
    const record = state.changes.get(id('c'));
    expect(record && changeStatus(record)).toBe('settled');
    expect(
      record?.hunks.map(({ outcome, decisionId }) => `${outcome.state} ${decisionId}`),
    ).toEqual(['accepted d1', 'rejected d2']);
    const undone = foldLedger(state, records(...decided('d3', 'c', 'h1', 'accepted', 'd1')));
    expect(undone.decisions.get(id('d1'))?.isUndone).toBe(true);
    const again = undone.changes.get(id('c'));
    expect(again && changeStatus(again)).toBe('open');
    expect(again && viewOf(again)).toMatchObject({
      addedLines: 4,
      removedLines: 2,
      risk: { type: 'ordinary' },
    });
  });

  it('puts the parts of a split hunk at its position', () => {
    const split: LedgerEvent = {
      type: 'hunk.split',
      changeId: id('c'),
      hunkId: id('h1'),
      into: [hunk('x'), hunk('y')],
    };
    const state = foldLedger(
      emptyLedger,
      records({ type: 'change.proposed', change: change('c') }, split),
    );
    expect(state.changes.get(id('c'))?.hunks.map(({ hunk: { id: name } }) => name)).toEqual([
      'x',
      'y',
      'h2',
    ]);
  });
});

describe('a refresh in the ledger', () => {
  const point = (name: string) => ({ tree: id(name), baseTree: id(`${name}b`), ownTree: id('o') });
  const begun: LedgerEvent = {
    type: 'refresh.begun',
    refreshId: id('r1'),
    before: point('before'),
    files: [],
    left: [],
  };
  const settled: LedgerEvent = {
    type: 'refresh.settled',
    refreshId: id('r1'),
    after: point('after'),
    left: ['left.txt'],
  };
  const undoing: LedgerEvent = {
    type: 'refresh.undoing',
    refreshId: id('r1'),
    to: point('before'),
    effects: [],
  };
  const undone: LedgerEvent = { type: 'refresh.undone', refreshId: id('r1'), left: ['kept.txt'] };
  const folded = (...events: readonly LedgerEvent[]) => foldLedger(emptyLedger, records(...events));

  it('moves the baseline when its files are written, and back before they are written again', () => {
    expect(folded(begun)).toMatchObject({ baseTree: null, refresh: { step: 'begun' } });
    expect(folded(begun, settled)).toMatchObject({
      baseTree: 'afterb',
      ownTree: 'o',
      refresh: { step: 'settled', left: ['left.txt'] },
    });
    expect(folded(begun, settled, undoing)).toMatchObject({
      baseTree: 'beforeb',
      refresh: { step: 'undoing' },
    });
    expect(folded(begun, settled, undoing, undone)).toMatchObject({
      baseTree: 'beforeb',
      refresh: { step: 'undone', left: ['left.txt'], kept: ['kept.txt'] },
    });
  });

  it('is not half done because a line of it is lost: the baseline is where the files are', () => {
    expect(folded(settled)).toMatchObject({ baseTree: 'afterb', refresh: null });
    expect(folded(begun, undone)).toMatchObject({ refresh: { step: 'begun' } });
    const another: LedgerEvent = { ...begun, refreshId: id('r2') };
    expect(folded(another, settled)).toMatchObject({
      baseTree: 'afterb',
      refresh: { step: 'begun', begun: { refreshId: 'r2' } },
    });
  });

  it('is forgotten once the user has taken note of it, but not while it is under way', () => {
    const dismissed: LedgerEvent = { type: 'refresh.dismissed', refreshId: id('r1') };
    expect(folded(begun, dismissed).refresh).toMatchObject({ step: 'begun' });
    expect(folded(begun, settled, dismissed).refresh).toBeNull();
    expect(folded(begun, settled, undoing, dismissed).refresh).toMatchObject({ step: 'undoing' });
    expect(folded(begun, settled, undoing, undone, dismissed).refresh).toBeNull();
  });
});

it('a rewind is under way until the ledger says that it is done', () => {
  const begun: LedgerEvent = { type: 'rewind.begun', effects: [] };
  const open = foldLedger(emptyLedger, records(begun));
  expect(open.rewind).toEqual([]);
  expect(foldLedger(open, records({ type: 'rewind.settled' })).rewind).toBeNull();
});
