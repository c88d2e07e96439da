import { expect, it } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { charactersIn } from '#shared/text/charactersIn';
import { RecordingClient } from '#test/support/recordingClient';
import { HELD_CHARACTERS } from '../limits';
import { SessionTable } from './sessionTable';

it('keeps a bounded amount of output that comes before its session, and reports the rest as dropped', async () => {
  const client = new RecordingClient();
  const table = new SessionTable(client);
  const heard: unknown[] = [];
  await table.expecting(async () => {
    for (let times = 0; times < 100; times++) {
      table.receive('session/update', 'early', { text: 'x'.repeat(HELD_CHARACTERS / 10) });
    }
    table.admit({ id: 'early' as AgentSessionId, hear: (update) => heard.push(update) });
  });
  expect(heard.length).toBeGreaterThan(5);
  expect(charactersIn(heard)).toBeLessThanOrEqual(HELD_CHARACTERS);
  expect(client.problems).toMatchObject([
    { message: expect.stringContaining(`${100 - heard.length} updates were dropped`) },
  ]);
});
