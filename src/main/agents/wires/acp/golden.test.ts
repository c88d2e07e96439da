import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Entry, EntryKind } from '#shared/session/entries';
import type { SessionState } from '#shared/session/state';
import { AcpReplay, readFrames } from '#test/support/acpReplay';
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
  expect(replay.states.flatMap((state) => entriesOf(state, 'unknown'))).toEqual([]);
  expect(replay.deviations).toHaveLength(expected.deviations ?? 0);
  const failures = replay.failures.map(
    ({ method, code, message }) => `${method} ${code}: ${message}`,
  );
  expect(failures).toEqual((expected.failures ?? []).map((words) => startingWith(words)));

  const [state, loaded] = replay.states;
  if (!state) return;
  expect(factsOf(state)).toEqual({
    ends: expected.ends ?? [],
    tools: expected.tools ?? [],
    questions: expected.questions ?? 0,
    title: expected.title ?? '',
    modes: expected.modes ?? null,
    options: expected.options ?? '',
  });
  if (expected.says !== undefined) {
    expect(lastWords(state)).toEqual(startingWith(expected.says));
  }
  expect(loaded && factsOf(loaded).tools).toEqual(expected.loaded);
});

function startingWith(words: string): unknown {
  return expect.toSatisfy((text: string) => text.startsWith(words), `starts with “${words}”`);
}

function factsOf(state: SessionState) {
  const { head } = state;
  return {
    ends: entriesOf(state, 'turn-end').map(({ reason }) => reason),
    tools: entriesOf(state, 'tool').map(({ title, status }) => `${title}: ${status}`),
    questions: entriesOf(state, 'permission').length,
    title: head.title,
    modes: head.modes?.current ?? null,
    options: head.options.map(({ id, value }) => `${id}=${value}`).join(' '),
  };
}

function lastWords(state: SessionState): string {
  const last = entriesOf(state, 'message').findLast(({ role }) => role === 'agent');
  return (last?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function entriesOf<K extends EntryKind>(
  state: SessionState,
  kind: K,
): readonly Extract<Entry, { kind: K }>[] {
  return state.order
    .map((id) => state.entries.get(id))
    .filter((entry): entry is Extract<Entry, { kind: K }> => entry?.kind === kind);
}
