import { expect, it } from 'vitest';
import { STORED_BYTES } from '#main/host/limits';
import type { RequestId, ToolCallId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { createState } from '#shared/session/fold';
import { recorderOn } from '#test/support/recorderOn';
import { created, SESSION } from '#test/support/sessionEvents';

// Shows I21.

const long = 'x'.repeat(100_000);
const called: SessionEvent = {
  type: 'tool.updated',
  toolCallId: 'call' as ToolCallId,
  title: long,
};
const asked: SessionEvent = {
  type: 'permission.asked',
  requestId: 'req' as RequestId,
  question: {
    toolCallId: null,
    title: long,
    description: long,
    options: Array.from({ length: 100 }, () => ({ id: 'a', name: long, kind: 'allow_once' })),
  },
};

it('keeps an agent’s messages and questions within bounds, and says once that a list was cut', () => {
  const state = createState(SESSION);
  const recorder = recorderOn(state);
  recorder.record(created());
  recorder.ingest([called]);
  recorder.record(asked);
  recorder.record(asked);
  const entries = [...state.entries.values()];
  expect(entries.map(({ kind }) => kind)).toEqual(['tool', 'permission', 'notice']);
  expect(entries).toMatchObject([
    { title: expect.stringContaining('(truncated, 100,000 characters)') },
    { question: { options: { length: 32 } } },
    { title: 'The agent sent 100 options. Only the first 32 are kept.' },
  ]);
  expect(JSON.stringify(entries).length).toBeLessThan(50_000);
  expect(state.head.seq).toBe(5);
});

it('writes no body of an agent’s message once its session is full', () => {
  const state = createState(SESSION);
  const written: SessionEvent['type'][] = [];
  const recorder = recorderOn(state, undefined, {
    size: STORED_BYTES + 1,
    externalise: (event) => {
      written.push(event.type);
      return event;
    },
  });
  recorder.record(created());
  // The one that finds it full.
  recorder.ingest([called]);
  expect(recorder.isFull).toBe(true);
  written.length = 0;
  recorder.ingest([called, { ...called, toolCallId: 'other' as ToolCallId }]);
  expect(written).toEqual([]);
});
