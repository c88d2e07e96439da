import { describe, expect, it, onTestFinished } from 'vitest';
import { createIdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { foldAll } from '#shared/session/fold';
import { sampleEvents } from '#test/support/everyEvent';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import { OPEN_QUESTIONS } from './limits';
import { Questions } from './questions';
import { SessionRecorder } from './recorder';

const ask = {
  toolCallId: 'call',
  tool: { title: 'Edit', status: 'pending' as const },
  title: 'Edit',
  options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' as const }],
};
const form = { message: 'How?', toolCallId: null, body: { type: 'form' as const, fields: [] } };

function setUp(...events: readonly SessionEvent[]) {
  const state = foldAll(SESSION, stamp([created(), ...events]));
  const journal = {
    append: () => undefined,
    sync: async () => undefined,
    recovery: async () => undefined,
    congestion: () => null,
    externalise: (event: SessionEvent) => event,
  };
  const recorder = new SessionRecorder(
    state,
    journal,
    () => 1_000,
    (emit) => ({
      push: (event) => emit([event]),
      flush: () => undefined,
      dispose: () => undefined,
    }),
  );
  onTestFinished(() => recorder.dispose());
  let last = 0;
  const questions = new Questions(
    recorder,
    createIdSource(() => String(++last)),
  );
  const signal = new AbortController();
  return { state, recorder, questions, signal };
}

const started = sampleEvents['turn.started'].slice(0, 1);
const cancelling = [...started, ...sampleEvents['turn.cancelling']];

describe('Questions', () => {
  it('puts the call and the question in the log, and waits for the answer', async () => {
    const { state, questions, signal } = setUp(...started);
    const answer = questions.permission(ask, signal.signal);
    expect([...state.entries.keys()].slice(-2)).toEqual(['tool:call', 'permission:req_1']);
    questions.settle('req_1' as never, { type: 'selected', optionId: 'yes' });
    expect(await answer).toEqual({ type: 'selected', optionId: 'yes' });
  });

  it('asks nothing while a turn is being stopped, nor for one that no longer asks', async () => {
    const stopping = setUp(...cancelling);
    const { signal } = stopping.signal;
    expect(await stopping.questions.permission(ask, signal)).toEqual({ type: 'cancelled' });
    expect(await stopping.questions.elicit(form, signal)).toEqual({ type: 'cancelled' });
    const { questions, state } = setUp(...started);
    expect(await questions.permission(ask, AbortSignal.abort())).toEqual({ type: 'cancelled' });
    expect(state.head.openRequests).toEqual([]);
  });

  it('asks no more at once than anyone would answer', async () => {
    const { questions, state, signal } = setUp(...started);
    for (let open = 0; open < OPEN_QUESTIONS; open++) void questions.elicit(form, signal.signal);
    expect(state.head.openRequests).toHaveLength(OPEN_QUESTIONS);
    expect(await questions.elicit(form, signal.signal)).toEqual({ type: 'cancelled' });
    questions.cancelAll('exit');
  });

  it('cancels all at once, each with its own answer, and says who did', async () => {
    const { questions, state, signal } = setUp(...started);
    const answers = [
      questions.permission(ask, signal.signal),
      questions.elicit(form, signal.signal),
    ];
    questions.cancelAll('cancel');
    expect(await Promise.all(answers)).toEqual([{ type: 'cancelled' }, { type: 'cancelled' }]);
    expect(state.head.openRequests).toEqual([]);
    for (const kind of ['permission', 'elicitation']) {
      const entry = [...state.entries.values()].find((each) => each.kind === kind);
      expect(entry).toMatchObject({ answer: { outcome: { type: 'cancelled' }, by: 'cancel' } });
    }
  });

  it('lets the agent take its question back, but not after it was answered', async () => {
    const { questions, state, signal } = setUp(...started);
    const answer = questions.permission(ask, signal.signal);
    signal.abort();
    expect(await answer).toEqual({ type: 'cancelled' });
    const entry = [...state.entries.values()].find(({ kind }) => kind === 'permission');
    expect(entry).toMatchObject({ answer: { by: 'agent' } });
  });
});
