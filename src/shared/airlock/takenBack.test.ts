import { expect, it } from 'vitest';
import type { CrossingRequest } from './crossingPlan';
import type { Composition } from './diff/compose';
import { computeHunks, invertHunks } from './hunks';
import { takenBack } from './takenBack';

const file = (text: string): Composition => ({
  path: 'a.txt',
  mode: '100644',
  content: { type: 'text', text: { text, encoding: 'utf8' } },
});

const base = 'one\ntwo\nthree\n';
const proposed = 'one\nagent\nthree\n';

/** Takes the agent's line back out. */
const request: CrossingRequest = {
  from: file(proposed),
  to: file(base),
  hunks: [],
  edits: invertHunks(computeHunks(base, proposed)),
};

it('leaves the hunks unchanged where they match what was written, whatever the line endings', () => {
  const crlf = (text: string) => file(text.replaceAll('\n', '\r\n'));
  expect(takenBack(request, { before: file(base), after: file(proposed) })).toBe(request);
  expect(takenBack(request, { before: crlf(base), after: crlf(proposed) })).toBe(request);
  const moved = { before: file(`mine\n${base}`), after: file(`mine\n${proposed}`) };
  expect(takenBack(request, moved)).toBe(request);
});

it.each([
  ['replaced the user’s line', 'one\nmine\nthree\n', 'one\nagent\nthree\n'],
  ['are beside the user’s line', 'one\nmine\nthree\n', 'one\nmine\nagent\nthree\n'],
  ['contain the user’s own text', 'one\nmine\nthree\n', 'one\nmine and agent\nthree\n'],
])('restores the user’s text where the lines %s', (_, found, left) => {
  const [before, after] = [file(found), file(left)];
  expect(takenBack(request, { before, after })).toEqual({
    ...request,
    from: after,
    to: before,
    edits: computeHunks(left, found),
  });
});

it('ignores binary files', () => {
  const version = { blob: 'b'.repeat(40), mode: '100644', bytes: 3 } as const;
  const binary = { ...file(''), content: { type: 'kept', version, text: null } } as Composition;
  expect(takenBack(request, { before: binary, after: file(proposed) })).toBe(request);
});
