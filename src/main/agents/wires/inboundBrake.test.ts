import { expect, it, onTestFinished } from 'vitest';
import type { ConnectionClient, MessageChannel } from '#main/agents/connection';
import { InboundBrake } from './inboundBrake';
import { REQUEST_BYTES, REQUESTS_IN_FLIGHT } from './limits';

// Shows I21.

function setUp() {
  let isReading = true;
  const channel = {
    congestion: () => null,
    pause: () => {
      isReading = false;
    },
    resume: () => {
      isReading = true;
    },
  } as unknown as MessageChannel;
  const client = { congestion: () => null } as unknown as ConnectionClient;
  const brake = new InboundBrake(channel, client);
  onTestFinished(() => brake.dispose());
  const reads = async () => {
    brake.check();
    await new Promise(setImmediate);
    return isReading;
  };
  return { brake, reads };
}

it('stops reading while open requests are too large together, whoever they wait for', async () => {
  const { brake, reads } = setUp();
  brake.hold('user', { waits: true, bytes: REQUEST_BYTES / 2 });
  brake.hold('disk', { waits: false, bytes: REQUEST_BYTES / 2 - 1 });
  expect(await reads()).toBe(true);
  brake.hold('small', { waits: true, bytes: 1 });
  expect(await reads()).toBe(false);
  brake.letGo('small');
  expect(await reads()).toBe(true);
});

it('counts a request once whose id is used again, and lets it go once', async () => {
  const { brake, reads } = setUp();
  for (let time = 0; time < 3; time++) {
    brake.hold('same', { waits: false, bytes: REQUEST_BYTES / 2 });
  }
  expect(await reads()).toBe(true);
  brake.letGo('same');
  brake.letGo('same');
  for (let id = 0; id < REQUESTS_IN_FLIGHT; id++) brake.hold(id, { waits: false, bytes: 0 });
  expect(await reads()).toBe(false);
});

it('does not count requests that wait for the user among those that are worked on', async () => {
  const { brake, reads } = setUp();
  for (let id = 0; id < 2 * REQUESTS_IN_FLIGHT; id++) brake.hold(id, { waits: true, bytes: 1 });
  expect(await reads()).toBe(true);
  expect(brake.waiting).toBe(2 * REQUESTS_IN_FLIGHT);
});
