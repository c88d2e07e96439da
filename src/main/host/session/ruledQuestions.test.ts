import { describe, expect, it } from 'vitest';
import type { RuleId } from '#shared/ids';
import type { Judgement } from '#shared/permissions/judge';
import { ask, setUpRuled } from '#test/support/questionsHarness';

/** Allows or denies everything once it may continue. */
function rules(effect: Judgement['effect']) {
  const ready = Promise.withResolvers<void>();
  const by = [{ id: 'rul_1' as RuleId, name: 'npm test', scope: 'always' }] as const;
  return { ready, judge: async () => ready.promise.then((): Judgement => ({ effect, by })) };
}

describe('rules', () => {
  const allow = { id: 'yes', name: 'Yes', kind: 'allow_once' } as const;
  const reject = { id: 'no', name: 'No', kind: 'reject_once' } as const;
  const always = { id: 'always', name: 'Always', kind: 'allow_always' } as const;

  it.each([
    ['allow', [reject, always, allow], 'yes'],
    ['deny', [allow, reject], 'no'],
    ['deny', [allow, { ...reject, kind: 'reject_always' as const }], 'no'],
  ] as const)('%s by the option for this once', async (effect, options, optionId) => {
    const ruled = rules(effect);
    const { questions, signal, state } = setUpRuled(ruled);
    const answer = questions.permission({ ...ask, options }, signal.signal);
    ruled.ready.resolve();
    expect(await answer).toEqual({ type: 'selected', optionId });
    expect(state.head.openRequests).toEqual([]);
  });

  it.each([
    ['allow', [always, reject]],
    ['deny', [allow, always]],
    ['ask', [allow, reject]],
  ] as const)('that %s leave it to the user without such an option', async (effect, options) => {
    const ruled = rules(effect);
    const { questions, signal, state } = setUpRuled(ruled);
    void questions.permission({ ...ask, options }, signal.signal);
    ruled.ready.resolve();
    await expect.poll(() => state.head.openRequests).toHaveLength(1);
  });

  it('do not answer what the agent has changed meanwhile', async () => {
    const ruled = rules('allow');
    const { questions, signal, state, recorder } = setUpRuled(ruled);
    void questions.permission(ask, signal.signal);
    recorder.ingest([{ type: 'tool.updated', toolCallId: 'call' as never, title: 'Another' }]);
    ruled.ready.resolve();
    await expect.poll(() => state.head.openRequests).toHaveLength(1);
  });

  describe('that change while a question is open', () => {
    const change = { type: 'tool.updated', toolCallId: 'call' as never, title: 'Another' } as const;
    const by = [{ id: 'rul_1' as RuleId, name: 'npm test', scope: 'always' }] as const;

    /** A question that the rules leave to the user, until they change. */
    async function asked() {
      const ready = Promise.withResolvers<void>();
      let effect: Judgement['effect'] = 'ask';
      const judge = async (): Promise<Judgement> => {
        if (effect !== 'ask') await ready.promise;
        return { effect, by };
      };
      const parts = setUpRuled({ judge });
      const answer = parts.questions.permission(
        { ...ask, options: [allow, reject] },
        parts.signal.signal,
      );
      await expect.poll(() => parts.state.head.openRequests).toHaveLength(1);
      effect = 'allow';
      const answerOf = () => parts.state.entries.get('permission:req_1' as never);
      return { ...parts, ready, answer, answerOf };
    }

    it('answer it', async () => {
      const { questions, ready, answer, answerOf } = await asked();
      ready.resolve();
      await questions.judgeAgain();
      expect(await answer).toEqual({ type: 'selected', optionId: 'yes' });
      expect(answerOf()).toMatchObject({ answer: { by: 'policy', rules: by } });
    });

    it('leave it to the user if the agent has changed its request', async () => {
      const { questions, ready, recorder, state } = await asked();
      recorder.ingest([change]);
      ready.resolve();
      await questions.judgeAgain();
      expect(state.head.openRequests).toHaveLength(1);
    });

    it('leave it to the user if the agent changes its request while they are read', async () => {
      const { questions, ready, recorder, state } = await asked();
      const judged = questions.judgeAgain();
      recorder.ingest([change]);
      ready.resolve();
      await judged;
      expect(state.head.openRequests).toHaveLength(1);
    });

    // I7.
    it('do not answer once more what the user answers while they are read', async () => {
      const { questions, ready, answer, answerOf } = await asked();
      const judged = questions.judgeAgain();
      questions.answer('req_1' as never, 'no');
      ready.resolve();
      await judged;
      expect(await answer).toEqual({ type: 'selected', optionId: 'no' });
      expect(answerOf()).toMatchObject({ answer: { by: 'user', outcome: { optionId: 'no' } } });
    });
  });

  it('do not answer after the agent took its question back', async () => {
    const ruled = rules('allow');
    const { questions, signal, state } = setUpRuled(ruled);
    const answer = questions.permission(ask, signal.signal);
    signal.abort();
    ruled.ready.resolve();
    expect(await answer).toEqual({ type: 'cancelled' });
    expect(state.head.openRequests).toEqual([]);
  });
});
