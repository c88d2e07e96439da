import { expect, test } from 'vitest';
import { editFromResult, proposedEdit } from './fileEdits';

const path = '/work/a';
const original = 'one\ntwo\nthree\n';
const hunk = (oldStart: number, ...lines: string[]) => ({
  oldStart,
  oldLines: lines.filter((line) => !line.startsWith('+')).length,
  lines,
});

test.each([
  ['Write', { content: 'new' }, original, original, 'new'],
  ['Write', { content: 'new' }, null, null, 'new'],
  ['Edit', { old_string: 'two', new_string: '2$&' }, original, original, 'one\n2$&\nthree\n'],
  ['Edit', { old_string: 'o', new_string: '0', replace_all: true }, 'oo', 'oo', '00'],
  ['Edit', { old_string: '', new_string: 'made' }, null, null, 'made'],
  // The text to replace is not in the file: only the part that the agent named can be shown.
  ['Edit', { old_string: 'four', new_string: '4' }, original, 'four', '4'],
  ['Edit', { old_string: 'two', new_string: '2' }, undefined, 'two', '2'],
  [
    'MultiEdit',
    {
      edits: [
        { old_string: 'one', new_string: '1' },
        { old_string: '1', new_string: 'I' },
      ],
    },
    original,
    original,
    'I\ntwo\nthree\n',
  ],
])('%s %o of %o', (name, input, current, before, after) => {
  const proposed = proposedEdit(name, { file_path: path, ...input }, current);
  expect(proposed).toEqual({ type: 'diff', path, before, after });
});

test.each([
  ['Read', { file_path: path }],
  ['Edit', {}],
  ['Write', { file_path: path }],
  ['Edit', { file_path: path, old_string: 1 }],
  ['MultiEdit', { file_path: path, edits: [] }],
  ['NotebookEdit', { notebook_path: path, new_source: 'x' }],
])('%s %o cannot be shown as an edit', (name, input) => {
  expect(proposedEdit(name, input, original)).toBeNull();
});

test.each([
  [
    'a created file',
    { type: 'create', content: 'x', originalFile: null, structuredPatch: [] },
    { type: 'diff', path, before: null, after: 'x' },
  ],
  [
    'an overwritten file',
    { type: 'update', content: 'x', originalFile: original },
    { type: 'diff', path, before: original, after: 'x' },
  ],
  [
    'a replacement',
    { originalFile: original, oldString: 'two', newString: '2' },
    { type: 'diff', path, before: original, after: 'one\n2\nthree\n' },
  ],
  [
    'a replacement of all matches',
    { originalFile: 'oo', oldString: 'o', newString: '0', replaceAll: true },
    { type: 'diff', path, before: 'oo', after: '00' },
  ],
  [
    'a replacement that only the patch describes',
    {
      originalFile: original,
      oldString: '“two”',
      newString: '2',
      structuredPatch: [hunk(1, ' one', '-two', '+2', ' three')],
    },
    { type: 'diff', path, before: original, after: 'one\n2\nthree\n' },
  ],
  [
    'several edits',
    {
      originalFileContents: original,
      structuredPatch: [hunk(1, '-one', '+1'), hunk(3, '-three', '+3', '\\ No newline')],
    },
    { type: 'diff', path, before: original, after: '1\ntwo\n3\n' },
  ],
  [
    'a file that is too long to be shown whole',
    {
      originalFile: null,
      oldString: 'b',
      newString: 'B',
      structuredPatch: [hunk(9, ' a', '-b', '+B')],
    },
    {
      type: 'patch',
      paths: [path],
      patch: `--- ${path}\n+++ ${path}\n@@ -9,2 +9,2 @@\n a\n-b\n+B\n`,
    },
  ],
  [
    'a notebook',
    { notebook_path: path, original_file: 'a', updated_file: 'b' },
    { type: 'diff', path, before: 'a', after: 'b' },
  ],
  ['nothing', { originalFile: 'x' }, null],
])('%s', (_, result, expected) => {
  expect(editFromResult({ filePath: path, ...result })).toEqual(expected);
});

test('a result that does not describe an edit gives no diff', () => {
  expect(editFromResult('Error: no')).toBeNull();
  expect(editFromResult({ content: 'x' })).toBeNull();
});

// Shows I21.
test('an edit that makes gigabytes of a text, or takes long to find, is shown as the agent named it', () => {
  const text = 'a'.repeat(100_000);
  const edit = (more: object) => proposedEdit('Edit', { file_path: path, ...more }, text);
  const huge = { old_string: 'a', new_string: 'b'.repeat(1_000), replace_all: true };
  expect(edit(huge)).toMatchObject({ before: 'a', after: huge.new_string });
  const details = { filePath: path, originalFile: text, ...huge };
  expect(
    editFromResult({ ...details, oldString: 'a', newString: huge.new_string, replaceAll: true }),
  ).toBeNull();
  const doubling = { old_string: 'a', new_string: 'aa', replace_all: true };
  const many = (edits: readonly object[]) =>
    proposedEdit('MultiEdit', { file_path: path, edits }, text);
  expect(many(Array.from({ length: 30 }, () => doubling))).toBeNull();
  const same = { old_string: 'a', new_string: 'a' };
  expect(many(Array.from({ length: 100 }, () => same))).toMatchObject({ after: text });
  expect(many(Array.from({ length: 30_000 }, () => same))).toBeNull();
});
