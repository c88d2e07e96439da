import { describe, expect, it } from 'vitest';
import type { ChangeId, SessionId } from '#shared/ids';
import type { ChangeView } from '../changeView';
import type { ChangeStatus } from '../ledger';
import { boardOf } from './board';

interface Given {
  readonly path: string;
  readonly oldPath?: string;
  readonly status?: ChangeStatus;
  /** Left out: not known yet. */
  readonly keys?: readonly string[];
}

/** One row of the board per file, for agents that did this. */
function board(...agents: readonly (readonly Given[])[]) {
  const keys = new Map<ChangeId, readonly string[]>();
  const members = agents.map((changes, agent) => ({
    sessionId: `s${agent}` as SessionId,
    changes: changes.map(({ path, oldPath, status = 'open', keys: own }, index) => {
      const changeId = `c${agent}-${index}` as ChangeId;
      if (own !== undefined) keys.set(changeId, own);
      const change = { changeId, path, ...(oldPath !== undefined && { oldPath }) };
      return { change, status } as unknown as ChangeView;
    }),
  }));
  return boardOf(members, keys).map(({ path, cells, agreement }) => ({
    path,
    agreement,
    groups: cells.map((cell) => cell?.group ?? null),
    shared: cells.map((cell) => cell?.shared ?? null),
  }));
}

describe('boardOf', () => {
  it('lists every file that an agent changed, by path', () => {
    const rows = board([{ path: 'b', keys: ['1'] }], [{ path: 'a', keys: ['2'] }]);
    expect(rows).toEqual([
      { path: 'a', agreement: 'none', groups: [null, 0], shared: [null, 0] },
      { path: 'b', agreement: 'none', groups: [0, null], shared: [0, null] },
    ]);
  });

  it('tells whether all agree, some agree, or none', () => {
    const one = [{ path: 'f', keys: ['x', 'y'] }];
    expect(board(one, [{ path: 'f', keys: ['y', 'x'] }])).toMatchObject([
      { agreement: 'all', groups: [0, 0], shared: [2, 2] },
    ]);
    expect(board(one, [{ path: 'f', keys: ['y', 'z'] }])).toMatchObject([
      { agreement: 'some', groups: [0, 1], shared: [1, 1] },
    ]);
    expect(board(one, [{ path: 'f', keys: ['z'] }])).toMatchObject([{ agreement: 'none' }]);
  });

  it('counts an agent that left the file alone as one that does not agree', () => {
    const one = [{ path: 'f', keys: ['x'] }];
    expect(board(one, one, [])).toMatchObject([{ agreement: 'some', groups: [0, 0, null] }]);
  });

  it('does not count a hunk that one agent has twice as shared', () => {
    expect(board([{ path: 'f', keys: ['x', 'x'] }], [{ path: 'f', keys: ['y'] }])).toMatchObject([
      { agreement: 'none', shared: [0, 0] },
    ]);
  });

  it('puts a moved file into the row of its old path', () => {
    const rows = board(
      [{ path: 'new', oldPath: 'old', keys: ['rename new'] }],
      [{ path: 'old', keys: ['x'] }],
    );
    expect(rows).toMatchObject([{ path: 'old', agreement: 'none', groups: [0, 1] }]);
  });

  it('shows the latest change of a file, and none that was withdrawn or superseded', () => {
    const rows = board([
      { path: 'f', keys: ['1'] },
      { path: 'f', keys: ['2'] },
      { path: 'f', status: 'superseded', keys: ['3'] },
      { path: 'g', status: 'withdrawn', keys: ['4'] },
    ]);
    expect(rows.map(({ path }) => path)).toEqual(['f']);
  });

  it('leaves the agreement open until all keys are known', () => {
    expect(board([{ path: 'f', keys: ['x'] }], [{ path: 'f' }])).toMatchObject([
      { agreement: null, groups: [0, null] },
    ]);
  });
});
