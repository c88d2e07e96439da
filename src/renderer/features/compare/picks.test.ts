import { describe, expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import type { AgentId, ChangeId, HunkId, SessionId } from '#shared/ids';
import {
  allOf,
  composingAgent,
  countHunks,
  isInConflict,
  pickedHunks,
  stillThere,
  withPicks,
} from './picks';

const [one, two] = ['s1' as SessionId, 's2' as SessionId];
const hunk = (id: string) => id as HunkId;

function view(changeId: string, ...hunks: readonly string[]): ChangeView {
  return {
    change: { changeId: changeId as ChangeId },
    hunks: hunks.map((id) => ({ hunk: { id } })),
  } as unknown as ChangeView;
}

const change = view('c1', 'a', 'b');

describe('picks', () => {
  it('replaces the picks of one change and keeps the others', () => {
    const first = withPicks([], one, change, [hunk('a')]);
    const both = withPicks(first, two, change, [hunk('b')]);
    const later = withPicks(both, one, change, [hunk('a'), hunk('b')]);
    expect(pickedHunks(later, one, change)).toEqual(['a', 'b']);
    expect(pickedHunks(later, two, change)).toEqual(['b']);
    expect(countHunks(later)).toBe(3);
  });

  it('forgets a change of which nothing is picked', () => {
    expect(withPicks(allOf(one, [change]), one, change, [])).toEqual([]);
  });

  it('drops hunks and changes that an agent has replaced meanwhile', () => {
    const picks = [...allOf(one, [change, view('c2', 'x')]), ...allOf(two, [change])];
    const now = new Map([
      [one, [view('c1', 'b')]],
      [two, [change]],
    ]);
    const kept = stillThere(picks, (id) => now.get(id) ?? []);
    expect(kept).toEqual([
      { sessionId: one, changeId: 'c1', hunkIds: ['b'] },
      { sessionId: two, changeId: 'c1', hunkIds: ['a', 'b'] },
    ]);
  });

  it('tells which changes and hunks are in a conflict', () => {
    const picks = [{ sessionId: one, changeId: 'c1' as ChangeId, hunkId: hunk('a') }];
    const conflicts = [{ path: 'f', picks, start: 0, lines: [] }];
    expect(isInConflict(conflicts, one, change)).toBe(true);
    expect(isInConflict(conflicts, one, change, hunk('a'))).toBe(true);
    expect(isInConflict(conflicts, one, change, hunk('b'))).toBe(false);
    expect(isInConflict(conflicts, two, change)).toBe(false);
  });
});

describe('composingAgent', () => {
  const [alpha, beta, other] = ['alpha', 'beta', 'other'] as AgentId[] as [
    AgentId,
    AgentId,
    AgentId,
  ];

  it('is the first one that has not left the settings', () => {
    expect(composingAgent([alpha, beta], [other, beta, alpha])).toBe(alpha);
    expect(composingAgent([alpha, beta], [other, beta])).toBe(beta);
  });

  it('is none that the user did not choose for the task', () => {
    expect(composingAgent([alpha, beta], [other])).toBeNull();
  });
});
