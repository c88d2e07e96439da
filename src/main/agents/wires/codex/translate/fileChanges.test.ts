import { describe, expect, test } from 'vitest';
import { completed, heard, started, translator } from '#test/support/codexMessages';
import { patchedPaths, untoldPatch } from './fileChanges';

describe('edits', () => {
  const change = (path: string, kind: object, diff: string) => ({ path, kind, diff });
  const item = (...changes: object[]) => ({
    type: 'fileChange',
    id: 'f',
    changes,
    status: 'inProgress',
  });

  test('are shown by what they change in the files', () => {
    const events = heard(
      started(
        item(
          change('/work/new', { type: 'add' }, 'x\n'),
          change('/work/gone', { type: 'delete' }, 'y\n'),
          change(
            '/work/old',
            { type: 'update', move_path: '/work/moved' },
            '@@ -1 +1 @@\n-a\n+b\n',
          ),
        ),
      ),
    );
    expect(events).toEqual([
      {
        type: 'tool.updated',
        toolCallId: 'f',
        title: 'Edit new, gone, moved',
        kind: 'edit',
        status: 'in_progress',
        content: [
          { type: 'diff', path: '/work/new', before: null, after: 'x\n' },
          { type: 'diff', path: '/work/gone', before: 'y\n', after: null },
          {
            type: 'patch',
            paths: ['/work/old', '/work/moved'],
            patch: '--- /work/old\n+++ /work/moved\n@@ -1 +1 @@\n-a\n+b\n',
          },
        ],
        locations: [{ path: '/work/new' }, { path: '/work/gone' }, { path: '/work/moved' }],
      },
    ]);
  });

  test.each([
    [[change('/work/a', { type: 'add' }, '')], 'Create a', 'edit'],
    [[change('/work/a', { type: 'delete' }, '')], 'Delete a', 'delete'],
    [[change('/work/a', { type: 'update', move_path: '/work/b' }, '')], 'Move b', 'move'],
    [[change('/else/a', { type: 'update', move_path: null }, '')], 'Edit /else/a', 'edit'],
    [[], 'Edit files', 'edit'],
  ])('%o', (changes, title, kind) => {
    expect(heard(started(item(...changes)))).toMatchObject([{ title, kind }]);
  });

  test('change while they are written, and end', () => {
    const changes = [change('/work/a', { type: 'add' }, 'xy')];
    const events = heard(
      started(item(change('/work/a', { type: 'add' }, 'x'))),
      ['item/fileChange/patchUpdated', { itemId: 'f', changes }],
      ['item/fileChange/outputDelta', { itemId: 'f', delta: 'done' }],
      completed({ ...item(...changes), status: 'completed' }),
    );
    expect(events).toMatchObject([
      { content: [{ after: 'x' }] },
      { content: [{ after: 'xy' }] },
      { status: 'completed' },
    ]);
  });

  test('by other tools are shown at the end of the turn', () => {
    const made = translator();
    const patch = (name: string) =>
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`;
    made.translate(
      ...(started(item(change('/work/src/a', { type: 'add' }, 'b'))) as [string, never]),
    );
    made.translate('turn/diff/updated', { diff: patch('src/a') + patch('src/b') });
    expect(made.endTurn('t')).toEqual([
      {
        type: 'tool.updated',
        toolCallId: 'changes-of-t',
        title: 'Other changes of this turn',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'patch', paths: ['src/b'], patch: patch('src/b') }],
      },
    ]);
    expect(made.endTurn('t')).toEqual([]);
  });
});

// Shows I21.
test('a patch of many files is compared with many others in time linear in their number', () => {
  const told = new Set(
    Array.from({ length: 1_000 }, (_, index) => `/work/${'a/'.repeat(500)}${index}`),
  );
  const part = (name: string) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n`;
  const names = Array.from({ length: 40_000 }, (_, index) => `src/${index}.ts`);
  const before = process.cpuUsage();
  const patch = untoldPatch([...names, 'a/7'].map(part).join(''), told);
  expect(patchedPaths(patch)).toEqual(names);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
