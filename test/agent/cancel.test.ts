import { describe, expect, it } from 'vitest';
import { shareAgent, startAgent } from './runningAgent';
import type { JsonObject, Step } from './step';

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly outcome: JsonObject;
  readonly said: string;
}

const working: readonly Step[] = [{ say: 'working' }, { stall: true }, { say: 'never' }];
const cancelled = { result: { stopReason: 'cancelled' } };

const rows: readonly Row[] = [
  { name: 'ends the turn', steps: working, outcome: cancelled, said: 'working' },
  {
    name: 'plays onCancel instead, late steps included',
    steps: [
      { onCancel: [{ say: '-down' }, { end: { stopReason: 'end_turn' } }, { say: '-late' }] },
      ...working,
    ],
    outcome: { result: { stopReason: 'end_turn' } },
    said: 'working-down-late',
  },
  {
    name: 'can end in an error',
    steps: [{ onCancel: [{ error: { code: -32603, message: 'aborted' } }] }, ...working],
    outcome: { error: { code: -32603, message: 'aborted' } },
    said: 'working',
  },
  {
    name: 'reaches a gate',
    steps: [{ say: 'working' }, { stallUntil: 'never' }],
    outcome: cancelled,
    said: 'working',
  },
  {
    name: 'reaches a pause',
    steps: [{ say: 'working' }, { pause: 1_000_000 }],
    outcome: cancelled,
    said: 'working',
  },
  {
    name: 'reaches a slow speech',
    steps: [{ say: 'working' }, { say: { text: 'ab', chunks: 2, everyMilliseconds: 1_000_000 } }],
    outcome: cancelled,
    said: 'working',
  },
];

describe('a cancel', () => {
  const agent = shareAgent({
    turns: rows.map(({ name, steps }) => ({ when: `^${name}$`, steps })),
  });

  it.each(rows)('$name', async ({ name, outcome, said }) => {
    const { client, journal } = agent();
    const sessionId = await agent().newSession();
    const id = agent().prompt(sessionId, name);
    await client.message(({ params }) => params?.sessionId === sessionId);
    client.notify('session/cancel', { sessionId });
    expect(await client.message((message) => message.id === id)).toMatchObject(outcome);
    expect(journal.of('cancelled').at(-1)).toMatchObject({ sessionId, heeded: true });
    // What comes late has come once the next request is answered.
    await agent().newSession();
    expect(agent().said(sessionId)).toBe(said);
  });

  it('is ignored where the scenario says so', async () => {
    const stubborn = startAgent('hostile-ignore-cancel');
    const sessionId = await stubborn.newSession();
    const id = stubborn.prompt(sessionId, '');
    stubborn.client.notify('session/cancel', { sessionId });
    await stubborn.journal.waitFor('cancelled', ({ heeded }) => !heeded);
    stubborn.script.open('end');
    expect(await stubborn.client.answerTo(id)).toEqual({ stopReason: 'end_turn' });
  });

  it('waits for the open question, whose steps are played first', async () => {
    const asking = startAgent({
      turns: [[{ ask: { onCancelled: [{ say: 'never mind' }] } }, { say: 'never' }]],
    });
    const { client } = asking;
    const sessionId = await asking.newSession();
    const id = asking.prompt(sessionId, '');
    const { id: question = null } = await client.message(
      ({ method }) => method === 'session/request_permission',
    );
    client.notify('session/cancel', { sessionId });
    client.send({ id: question, result: { outcome: { outcome: 'cancelled' } } });
    expect(await client.answerTo(id)).toEqual({ stopReason: 'cancelled' });
    expect(asking.said()).toBe('never mind');
  });

  it('by $/cancel_request answers any request with -32800', async () => {
    const { client, cwd } = startAgent({ newSession: [{ stall: true }] });
    const id = client.begin('session/new', { cwd, mcpServers: [] });
    client.notify('$/cancel_request', { requestId: id });
    await expect(client.answerTo(id)).rejects.toMatchObject({ error: { code: -32800 } });
  });
});
