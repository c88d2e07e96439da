import { describe, expect, it } from 'vitest';
import { Stage } from '#test/support/stage';

const form = (session: { type: 'accepted'; values: Record<string, string | number | boolean> }) =>
  session;

describe('a form', () => {
  it('is shown, validated, and answered [elicitation/create, elicitation: form]', async () => {
    const stage = await Stage.play('elicitation');
    const session = await stage.session('Ask');
    const question = await session.question();
    expect(question).toMatchObject({
      kind: 'elicitation',
      question: {
        message: 'How shall I go on?',
        body: {
          type: 'form',
          fields: [
            { key: 'name', type: 'text', required: true, minLength: 1 },
            { key: 'count', type: 'number', integer: true, minimum: 1, maximum: 9, default: 2 },
            { key: 'sure', type: 'boolean', default: true },
            {
              key: 'colour',
              type: 'choice',
              multiple: false,
              choices: [
                { value: 'r', title: 'Red' },
                { value: 'g', title: 'Green' },
              ],
            },
          ],
        },
      },
    });
    const { requestId } = question;
    const wrong = form({ type: 'accepted', values: { count: 3 } });
    expect(
      await session.try({ type: 'elicitation.answer', requestId, answer: wrong }),
    ).toMatchObject({ error: { message: '"Name" is required.' } });
    await session.submit(
      form({ type: 'accepted', values: { name: 'Ada', count: 3, sure: false, colour: 'g' } }),
    );
    await session.submit({ type: 'declined' });
    await session.turnEnded();
    expect(stage.answers('elicitation/create')).toEqual([
      { action: 'accept', content: { name: 'Ada', count: 3, sure: false, colour: 'g' } },
      { action: 'decline' },
    ]);
    expect(session.transcript().at(-1)).toContain('Accepted: ');
    expect(session.transcript().at(-1)).toContain('No login.');
  });

  it.each([
    [{ type: 'declined' } as const, 'Declined.'],
    [{ type: 'cancelled' } as const, 'Cancelled.'],
  ])('can be refused: %j [elicitation/create]', async (answer, words) => {
    const stage = await Stage.play('elicitation');
    const session = await stage.session('Ask');
    await session.submit(answer);
    await session.submit({ type: 'declined' });
    await session.turnEnded();
    expect(session.transcript().at(-1)).toContain(words);
  });
});

describe('a URL question', () => {
  it('is shown whole, and completed by the agent [elicitation/create, elicitation/complete, elicitation: url]', async () => {
    const stage = await Stage.play('elicitation');
    const session = await stage.session('Ask');
    await session.submit({ type: 'declined' });
    const question = await session.question();
    expect(question).toMatchObject({
      question: {
        message: 'Please log in.',
        body: { type: 'url', url: 'https://example.com/device?code=1', elicitationId: 'device-1' },
      },
      completed: false,
    });
    await session.submit({ type: 'accepted', values: {} });
    await session.turnEnded();
    expect(session.last('elicitation').completed).toBe(true);
    expect(session.transcript().at(-1)).toContain('Logged in.');
  });
});

describe('a question that belongs to a request of the app', () => {
  it('is shown in a session of that agent [elicitation/create, authenticate]', async () => {
    const stage = await Stage.play({
      requiresLogin: true,
      authenticate: [
        {
          elicit: {
            scope: 'request',
            message: 'Enter the code.',
            url: 'https://example.com/device',
            elicitationId: 'device-2',
          },
        },
      ],
    });
    const session = await stage.session('Hi');
    await session.until('the login', ({ head }) => head.connection.type === 'authentication');
    const login = session.command({ type: 'authentication.start', methodId: 'login' });
    await session.submit({ type: 'accepted', values: {} });
    await login;
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi']);
  });
});
