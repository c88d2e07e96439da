import { expect, test } from 'vitest';
import { diffFromWire } from './diffs';

const patch = (text: string) => ({ format: 'git_patch', text });
const head = 'diff --git /a /a\n--- /a\n+++ /a\n';

test('a created or deleted file is shown whole', () => {
  const made = { changes: [{ operation: 'add', path: '/a' }] };
  expect(diffFromWire({ ...made, patch: patch(`${head}@@ -0,0 +1,2 @@\n+one\n+two\n`) })).toEqual({
    type: 'diff',
    path: '/a',
    before: null,
    after: 'one\ntwo\n',
  });
  const deleted = { changes: [{ operation: 'delete', path: '/a' }] };
  const text = `${head}@@ -1 +0,0 @@\n-one\n\\ No newline at end of file\n`;
  expect(diffFromWire({ ...deleted, patch: patch(text) })).toEqual({
    type: 'diff',
    path: '/a',
    before: 'one',
    after: null,
  });
});

test('any other change is shown as its patch', () => {
  const text = `${head}@@ -1 +1 @@\n-one\n+two\n`;
  expect(
    diffFromWire({ changes: [{ operation: 'modify', path: '/a' }], patch: patch(text) }),
  ).toEqual({ type: 'patch', paths: ['/a'], patch: text });
  const several = [
    { operation: 'add', path: '/b' },
    { operation: 'move', path: '/d', oldPath: '/c' },
  ];
  expect(diffFromWire({ changes: several, patch: patch(text) })).toEqual({
    type: 'patch',
    paths: ['/b', '/c', '/d'],
    patch: text,
  });
});

test('the files are named if there is no patch', () => {
  const changes = [
    { operation: 'copy', path: '/b', oldPath: '/a' },
    { operation: 'delete', path: '/c' },
    { operation: 'sharpen', path: '/d' },
    { operation: 'add' },
  ];
  for (const other of [null, patch(''), { format: 'ed_script', text: 'd' }]) {
    expect(diffFromWire({ changes, patch: other })).toEqual({
      type: 'content',
      content: { type: 'text', text: 'Copies /a to /b\nDeletes /c\nChanges /d' },
    });
  }
});

test('there is no diff without a file', () => {
  expect(diffFromWire({ changes: [] })).toBeNull();
  expect(diffFromWire({ changes: 'all', patch: patch(head) })).toBeNull();
});

test('a patch that does not match its declared kind is shown unchanged', () => {
  const changes = [{ operation: 'add', path: '/a' }];
  for (const text of [head, `${head}@@ -1 +1 @@\n-one\n+two\n`]) {
    expect(diffFromWire({ changes, patch: patch(text) })).toMatchObject({ type: 'patch' });
  }
});
