import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AcpReplay, readFrames } from '#test/support/acpReplay';
import { entriesOf, factsOf } from '#test/support/transcriptFold';
import { expectations } from '#test/transcripts/acp/expectations';

const folder = join(import.meta.dirname, '../../../../../test/transcripts/acp');

test('every recording has an expectation', () => {
  const recordings = readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .map((file) => file.slice(0, -'.ndjson'.length));
  expect(recordings.sort()).toEqual(Object.keys(expectations).sort());
});

test.each(Object.entries(expectations))('%s', async (name, expected) => {
  const replay = new AcpReplay(readFrames(join(folder, `${name}.ndjson`)));
  onTestFinished(() => replay.dispose());
  await replay.run();

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
