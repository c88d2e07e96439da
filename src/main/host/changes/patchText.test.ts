import { describe, expect, it } from 'vitest';
import { patchedText, readPatch } from './patchText';

const TEXT = 'one\ntwo\nthree\nfour\nfive\n';

function apply(patch: string, text: string | null) {
  return readPatch(patch).map((file) => [file.from, file.to, patchedText(text, file)]);
}

describe('a patch', () => {
  it('is read as diff programs write it', () => {
    const patch = `Index: /work/a.txt
===================================================================
--- /work/a.txt
+++ /work/a.txt
@@ -1,2 +1,2 @@
-one
+ONE
 two
@@ -4,2 +4,3 @@
 four
 five
+six
`;
    expect(apply(patch, TEXT)).toEqual([
      ['/work/a.txt', '/work/a.txt', 'ONE\ntwo\nthree\nfour\nfive\nsix\n'],
    ]);
  });

  it('is read as git writes it, with several files, one of them new and one deleted', () => {
    const patch = `diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+hello
+-- world
diff --git a/old.txt b/old.txt
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;
    const [created, deleted] = readPatch(patch);
    expect(created && patchedText(null, created)).toBe('hello\n-- world\n');
    expect(created).toMatchObject({ from: null, to: 'new.txt' });
    expect(deleted).toMatchObject({ from: 'old.txt', to: null });
    expect(deleted && patchedText('gone\n', deleted)).toBe(null);
  });

  it('keeps to what it says about the last line break', () => {
    const closes = '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n';
    expect(apply(closes, 'a')).toEqual([['', '', 'b\n']]);
    const opens = '@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n';
    expect(apply(opens, 'a\n')).toEqual([['', '', 'b']]);
    expect(apply('@@ -1 +1 @@\n-a\n+A\n', 'a\nb')).toEqual([['', '', 'A\nb']]);
  });

  it('is read in the form that names each file', () => {
    const patch = `*** Begin Patch
*** Update File: a.txt
@@
 two
-three
+THREE
@@ four
-five
*** Add File: b.txt
+new
*** Delete File: c.txt
*** End Patch`;
    expect(apply(patch, TEXT)).toEqual([
      ['a.txt', 'a.txt', 'one\ntwo\nTHREE\nfour\n'],
      [null, 'b.txt', undefined],
      ['c.txt', null, null],
    ]);
    const added = readPatch(patch)[1];
    expect(added && patchedText(null, added)).toBe('new\n');
  });

  it('is found elsewhere if there is only one such place', () => {
    const patch = '@@ -1,1 +1,1 @@\n-four\n+4\n';
    expect(apply(patch, TEXT)).toEqual([['', '', 'one\ntwo\nthree\n4\nfive\n']]);
    expect(apply(patch, 'four\nfour\n')).toEqual([['', '', '4\nfour\n']]);
    expect(apply('@@ -9,1 +9,1 @@\n-four\n+4\n', 'four\nfour\n')).toEqual([['', '', undefined]]);
  });

  it('of another text gives nothing', () => {
    expect(apply('@@ -1,1 +1,1 @@\n-uno\n+1\n', TEXT)).toEqual([['', '', undefined]]);
    expect(readPatch('just words')).toEqual([]);
    expect(readPatch('')).toEqual([]);
  });
});

it('a patch of a text of very many lines is applied', () => {
  const long = 'x\n'.repeat(200_000);
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n';
  expect(apply(patch, `one\n${long}`)).toEqual([['a.txt', 'a.txt', `ONE\n${long}`]]);
});
