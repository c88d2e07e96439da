import { expect, it } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { charactersIn } from '#shared/text/charactersIn';
import { RecordingClient } from '#test/support/recordingClient';
import { said } from '#test/support/sessionEvents';
import { HELD_CHARACTERS } from './limits';
import { SessionFeed } from './sessionFeed';

it('keeps a bounded amount for a session that nobody has opened yet, and reports the rest as dropped', () => {
  const client = new RecordingClient();
  const id = 'early' as AgentSessionId;
  const feed = new SessionFeed(id, client);
  for (let times = 0; times < 100; times++) feed.deliver([said('x'.repeat(HELD_CHARACTERS / 10))]);
  client.known.add(id);
  feed.flush();
  expect(client.events.length).toBeGreaterThan(5);
  expect(charactersIn(client.events)).toBeLessThanOrEqual(HELD_CHARACTERS);
  expect(client.problems).toMatchObject([
    { message: expect.stringContaining(`${100 - client.events.length} updates were dropped`) },
  ]);
});
