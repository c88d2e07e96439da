import { describe, expect, it } from 'vitest';
import type { AgentSessionId, EntryId } from '#shared/ids';
import type { Entry } from '#shared/session/entries';
import { placeOf } from '#shared/session/entryPlace';
import { rowOf, threadRows } from './threadRows';

const ids = (...names: string[]) => names as EntryId[];

function entry(id: string, fields: Partial<Entry>): Entry {
  return { id, at: 0, updatedAt: 0, turnId: null, subagent: null, ...fields } as Entry;
}

function rowsOf(
  order: readonly EntryId[],
  entries: readonly Entry[] = [],
  folded = false,
  open = false,
) {
  const known = new Map(entries.map((one) => [one.id, one]));
  const place = (id: EntryId) => {
    const found = known.get(id);
    return (found && placeOf(found)) ?? undefined;
  };
  return threadRows(order, { place, isFolded: () => folded, isRunOpen: () => open });
}

const scout = 'scout' as AgentSessionId;
const nestedTool = entry('tool:2', { kind: 'tool', subagent: scout } as Partial<Entry>);
const order = ids('message:1', 'subagent:scout', 'tool:1', 'tool:2', 'message:3');

const step = (id: string, toolKind: string, status = 'completed') =>
  entry(id, { kind: 'tool', toolKind, status } as Partial<Entry>);

describe('a run of reads and edits', () => {
  const steps = [step('tool:1', 'read'), step('tool:2', 'search'), step('tool:3', 'edit')];
  const order = ids('message:1', 'tool:1', 'tool:2', 'tool:3', 'message:2');

  it('is one line that says what it stands for, and opens', () => {
    const rows = rowsOf(order, steps);
    expect(rows.map((row) => row.id)).toEqual(ids('message:1', 'run:tool:1', 'message:2'));
    expect(rows[1]?.run?.counts).toEqual({ read: 1, search: 1, edit: 1 });
    expect(rowsOf(order, steps, false, true).map((row) => row.id)).toEqual(
      ids('message:1', 'run:tool:1', 'tool:1', 'tool:2', 'tool:3', 'message:2'),
    );
  });

  it('leaves out what runs, failed, or is something else, and what is too short', () => {
    for (const other of [
      step('tool:2', 'edit', 'failed'),
      step('tool:2', 'read', 'in_progress'),
      step('tool:2', 'execute'),
    ]) {
      expect(rowsOf(order, [steps[0] ?? other, other, steps[2] ?? other])).toHaveLength(5);
    }
  });

  it('continues over requests that a rule allowed, which are part of it', () => {
    const ruled = (id: string, by: 'policy' | 'user') =>
      entry(id, {
        kind: 'permission',
        question: {
          toolCallId: null,
          title: '',
          options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
        },
        answer: { by, outcome: { type: 'selected', optionId: 'yes' } },
      } as Partial<Entry>);
    const asked = ids('tool:1', 'permission:1', 'tool:2', 'tool:3', 'permission:2');
    const rows = (by: 'policy' | 'user') =>
      rowsOf(asked, [...steps, ruled('permission:1', by), ruled('permission:2', by)]);
    expect(rows('policy').map((row) => row.id)).toEqual(ids('run:tool:1'));
    expect(rows('policy')[0]?.run?.counts).toEqual({ read: 1, search: 1, edit: 1 });
    expect(rows('user')).toHaveLength(5);
  });

  it('is found by its members', () => {
    const rows = rowsOf(order, steps);
    expect(rowOf(rows, 'tool:2' as EntryId)?.id).toBe('run:tool:1');
    expect(rowOf(rows, 'message:2' as EntryId)?.id).toBe('message:2');
  });
});

describe('threadRows', () => {
  it('keeps the order of the transcript', () => {
    expect(rowsOf(ids('message:1', 'tool:1', 'message:2')).map((row) => row.id)).toEqual(
      ids('message:1', 'tool:1', 'message:2'),
    );
  });

  it('puts what a subagent did below its row', () => {
    const rows = rowsOf(order, [nestedTool]);
    expect(rows.map((row) => row.id)).toEqual(
      ids('message:1', 'subagent:scout', 'tool:2', 'tool:1', 'message:3'),
    );
    expect(rows.find((row) => row.id === 'tool:2')).toMatchObject({ nested: true, closes: true });
  });

  it('hides it while the subagent is folded', () => {
    expect(rowsOf(order, [nestedTool], true).map((row) => row.id)).not.toContain('tool:2');
  });

  it('shows entries of a subagent that never introduced itself', () => {
    const rows = rowsOf(ids('tool:2'), [nestedTool]);
    expect(rows).toMatchObject([{ id: 'tool:2', nested: false }]);
  });

  it('leaves out turns that ended normally, and no others', () => {
    const ends = ['end_turn', 'cancelled', 'failed'].map((reason, index) =>
      entry(`turn-end:${index}`, { kind: 'turn-end', reason } as Partial<Entry>),
    );
    const rows = rowsOf(ids('turn-end:0', 'turn-end:1', 'turn-end:2'), ends);
    expect(rows.map((row) => row.id)).toEqual(ids('turn-end:1', 'turn-end:2'));
  });

  it('leaves out an interruption that a failure explains', () => {
    const end = entry('turn-end:1', { kind: 'turn-end', reason: 'interrupted' } as Partial<Entry>);
    expect(rowsOf(ids('turn-end:1', 'failure:2'), [end]).map((row) => row.id)).toEqual(
      ids('failure:2'),
    );
    expect(rowsOf(ids('turn-end:1', 'message:2'), [end])).toHaveLength(2);
  });

  it('draws small rows close together', () => {
    const rows = rowsOf(ids('tool:1', 'tool:2', 'message:1', 'tool:3'));
    expect(rows.map((row) => row.tight)).toEqual([false, true, false, false]);
  });
});
