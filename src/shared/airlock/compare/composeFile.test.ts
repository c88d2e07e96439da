import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HunkId, ObjectId } from '#shared/ids';
import { textAndTwoEdits } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
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
      brought: [{ owner: 'a', start: 0, count: 1 }],
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
    expect(composeFile(present(base), both)).toMatchObject({ result: null, conflicts: [] });
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

/** What agents can do to one file: edit, replace by no text or by a link, delete, move and make executable. */
const versions = textAndTwoEdits.chain(([text, left, right]) => {
  const mode = fc.constantFrom<FileMode>('100644', '100644', '100755');
  const written = fc
    .tuple(fc.constantFrom(text, left, right), mode)
    .map(([to, as]) => side(to, as));
  const binary = mode.map(
    (as): Side => ({
      version: { blob: 'binary' as ObjectId, mode: as, bytes: 3 },
      text: null,
    }),
  );
  const proposed = fc.oneof(
    { weight: 6, arbitrary: written },
    { weight: 1, arbitrary: binary },
    { weight: 1, arbitrary: fc.constant(side('elsewhere', '120000')) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const base = fc.constantFrom(side(text), side(text), side(left));
  const sides = fc
    .tuple(base, proposed, fc.boolean())
    .map(
      ([from, to, moves]): Sides =>
        moves && to !== null
          ? { path: 'moved', oldPath: 'f', base: from, proposed: to }
          : { path: 'f', base: from, proposed: to },
    )
    .filter((one) => reviewOf(one).hunks.length > 0);
  const one = fc.tuple(sides, fc.option(fc.array(fc.nat(5)), { nil: undefined }));
  const now = fc.constantFrom(side(text), side(text), side(text), side(right), null);
  return fc.tuple(now, fc.array(one, { minLength: 1, maxLength: 3 }));
});

function summary(now: Side | null, picks: readonly FilePicks<string>[]) {
  const { result, conflicts } = composeFile({ path: 'f', side: now }, picks);
  const named = conflicts.map(({ picks: inConflict }) =>
    inConflict.map(({ owner, hunkId }) => `${owner} ${hunkId}`).sort(),
  );
  return { result, conflicts: named.sort() };
}

describe('composeFile of anything', () => {
  it('gives the same file and the same conflicts in any order', () => {
    fc.assert(
      fc.property(versions, ([now, agents]) => {
        const picks = agents.map(([sides, takes], at) => pick(`agent ${at}`, sides, takes));
        const expected = summary(now, picks);
        expect(summary(now, picks.toReversed())).toEqual(expected);
        expect(summary(now, [...picks.slice(1), ...picks.slice(0, 1)])).toEqual(expected);
      }),
      { numRuns: propertyRuns(600) },
    );
  });

  it('is the agent’s own file where all of one agent is taken', () => {
    fc.assert(
      fc.property(versions, ([, agents]) => {
        for (const [sides] of agents) {
          const { result, conflicts } = composeFile({ path: 'f', side: sides.base }, [
            pick('one', sides),
          ]);
          expect(conflicts).toEqual([]);
          const { proposed, path } = sides;
          expect(result).toEqual(
            proposed && {
              path,
              mode: proposed.version.mode,
              content: { type: 'kept', version: proposed.version, text: proposed.text },
            },
          );
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
