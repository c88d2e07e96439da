import { expect, it } from 'vitest';
import type { ObjectId } from '#shared/ids';
import { type ChangeView, riskOf, undecidedLines } from './changeView';
import { reviewOf } from './review';
import { ADDED_REASON, selfArmingTest } from './selfArming';

type State = 'accepted' | 'rejected' | 'pending';

const view = (...hunks: [state: State, removed: number, added: number][]) =>
  ({
    hunks: hunks.map(([state, baseCount, proposedCount]) => ({
      hunk: { type: 'text', baseCount, proposedCount },
      outcome: { state },
    })),
  }) as unknown as Pick<ChangeView, 'hunks'>;

it('counts the lines of undecided hunks', () => {
  const views = [
    view(['pending', 1, 3], ['accepted', 10, 10]),
    view(['rejected', 5, 5], ['pending', 4, 2]),
  ];
  expect(undecidedLines(views)).toEqual({ added: 5, removed: 5 });
  expect(undecidedLines([])).toEqual({ added: 0, removed: 0 });
});

it('counts the lines of a file that is deleted', () => {
  const base = {
    version: { blob: 'one' as ObjectId, mode: '100644', bytes: 8 },
    text: { text: 'one\ntwo\n', encoding: 'utf8' },
  } as const;
  const [hunk] = reviewOf({ path: 'a.txt', base, proposed: null }).hunks;
  const hunks = [{ hunk, outcome: { state: 'pending' } }] as unknown as ChangeView['hunks'];
  expect(undecidedLines([{ hunks }])).toEqual({ added: 0, removed: 2 });
});

it('finds the risk of a file in both of its places, by what the user has named, too', () => {
  const named = selfArmingTest(['deploy/']);
  const red = { type: 'red', reason: ADDED_REASON };
  expect(riskOf({ path: 'deploy/a.sh', oldPath: 'a.sh' }, named)).toEqual(red);
  expect(riskOf({ path: 'a.sh', oldPath: 'deploy/a.sh' }, named)).toEqual(red);
  expect(riskOf({ path: 'a.sh', oldPath: 'b.sh' }, named)).toEqual({ type: 'ordinary' });
  expect(riskOf({ path: 'a.sh', oldPath: '.envrc' }, named).type).toBe('red');
});
