import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentConnection } from '#main/agents/connection';
import { LineChannel } from '#main/agents/lines/lineChannel';
import { WireTap } from '#main/agents/lines/wireTap';
import { connect } from '#main/agents/wires/acp/connect';
import { ByteAgent, type LineFault } from '#test/hostile/byteAgent';
import { noEvidence } from '#test/hostile/evidence';
import { brokenInvariants, STILL_MILLISECONDS } from '#test/hostile/invariants';
import { LoopMonitor } from '#test/hostile/loopMonitor';
import { countingIds } from '#test/support/countingIds';
import { foldingFails } from '#test/support/foldingFails';
import { RecordingClient } from '#test/support/recordingClient';
import { framesOf, recordingsOf } from '#test/support/recordings';
import { plainOptions } from '#test/support/wireHarness';

// Shows I10.

const RUNS = process.env.AIRLOCK_LONG_TESTS ? 10_000 : 150;
const seed = Number(process.env.AIRLOCK_SEED ?? Date.now() % 1_000_000);
/** Rounds of the loop after which an agent that has not answered is not going to. */
const PATIENCE = 20;
/** On a busy machine what took too long is tried again. */
const TRIES = 3;
const place = { cwd: '/work', additionalDirectories: [] };

const recordings = recordingsOf('acp').map((name) => framesOf('acp', name));

const faults: fc.Arbitrary<readonly LineFault[]> = fc.array(
  fc.record({
    line: fc.nat(60),
    kind: fc.constantFrom('drop', 'repeat', 'swap', 'cut', 'flip'),
    place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe(`transcripts with errors in them, seed ${seed}`, () => {
  it(`every request is settled, whatever happened to the lines, ${RUNS} times`, {
    timeout: RUNS * 200,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...recordings), faults, async (frames, chosen) => {
        const talk = await converse(new ByteAgent(frames, chosen));
        const healthy = await converse(new ByteAgent(recordings[0] ?? [], []));
        expect(healthy.unsettled, 'of the second connection').toEqual([]);
        expect(healthy.events, 'of the second connection').toBeGreaterThan(0);
        expect(talk.unsettled).toEqual([]);
        expect(talk.foldingFails).toBeNull();
        let { stillMilliseconds } = talk;
        for (let tries = 1; stillMilliseconds > STILL_MILLISECONDS && tries < TRIES; tries += 1) {
          const again = await converse(new ByteAgent(frames, chosen));
          stillMilliseconds = Math.min(stillMilliseconds, again.stillMilliseconds);
        }
        const evidence = { ...noEvidence, stillMilliseconds };
        expect(brokenInvariants(evidence, ['end_turn'])).toEqual([]);
      }),
      { seed, numRuns: RUNS },
    );
  });
});

/** Begins a session and takes a turn, as far as the agent lets us; then its process ends. */
async function converse(agent: ByteAgent) {
  const { input, output } = agent;
  const loop = new LoopMonitor();
  loop.begin();
  const { promise: ended, resolve: exit } = Promise.withResolvers<string>();
  const tap = new WireTap();
  const client = new RecordingClient();
  const channel = new LineChannel({
    transport: { input, output, ended },
    tap,
    report: (problem) => client.report(problem),
    drainMilliseconds: 5,
    exitGraceMilliseconds: 5,
  });
  const open = new Map<string, Promise<unknown>>();
  const begin = async <T>(name: string, promise: Promise<T>): Promise<T | undefined> => {
    open.set(name, promise);
    return settledSoon(promise);
  };
  const { signal } = new AbortController();
  const options = { ...plainOptions, channel, client, signal };
  const connecting = connect(options, countingIds());
  const connection: AgentConnection | undefined = await begin('initialize', connecting);
  const session = connection && (await begin('session/new', connection.newSession(place)));
  if (connection && session) {
    client.known.add(session.agentSessionId);
    const content = [{ type: 'text', text: 'Go' }] as const;
    await begin('session/prompt', connection.prompt(session.agentSessionId, content));
  }
  const closed = new Promise((resolve) => {
    channel.onClose(resolve);
    if (channel.closeReason !== null) resolve(null);
  });
  agent.end();
  exit('The agent exited with code 0.');
  await closed;
  const unsettled: string[] = [];
  for (const [name, promise] of open) {
    if (!(await isSettled(promise))) unsettled.push(name);
  }
  connection?.dispose();
  channel.dispose();
  tap.dispose();
  return {
    unsettled,
    stillMilliseconds: loop.end(),
    events: client.events.length,
    foldingFails: foldingFails(client.events),
  };
}

/** Its value, if it comes within a few rounds of the loop. */
async function settledSoon<T>(promise: Promise<T>): Promise<T | undefined> {
  let value: T | undefined;
  let isDone = false;
  promise.then(
    (settled) => {
      value = settled;
      isDone = true;
    },
    () => {
      isDone = true;
    },
  );
  for (let round = 0; round < PATIENCE && !isDone; round += 1) await setImmediate();
  return value;
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  promise.then(done, done);
  for (let round = 0; round < PATIENCE && !isDone; round += 1) await setImmediate();
  return isDone;
}
