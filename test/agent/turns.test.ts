import { describe, expect, it } from 'vitest';
import { shareAgent, startAgent } from './runningAgent';
import type { JsonObject, Step } from './step';

describe('turns', () => {
  it('answer prompts in order, by pattern, and the last one repeats', async () => {
    const agent = startAgent({
      turns: [
        [{ say: '1' }],
        { when: 'sp[e]cial', steps: [{ say: 'S' }] },
        { steps: [{ say: '2' }] },
        [{ say: '3' }],
      ],
    });
    const [one, other] = [await agent.newSession(), await agent.newSession()];
    for (const text of ['a', 'special', 'b', 'c', 'd']) await agent.turn(one, text);
    await agent.turn(other, 'a');
    expect(agent.said(one)).toBe('1S233');
    expect(agent.said(other)).toBe('1');
  });

  it('echo the prompt, including images, where the scenario has none', async () => {
    const agent = startAgent({});
    const sessionId = await agent.newSession();
    const prompt = [
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ];
    await agent.request('session/prompt', { sessionId, prompt });
    expect(agent.client.updates(sessionId).map(({ content }) => content)).toEqual(prompt);
  });

  it('run one at a time in a session, and in parallel in several', async () => {
    const agent = startAgent({ turns: [[{ stallUntil: 'gate' }]] });
    const [one, other] = [await agent.newSession(), await agent.newSession()];
    const prompts = [agent.prompt(one, ''), agent.prompt(other, '')];
    await expect(agent.turn(one)).rejects.toThrow('A turn is running');
    agent.script.open('gate');
    for (const id of prompts) {
      expect(await agent.client.answerTo(id)).toEqual({ stopReason: 'end_turn' });
    }
  });
});

describe('a step that answers', () => {
  const answers: readonly { name: string; step: Step; outcome: JsonObject }[] = [
    {
      name: 'end',
      step: { end: { stopReason: 'refusal', usage: { totalTokens: 1 } } },
      outcome: { result: { stopReason: 'refusal', usage: { totalTokens: 1 } } },
    },
    {
      name: 'error',
      step: { error: { code: -1, message: 'No.', data: [1] } },
      outcome: { error: { code: -1, message: 'No.', data: [1] } },
    },
    { name: 'result', step: { result: [null] }, outcome: { result: [null] } },
    {
      name: 'answer',
      step: { answer: { extra: 1 } },
      outcome: { result: { stopReason: 'end_turn', extra: 1 } },
    },
  ];
  const agent = shareAgent({
    turns: [
      ...answers.map(({ name, step }) => ({
        when: `^${name}$`,
        steps: [step, { say: 'late' }, { stallUntil: name }, { end: {} }],
      })),
      [
        { wrongId: { id: 999 } },
        { wrongId: 'asText' },
        { wrongId: { id: null } },
        { mute: true },
        { say: 'late' },
      ],
    ],
  });

  it.each(answers)('$name: at once; later steps follow the answer', async ({ name, outcome }) => {
    const { client, script } = agent();
    const sessionId = await agent().newSession();
    const id = agent().prompt(sessionId, name);
    const late = await client.message(({ params }) => params?.sessionId === sessionId);
    const first = client.messages.find((message) => message.id === id);
    expect(first).toEqual({ jsonrpc: '2.0', id, ...outcome });
    expect(client.messages.indexOf(late)).toBe(client.messages.length - 1);
    script.open(name);
    await client.message((message) => message.id === id && message !== first);
  });

  it('mute and wrongId: never, or under other ids', async () => {
    const { client } = agent();
    const sessionId = await agent().newSession();
    const start = client.messages.length;
    const id = agent().prompt(sessionId, '');
    await client.message(({ params }) => params?.sessionId === sessionId);
    const ids = client.messages.slice(start, -1).map((message) => message.id);
    expect(ids).toEqual([999, String(id), null]);
  });
});
