import { describe, expect, it } from 'vitest';
import { exportedText } from '#test/support/exportedText';
import { Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';

describe('search', () => {
  it('finds what was said as soon as the turn has ended, over all sessions', async () => {
    const stage = await Stage.play({ turns: [[{ say: 'The marmot sleeps in winter.' }]] });
    const one = await stage.session('Tell me of marmots');
    const two = await stage.session('And of badgers');
    await one.turnEnded();
    await two.turnEnded();
    const { host } = stage.engine.engine;
    await host.drain();
    const { hits } = unwrap(await host.search('marmot'));
    expect(new Set(hits.map(({ sessionId }) => sessionId))).toEqual(new Set([one.id, two.id]));
    const [hit] = unwrap(await host.search('badgers')).hits;
    expect(hit).toMatchObject({
      sessionId: two.id,
      kind: 'user',
      snippet: { text: expect.stringContaining('badgers') },
    });
    expect(two.state.entries.has(hit?.entryId ?? ('' as never))).toBe(true);
  });

  it('finds it in the next run of the program too', async () => {
    const stage = await Stage.play({ turns: [[{ say: 'The marmot sleeps in winter.' }]] });
    const session = await stage.session('Tell me');
    await session.turnEnded();
    await stage.restart();
    expect(unwrap(await stage.engine.engine.host.search('marmot'))).toMatchObject({
      hits: [{ sessionId: session.id }],
      isComplete: true,
    });
  });
});

describe('export', () => {
  it('writes readable Markdown', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    const { host } = stage.engine.engine;
    const text = await exportedText(host, session.id, 'markdown');
    expect(unwrap(await host.exportName(session.id))).toBe('A bit of everything');
    expect(text).toContain('# A bit of everything');
    expect(text).toContain('Show me');
    expect(text).toContain('Text, and more text.');
    expect(text).toContain('Read README.md');
  });

  it('writes the log itself, including long bodies', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            tool: {
              id: 'big',
              title: 'Big',
              status: 'completed',
              rawOutput: '{{repeat long 20000}}',
            },
          },
        ],
      ],
    });
    const session = await stage.session('Show me');
    await session.turnEnded();
    expect(session.last('tool').output).toMatchObject({ bytes: expect.any(Number) });
    const text = await exportedText(stage.engine.engine.host, session.id, 'ndjson');
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: 'session.created', seq: 1 });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(text).toContain('long'.repeat(20_000));
  });
});

describe('the session list', () => {
  it('is updated after every change, and marks archived sessions', async () => {
    const stage = await Stage.play({});
    const session = await stage.session('Hi');
    await session.turnEnded();
    const { host } = stage.engine.engine;
    const told: boolean[] = [];
    const subscription = host.onDidChangeSummary(({ archived }) => told.push(archived));
    await session.command({ type: 'session.archive', archived: true });
    subscription.dispose();
    expect(told).toEqual([true]);
    await stage.restart();
    expect(stage.engine.engine.host.list()).toMatchObject([
      { id: session.id, archived: true, turnCount: 1, lastTurnEnd: 'end_turn' },
    ]);
  });
});
