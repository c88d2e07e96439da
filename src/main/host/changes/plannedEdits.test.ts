import { describe, expect, it } from 'vitest';
import { type CallFacts, plannedEdits } from './plannedEdits';

const TEXT = 'hello world\nwritten\n';
const EDITED = 'hello edited\nwritten\n';
const PATCH = `Index: /w/a.txt
===================================================================
--- /w/a.txt
+++ /w/a.txt
@@ -1,2 +1,2 @@
-hello world
+hello edited
 written
`;

/** What each of the edits makes of a text. */
function results(request: CallFacts, told?: CallFacts, text: string | null = TEXT) {
  return plannedEdits(request, told).map((edit) => [
    edit.path,
    'rewrite' in edit ? edit.rewrite(text) : [edit.before, edit.after],
  ]);
}

const json = (value: unknown) => JSON.stringify(value);

describe('the edit that a request is about', () => {
  it.each<[string, CallFacts, CallFacts?]>([
    ['a patch in its content', { content: [{ type: 'patch', paths: ['/w/a.txt'], patch: PATCH }] }],
    [
      'a patch in a text, fenced',
      {
        content: [
          { type: 'content', content: { type: 'text', text: `\`\`\`diff\n${PATCH}\`\`\`` } },
        ],
      },
    ],
    [
      'a patch in the earlier content',
      { content: [] },
      { content: [{ type: 'patch', paths: ['/w/a.txt'], patch: PATCH }] },
    ],
    ['a patch in its input', { input: json({ filepath: '/w/a.txt', diff: PATCH }) }],
    ['a patch that is its input', { input: PATCH }],
    [
      'a patch without names in its input',
      { input: json({ path: '/w/a.txt', patch: PATCH.slice(PATCH.indexOf('@@')) }) },
    ],
    [
      'old and new text, by underscores',
      { input: json({ file_path: '/w/a.txt', old_string: 'world', new_string: 'edited' }) },
    ],
    [
      'old and new text, by capitals, in the earlier input',
      { input: '{}' },
      { input: json({ filePath: '/w/a.txt', oldString: 'world', newString: 'edited' }) },
    ],
    [
      'a list of edits',
      {
        input: json({
          file_path: '/w/a.txt',
          edits: [
            { old_string: 'hello', new_string: 'HELLO' },
            { old_string: 'HELLO world', new_string: 'hello edited' },
          ],
        }),
      },
    ],
    [
      'all places of a text',
      { input: json({ path: '/w/a.txt', old_str: 'world', new_str: 'edited', replace_all: true }) },
    ],
    [
      'a map of changes',
      { input: json({ changes: { '/w/a.txt': { type: 'update', unified_diff: PATCH } } }) },
    ],
    [
      'a map of changes, in the older form',
      { input: json({ changes: { '/w/a.txt': { update: { unified_diff: PATCH } } } }) },
    ],
    [
      'a patch as the argument of a command',
      {
        input: json({
          command: [
            'apply_patch',
            '*** Begin Patch\n*** Update File: /w/a.txt\n@@\n-hello world\n+hello edited\n*** End Patch',
          ],
        }),
      },
    ],
  ])('is read from %s', (_, request, told) => {
    expect(results(request, told)).toEqual([['/w/a.txt', EDITED]]);
  });

  it('is the whole file where an edit has nothing but a content', () => {
    const input = json({ file_path: '/w/a.txt', content: EDITED });
    expect(results({ kind: 'edit', input })).toEqual([['/w/a.txt', [null, EDITED]]]);
    expect(results({ input }, { kind: 'edit' })).toEqual([['/w/a.txt', [null, EDITED]]]);
    expect(results({ kind: 'execute', input })).toEqual([]);
  });

  it('is one change where two diffs are of one file', () => {
    const diff = (before: string, after: string) =>
      ({ type: 'diff', path: '/w/a.txt', before, after }) as const;
    expect(results({ content: [diff('hello', 'HELLO'), diff('written', 'WRITTEN')] })).toEqual([
      ['/w/a.txt', 'HELLO world\nWRITTEN\n'],
    ]);
    expect(results({ content: [diff('hello', 'HELLO')] })).toEqual([
      ['/w/a.txt', ['hello', 'HELLO']],
    ]);
  });

  it('is not guessed', () => {
    expect(results({ input: json({ path: 'a', old_str: 'l', new_str: 'L' }) })).toEqual([
      ['a', undefined],
    ]);
    expect(results({ input: json({ command: 'rm -rf .' }) })).toEqual([]);
    expect(results({ input: json([1]) })).toEqual([]);
    expect(results({ input: json({ changes: [], edits: 3 }) })).toEqual([]);
    expect(results({})).toEqual([]);
  });
});

// Shows I21.
describe('edits that would take long or make gigabytes', () => {
  const text = 'a'.repeat(100_000);
  const edited = (edits: readonly object[]) =>
    results({ input: json({ path: '/w/a.txt', edits }) }, undefined, text)[0]?.[1];

  it('are not applied, so that the question alone settles them', () => {
    const huge = { oldText: 'a', newText: 'b'.repeat(1_000), replaceAll: true };
    expect(edited([huge])).toBeUndefined();
    const doubling = { oldText: 'a', newText: 'aa', replaceAll: true };
    expect(edited(Array.from({ length: 30 }, () => doubling))).toBeUndefined();
  });

  it('are applied only as far as there is room for a file', () => {
    const same = { oldText: 'a', newText: 'a', replaceAll: true };
    expect(edited(Array.from({ length: 20 }, () => same))).toBe(text);
    expect(edited(Array.from({ length: 30_000 }, () => same))).toBeUndefined();
  });

  it('of one file are collected in time linear in their number', () => {
    const before = process.cpuUsage();
    const content = Array.from({ length: 60_000 }, (_, index) => {
      return { type: 'diff', path: '/w/a.txt', before: `${index}`, after: '' } as const;
    });
    expect(plannedEdits({ content })).toHaveLength(1);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
