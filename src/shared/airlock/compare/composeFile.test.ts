import { describe, expect, it } from 'vitest';
import type { HunkId, ObjectId } from '#shared/ids';
import type { FileMode } from '../change';
import { reviewOf, type Side, type Sides } from '../review';
import { composeFile, type FilePicks } from './composeFile';

function side(text: string | null, mode: FileMode = '100644', blob = `${text}`): Side | null {
  if (text === null) return null;
  const version = { blob: blob as ObjectId, mode, bytes: text.length };
  return { version, text: { text, encoding: 'utf8' } };
}

/** All of one agent's hunks, or those that `takes` names by their number. */
function pick(owner: string, sides: Sides, takes?: readonly number[]): FilePicks<string> {
  const { hunks } = reviewOf(sides);
  const ids = hunks.map(({ id }) => id).filter((_, index) => takes?.includes(index) ?? true);
  return { owner, sides, hunks, picked: new Set<HunkId>(ids) };
}

const edit = (base: string | null, proposed: string | null): Sides => ({
  path: 'f',
  base: side(base),
  proposed: side(proposed),
});

const present = (text: string | null) => ({ path: 'f', side: side(text) });
const base = '1\n2\n3\n4\n5\n6\n';

describe('composeFile', () => {
  it('puts lines of two agents together', () => {
    const { result, conflicts } = composeFile(present(base), [
      pick('a', edit(base, 'one\n2\n3\n4\n5\n6\n')),
      pick('b', edit(base, '1\n2\n3\n4\n5\nsix\n')),
    ]);
    expect(conflicts).toEqual([]);
    expect(result?.content).toMatchObject({ text: { text: 'one\n2\n3\n4\n5\nsix\n' } });
  });

  it('takes some hunks of an agent and leaves the others', () => {
    const { result } = composeFile(present(base), [
      pick('a', edit(base, 'one\n2\n3\n4\n5\nsix\n'), [1]),
    ]);
    expect(result?.content).toMatchObject({ text: { text: '1\n2\n3\n4\n5\nsix\n' } });
  });

  it('gives the exact file of an agent whose hunks are all picked', () => {
    const sides = edit(base, 'one\n');
    expect(composeFile(present(base), [pick('a', sides)])).toEqual({
      result: {
        path: 'f',
        mode: '100644',
        content: { type: 'kept', version: sides.proposed?.version, text: sides.proposed?.text },
      },
      conflicts: [],
    });
  });

  it('takes a new file that two agents wrote alike, and not if they differ', () => {
    const [left, right] = [pick('a', edit(null, 'x\n')), pick('b', edit(null, 'x\n'))];
    expect(composeFile(present(null), [left, right])).toMatchObject({
      result: { path: 'f' },
      conflicts: [],
    });
    expect(composeFile(present(null), [left, pick('b', edit(null, 'y\n'))])).toMatchObject({
      result: null,
      conflicts: [{ picks: [{ owner: 'a' }, { owner: 'b' }] }],
    });
  });

  it('cannot put a deletion and an edit together', () => {
    const { result, conflicts } = composeFile(present(base), [
      pick('a', edit(base, null)),
      pick('b', edit(base, 'one\n2\n3\n4\n5\n6\n')),
    ]);
    expect(result?.content).toMatchObject({ text: { text: base } });
    expect(conflicts).toHaveLength(1);
  });

  it('deletes a file that all agents delete', () => {
    const both = [pick('a', edit(base, null)), pick('b', edit(base, null))];
    expect(composeFile(present(base), both)).toEqual({ result: null, conflicts: [] });
  });

  it('merges the mode of one agent with the lines of another', () => {
    const { result, conflicts } = composeFile(present(base), [
      pick('a', { path: 'f', base: side(base), proposed: side(base, '100755') }),
      pick('b', edit(base, 'one\n2\n3\n4\n5\n6\n')),
    ]);
    expect(conflicts).toEqual([]);
    expect(result).toMatchObject({ mode: '100755' });
  });

  it('keeps what the user has written since', () => {
    const { result, conflicts } = composeFile(present('0\n1\n2\n3\n4\n5\n6\n'), [
      pick('a', edit(base, '1\n2\n3\n4\n5\nsix\n')),
    ]);
    expect(conflicts).toEqual([]);
    expect(result?.content).toMatchObject({ text: { text: '0\n1\n2\n3\n4\n5\nsix\n' } });
  });

  it('names picks that the user’s own changes leave no place for', () => {
    const { conflicts } = composeFile(present('1\n2\n3\n4\n5\nmine\n'), [
      pick('a', edit(base, '1\n2\n3\n4\n5\nsix\n')),
    ]);
    expect(conflicts).toMatchObject([{ picks: [{ owner: 'a' }], start: 5, lines: ['mine\n'] }]);
  });

  it('leaves the file as it is if nothing is picked', () => {
    expect(composeFile(present(base), [pick('a', edit(base, 'x\n'), [])])).toMatchObject({
      result: { path: 'f', content: { text: { text: base } } },
      conflicts: [],
    });
  });
});
