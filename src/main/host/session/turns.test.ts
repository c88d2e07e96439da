import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AgentConnection } from '#main/agents/connection';
import { createIdSource, type QueuedPromptId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { sampleEvent } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { recorderOn } from '#test/support/recorderOn';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import type { Questions } from './questions';
import { Turns } from './turns';

const promptId = 'prompt' as QueuedPromptId;
const text = (words: string): readonly ContentBlock[] => [{ type: 'text', text: words }];
const started = sampleEvent('turn.started');

/** A message to a working agent, on its way to the disk and then to the agent. */
function steered(...before: readonly SessionEvent[]) {
  const queued = { type: 'prompt.queued', promptId, content: text('Faster') } as const;
  const state = foldAll(SESSION, stamp([created(), started, queued, ...before]));
  const disk = Promise.withResolvers<void>();
  const recorder = recorderOn(state, disk.promise);
  const sent: (readonly ContentBlock[])[] = [];
  const answer = Promise.withResolvers<boolean>();
  const steer: AgentConnection['steer'] = (_session, content) => {
    sent.push(content);
    return answer.promise;
  };
  let last = 0;
  const turns = new Turns({
    recorder,
    questions: {} as Questions,
    ids: createIdSource(() => String(++last)),
    timings: { answerMilliseconds: 60_000 } as never,
    attached: () => ({ connection: { steer } as AgentConnection, agentSessionId: 'a' as never }),
    onStart: () => undefined,
    load: async (event) => event,
  });
  const done = turns.steer(promptId, queued.content);
  return { state, recorder, disk, sent, answer, done };
}

const changes: readonly (readonly [string, SessionEvent])[] = [
  ['taken back', { type: 'prompt.removed', promptId }],
  ['edited', { type: 'prompt.edited', promptId, content: text('Slower') }],
  ['being edited', { type: 'prompt.paused', promptId, paused: true }],
  [
    'too late, because the turn is being stopped',
    { type: 'turn.cancelling', turnId: started.turnId },
  ],
];

it.each(changes)('a message to a working agent is not sent when it is %s', async (_, change) => {
  const { recorder, disk, sent, done } = steered();
  recorder.record(change);
  disk.resolve();
  await done;
  expect(sent).toEqual([]);
});

it('a message to a working agent is not sent again if it has already begun its own turn', async () => {
  const { turnId } = started;
  const { state, disk, sent, done } = steered(
    { type: 'turn.ended', turnId, reason: 'end_turn' },
    { ...started, turnId: 'next' as typeof turnId, content: text('Faster'), promptId },
  );
  const { length } = state.order;
  disk.resolve();
  await settled();
  expect(sent).toEqual([]);
  await done;
  expect(state.order).toHaveLength(length);
});

it.each([
  ['taken back', changes[0]?.[1], 0],
  ['edited', changes[1]?.[1], 1],
] as const)(
  'a message that the agent has taken is shown even if it was %s meanwhile',
  async (_, change, left) => {
    const { state, recorder, disk, sent, answer, done } = steered();
    disk.resolve();
    await settled();
    expect(sent).toEqual([text('Faster')]);
    if (change) recorder.record(change);
    answer.resolve(true);
    await done;
    const last = state.entries.get(state.order.at(-1) ?? ('' as never));
    expect(last).toMatchObject({ kind: 'message', role: 'user', blocks: text('Faster') });
    expect(state.head.queue).toHaveLength(left);
  },
);
