import { expect, test } from 'vitest';
import { CodexReplay } from '#test/support/codexReplay';
import { framesOf, recordingsOf } from '#test/support/recordings';
import { played } from '#test/support/replay';
import { entriesOf, factsOf } from '#test/support/transcriptFold';
import { expectations } from '#test/transcripts/codex/expectations';

const replay = (name: string) => played(new CodexReplay(framesOf('codex', name)));

test('every recording has an expectation', () => {
  expect(recordingsOf('codex')).toEqual(Object.keys(expectations).sort());
});

test.each(Object.entries(expectations))('%s', async (name, expected) => {
  const { fold, client, deviations, failures } = await replay(name);
  expect(client.problems).toEqual([]);
  expect(deviations).toEqual([]);
  expect(failures.map(({ method, code, message }) => `${method} ${code}: ${message}`)).toEqual(
    expected.failures ?? [],
  );
  const [state] = fold.states;
  if (!state) throw new Error('Nothing was folded.');
  expect(entriesOf(state, 'unknown')).toEqual([]);
  const { says, title: _, ...facts } = factsOf(state);
  expect(facts).toEqual({
    ends: expected.ends ?? [],
    tools: expected.tools ?? [],
    questions: expected.questions ?? 0,
    notices: expected.notices ?? 0,
    modes: expected.modes ?? 'read-only',
    options: expected.options ?? 'model=fake-model',
  });
  expect(says.startsWith(expected.says ?? ''), says).toBe(true);
});
