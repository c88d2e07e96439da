import { expect, test } from 'vitest';
import { AcpReplay } from '#test/support/acpReplay';
import { framesOf, recordingsOf } from '#test/support/recordings';
import { played } from '#test/support/replay';
import { entriesOf, factsOf } from '#test/support/transcriptFold';
import { expectations } from '#test/transcripts/acp-2/expectations';

test('every recording has an expectation', () => {
  expect(recordingsOf('acp-2')).toEqual(Object.keys(expectations).sort());
});

test.each(Object.entries(expectations))('%s', async (name, expected) => {
  const replay = await played(new AcpReplay(framesOf('acp-2', name)));

  expect(replay.client.problems).toEqual([]);
  expect(replay.failures).toEqual([]);
  expect(replay.deviations).toEqual([]);
  const [state] = replay.fold.states;
  if (!state) throw new Error('There is no session.');
  expect(entriesOf(state, 'unknown')).toEqual([]);
  const { says, ...facts } = factsOf(state);
  const { says: expectedWords, questions = 0, title = '', ...others } = expected;
  expect(facts).toMatchObject({ ...others, questions, title });
  expect(says).toBe(expectedWords);
  const [tool] = entriesOf(state, 'tool');
  expect(tool?.content).toEqual([
    {
      type: 'diff',
      path: '/workspace/hello-fake.txt',
      before: null,
      after: 'hello world\nwritten by the fake model\n',
    },
  ]);
});
