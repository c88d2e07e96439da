import { describe, expect, it } from 'vitest';
import { type RunningAgent, startAgent } from './runningAgent';
import type { Step } from './step';

async function play(...steps: readonly Step[]): Promise<RunningAgent> {
  const agent = startAgent({ turns: [[...steps, { say: 'After.' }]] });
  await agent.turn(await agent.newSession());
  return agent;
}

/** The lines between the answer to session/new and the last word. */
function linesBetween({ client }: RunningAgent): readonly Buffer[] {
  const start = client.lines.findIndex((line) => line.includes('sessionId')) + 1;
  return client.lines.slice(start, -2);
}

function texts(agent: RunningAgent): readonly string[] {
  return linesBetween(agent).map((line) => line.toString('utf8'));
}

describe('a step that breaks the protocol', () => {
  it('garbage and rawLine', async () => {
    const agent = await play(
      { garbage: { lines: ['[info] hello', ''] } },
      { garbage: { count: 2500 } },
      { rawLine: '{"id":{{json requestId}}' },
    );
    const lines = texts(agent);
    expect(lines).toHaveLength(2503);
    expect(lines.slice(0, 3)).toEqual(['[info] hello', '', '[debug] line 0']);
    expect(lines.at(-2)).toBe('[debug] line 2499');
    expect(lines.at(-1)).toBe('{"id":2');
    expect(agent.said()).toBe('After.');
  });

  it('framing', async () => {
    const agent = await play(
      { framing: { lineEnd: 'crlf', bom: true, blankLines: true } },
      { say: 'odd' },
      { framing: { lineEnd: 'lf', bom: false, blankLines: false, drip: true } },
      { say: 'drip 🚰' },
      { framing: { drip: false } },
    );
    const [blank, odd, dripped] = linesBetween(agent);
    expect(blank?.toString('latin1')).toBe('\r');
    expect(odd?.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(odd?.at(-1)).toBe(0x0d);
    expect(dripped?.toString('utf8')).toContain('drip 🚰');
  });

  it('halfLine, then the rest', async () => {
    const agent = startAgent({
      turns: [[{ parallel: [[{ halfLine: { text: 'whole', until: 'rest' } }], [{ say: '!' }]] }]],
    });
    const sessionId = await agent.newSession();
    const id = agent.prompt(sessionId, '');
    await agent.journal.waitForStep('say');
    expect(agent.said()).toBe('');
    agent.script.open('rest');
    await agent.client.answerTo(id);
    expect(agent.said()).toBe('whole!');
  });

  it('halfLine at the end', async () => {
    const agent = startAgent({ turns: [[{ halfLine: {} }, { exit: { code: 0 } }]] });
    agent.prompt(await agent.newSession(), '');
    await agent.client.outputEnded;
    expect(agent.client.messages).toHaveLength(1);
  });

  it('bigLine', async () => {
    const agent = await play(
      { bigLine: { bytes: 3_000_000 } },
      { bigLine: { bytes: 2_000_000, garbage: true } },
    );
    expect(linesBetween(agent).map(({ length }) => length)).toEqual([3_000_000, 2_000_000]);
    expect(agent.client.updates()).toHaveLength(2);
  });

  it('flood, at speed', async () => {
    const count = 20_000;
    const agent = await play({
      flood: { count, kinds: ['say', 'think', 'tool', 'toolUpdate', 'plan'] },
    });
    expect(agent.client.updates()).toHaveLength(count + 1);
  });

  it('deepJson and wideJson', async () => {
    const agent = await play({ deepJson: { depth: 20_000 } }, { wideJson: { keys: 20_000 } });
    const [deep, wide] = texts(agent);
    expect(deep?.split('{"a":')).toHaveLength(20_001);
    expect(wide).toContain('"k19999":19999}');
  });

  it('protoKeys', async () => {
    const agent = await play({ protoKeys: true });
    expect(texts(agent)[0]).toContain('"_meta":{"__proto__":{"polluted":true}');
    expect(
      agent.client
        .updates()
        .slice(1, -1)
        .map(({ toolCallId }) => toolCallId),
    ).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('badUtf8', async () => {
    const agent = startAgent({
      turns: [
        [{ badUtf8: { in: 'text' } }, { badUtf8: { in: 'path' } }, { badUtf8: { in: 'content' } }],
      ],
    });
    agent.client.answer('fs/write_text_file', () => ({ error: { code: -32602, message: 'Bad.' } }));
    await agent.turn(await agent.newSession());
    const bad = agent.client.lines.filter((line) => line.includes(0xff));
    expect(bad).toHaveLength(3);
    expect(agent.journal.of('answered').map(({ error }) => error?.code)).toEqual([-32602, -32602]);
  });

  it('noRead, until the gate opens', async () => {
    const deaf: Step = { noRead: { until: 'read' } };
    const agent = startAgent({
      turns: [[{ parallel: [[deaf], [{ stallUntil: 'talk' }, { say: 'I do not listen.' }]] }]],
    });
    const sessionId = await agent.newSession();
    const id = agent.prompt(sessionId, '');
    await agent.journal.waitForStep('stallUntil');
    agent.client.notify('_unread/note', {});
    agent.script.open('talk');
    await agent.client.message(({ method }) => method === 'session/update');
    const read = () => agent.journal.of('received').map(({ message }) => message.method);
    expect(read()).not.toContain('_unread/note');
    agent.script.open('read');
    await agent.client.answerTo(id);
    await agent.journal.waitFor('received', ({ message }) => message.method === '_unread/note');
  });

  it('chaos, the same for the same seed', async () => {
    const runs = await Promise.all([1, 1, 2].map((seed) => play({ chaos: { seed, count: 60 } })));
    const [first, again, other] = runs.map(({ journal }) =>
      journal.of('step').map(({ step }) => JSON.stringify(step)),
    );
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    expect(runs.map((agent) => agent.journal.of('broken'))).toEqual([[], [], []]);
  });
});
