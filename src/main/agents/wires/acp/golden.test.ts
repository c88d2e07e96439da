import { expect, test } from 'vitest';
import { AcpReplay } from '#test/support/acpReplay';
import { framesOf, recordingsOf } from '#test/support/recordings';
import { played } from '#test/support/replay';
import { entriesOf, factsOf } from '#test/support/transcriptFold';
import { expectations } from '#test/transcripts/acp/expectations';

test('every recording has an expectation', () => {
  expect(recordingsOf('acp')).toEqual(Object.keys(expectations).sort());
});

test.each(Object.entries(expectations))('%s', async (name, expected) => {
  const replay = await played(new AcpReplay(framesOf('acp', name)));

  expect(replay.client.problems).toEqual([]);
  expect(replay.fold.states.flatMap((state) => entriesOf(state, 'unknown'))).toEqual([]);
  expect(replay.deviations).toHaveLength(expected.deviations ?? 0);
  const failures = replay.failures.map(
    ({ method, code, message }) => `${method} ${code}: ${message}`,
  );
  expect(failures).toEqual((expected.failures ?? []).map((words) => startingWith(words)));

  const [state, loaded] = replay.fold.states;
  if (!state) return;
  const { says, ...facts } = factsOf(state);
  expect(facts).toMatchObject({
    ends: expected.ends ?? [],
    tools: expected.tools ?? [],
    questions: expected.questions ?? 0,
    title: expected.title ?? '',
    modes: expected.modes ?? null,
    options: expected.options ?? '',
  });
  if (expected.says !== undefined) {
    expect(says).toEqual(startingWith(expected.says));
  }
  expect(loaded && factsOf(loaded).tools).toEqual(expected.loaded);
});

function startingWith(words: string): unknown {
  return expect.toSatisfy((text: string) => text.startsWith(words), `starts with “${words}”`);
}
