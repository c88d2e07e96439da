import { describe, expect, it } from 'vitest';
import { OPEN_QUESTIONS } from '#main/host/limits';
import { entryId } from '#shared/session/entries';
import { Stage } from '#test/support/stage';

// Shows I7.

const asking = {
  turns: [
    [
      {
        ask: {
          toolCall: {
            toolCallId: 'edit',
            title: 'Edit a.txt',
            kind: 'edit',
            content: [{ type: 'diff', path: '/a.txt', oldText: 'a\n', newText: 'b\n' }],
          },
          onAllowed: [{ say: 'Thanks.' }],
          onRejected: [{ say: 'Pity.' }],
          onCancelled: [{ say: 'Oh.' }],
        },
      },
    ],
  ],
} as const;

describe('a permission request', () => {
  it.each([
    ['allow', 'Thanks.'],
    ['allow-always', 'Thanks.'],
    ['reject', 'Pity.'],
    ['reject-always', 'Pity.'],
  ])('answered with %s [session/request_permission]', async (optionId, words) => {
    const stage = await Stage.play(asking);
    const session = await stage.session('Edit it');
    const question = await session.question();
    expect(question).toMatchObject({
      kind: 'permission',
      answer: null,
      question: {
        toolCallId: 'edit',
        title: 'Edit a.txt',
        options: [
          { id: 'allow', name: 'Allow', kind: 'allow_once' },
          { id: 'allow-always', name: 'Always allow', kind: 'allow_always' },
          { id: 'reject', name: 'Reject', kind: 'reject_once' },
          { id: 'reject-always', name: 'Always reject', kind: 'reject_always' },
        ],
      },
    });
    // The agent told of this call here for the first time.
    expect(session.state.entries.get(entryId('tool', 'edit'))).toMatchObject({
      status: 'pending',
      content: [{ type: 'diff', path: '/a.txt', before: 'a\n', after: 'b\n' }],
    });
    await session.answer(optionId);
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Edit it', `agent: ${words}`]);
    expect(stage.answers('session/request_permission')).toEqual([
      { outcome: { outcome: 'selected', optionId } },
    ]);
    expect(session.last('permission').answer).toEqual({
      outcome: { type: 'selected', optionId },
      by: 'user',
    });
  });

  it('is answered once, and only with an offered option', async () => {
    const stage = await Stage.play(asking);
    const session = await stage.session('Edit it');
    const { requestId } = await session.question();
    const answer = { type: 'permission.answer', requestId, optionId: 'allow' } as const;
    expect(await session.try({ ...answer, optionId: 'perhaps' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    const [first, second] = await Promise.all([session.try(answer), session.try(answer)]);
    expect(first.ok).toBe(true);
    expect(second).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toHaveLength(1);
    expect(stage.journal.of('stray')).toEqual([]);
  });

  it('is on disk before the agent gets the answer', async () => {
    const stage = await Stage.play({
      turns: [[{ ask: { onAllowed: [{ shell: `cat '{{cwd}}'/../data/sessions/*/log.ndjson` }] } }]],
    });
    const session = await stage.session('Edit it');
    await session.answer('allow');
    await session.turnEnded();
    expect(stage.journal.of('shell')[0]?.output).toContain('"permission.answered"');
  });

  it('is answered separately from another one, in any order [session/request_permission]', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            parallel: [
              [{ ask: { as: 'one', toolCall: { title: 'One' } } }],
              [{ ask: { as: 'two', toolCall: { title: 'Two' } } }],
            ],
          },
        ],
      ],
    });
    const session = await stage.session('Both');
    await session.until('both', ({ head }) => head.openRequests.length === 2);
    const [one, two] = session.entries('permission');
    if (!one || !two) throw new Error('There are not two questions.');
    await session.command({
      type: 'permission.answer',
      requestId: two.requestId,
      optionId: 'reject',
    });
    await session.command({
      type: 'permission.answer',
      requestId: one.requestId,
      optionId: 'allow',
    });
    await session.turnEnded();
    const answers = stage.journal.of('answered').map(({ as, result }) => [as, result]);
    expect(answers).toEqual([
      ['two', { outcome: { outcome: 'selected', optionId: 'reject' } }],
      ['one', { outcome: { outcome: 'selected', optionId: 'allow' } }],
    ]);
  });

  it('is withdrawn by the agent [session/request_permission, $/cancel_request (from the agent)]', async () => {
    const stage = await Stage.play('hostile-perm-withdrawn');
    const session = await stage.session('Ask');
    const { requestId } = await session.question();
    stage.agent.open('withdraw');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Taken back.');
    expect(session.last('permission').answer).toEqual({
      outcome: { type: 'cancelled' },
      by: 'agent',
    });
    const late = await session.try({ type: 'permission.answer', requestId, optionId: 'allow' });
    expect(late).toMatchObject({ error: { code: 'conflict' } });
  });

  it('is closed, and answered, when the agent ends its turn', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            parallel: [
              [{ ask: { toolCall: { title: 'May I?' } } }],
              [{ stallUntil: 'end' }, { end: {} }],
            ],
          },
        ],
      ],
    });
    const session = await stage.session('Ask');
    await session.question();
    stage.agent.open('end');
    await session.turnEnded();
    expect(session.last('permission').answer).toMatchObject({ outcome: { type: 'cancelled' } });
    const { result } = await stage.journal.waitFor('answered');
    expect(result).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  it('is shown outside a turn too, and answered', async () => {
    const stage = await Stage.play({
      turns: [[{ end: {} }, { stallUntil: 'ask' }, { ask: { toolCall: { title: 'And this?' } } }]],
    });
    const session = await stage.session('Ask');
    await session.turnEnded();
    stage.agent.open('ask');
    await session.answer('reject');
    await stage.journal.waitFor('answered');
    expect(stage.answers('session/request_permission')).toEqual([
      { outcome: { outcome: 'selected', optionId: 'reject' } },
    ]);
  });

  it('is refused above a limit', async () => {
    const stage = await Stage.play('hostile-perm-flood');
    const session = await stage.session('Ask');
    await session.until('the bound', ({ head }) => head.openRequests.length === OPEN_QUESTIONS);
    // What is asked beyond the bound is answered without the user.
    await stage.journal.waitFor('answered');
    while (session.state.head.turn !== null) {
      expect(session.state.head.openRequests.length).toBeLessThanOrEqual(OPEN_QUESTIONS);
      for (const { requestId, answer } of session.entries('permission')) {
        if (answer === null) {
          await session.command({ type: 'permission.answer', requestId, optionId: 'no' });
        }
      }
      await session.until(
        'more, or the end',
        ({ head }) => head.turn === null || head.openRequests.length > 0,
      );
    }
    const answers = stage.answers('session/request_permission');
    expect(answers).toHaveLength(100);
    const refused = answers.filter((answer) => JSON.stringify(answer).includes('cancelled'));
    expect(refused.length).toBeGreaterThan(0);
    expect(session.entries('permission')).toHaveLength(100 - refused.length);
  });

  it.each(['hostile-perm-empty', 'hostile-perm-many'])(
    '%s is refused, and the turn continues',
    async (scenario) => {
      const stage = await Stage.play(scenario);
      const session = await stage.session('Ask');
      await session.turnEnded();
      expect(stage.answers('session/request_permission')).toMatchObject([{ code: -32602 }]);
      expect(session.entries('permission')).toEqual([]);
    },
  );

  it('shows options by their names, each once, and of known kinds', async () => {
    const stage = await Stage.play('hostile-perm-liar');
    const session = await stage.session('Ask');
    const question = await session.question();
    if (question.kind !== 'permission') throw new Error('It is no permission.');
    const { options } = question.question;
    expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
    await session.stop();
    await session.turnEnded();
  });
});
