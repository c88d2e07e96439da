import { describe, expect, it } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import type { Scenario } from '#test/agent/scenario';
import { Stage } from '#test/support/stage';
import type { TestSession } from '#test/support/testEngine';

/** Long enough to be kept beside the log. */
const picture = Buffer.alloc(30_000, 'airlock').toString('base64');

const everything: readonly ContentBlock[] = [
  { type: 'text', text: 'Look at these:' },
  { type: 'image', data: picture, mimeType: 'image/png', uri: 'file:///a.png' },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  { type: 'link', uri: 'file:///a.txt', name: 'a.txt', mimeType: 'text/plain', size: 3 },
  { type: 'resource', uri: 'file:///b.txt', mimeType: 'text/plain', text: 'b' },
  { type: 'resource', uri: 'file:///c.bin', mimeType: 'application/octet-stream', data: 'AAAA' },
];

const everythingOnTheWire = [
  { type: 'text', text: 'Look at these:' },
  { type: 'image', data: picture, mimeType: 'image/png', uri: 'file:///a.png' },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  {
    type: 'resource_link',
    uri: 'file:///a.txt',
    name: 'a.txt',
    mimeType: 'text/plain',
    size: 3,
  },
  { type: 'resource', resource: { uri: 'file:///b.txt', mimeType: 'text/plain', text: 'b' } },
  {
    type: 'resource',
    resource: { uri: 'file:///c.bin', mimeType: 'application/octet-stream', blob: 'AAAA' },
  },
];

const sending = (session: TestSession, content: readonly ContentBlock[]) =>
  session.command({ type: 'prompt.send', content });

describe('a prompt', () => {
  it('is sent with every kind of content that the agent supports [session/prompt, content: text, content: image, content: audio, content: resource_link, content: resource]', async () => {
    const stage = await Stage.play({});
    const session = await stage.readySession();
    await sending(session, everything);
    await session.turnEnded();
    expect(stage.received('session/prompt')).toEqual([
      { sessionId: session.state.head.agentSessionId, prompt: everythingOnTheWire },
    ]);
  });

  it('is sent complete after it was queued, including its images [session/prompt]', async () => {
    const stage = await Stage.play({});
    const session = await stage.session();
    await sending(session, everything);
    await session.turnEnded();
    expect(stage.received('session/prompt')[0]?.prompt).toEqual(everythingOnTheWire);
  });

  it('is sent complete after it was queued in an earlier run of the program [session/prompt]', async () => {
    const stage = await Stage.play({
      stateFile: 'state.json',
      turns: [[{ stall: true }], [{ echo: true }]],
    });
    const session = await stage.session('Wait');
    await stage.journal.waitForStep('stall');
    await sending(session, everything);
    const again = await stage.reopen(session.id);
    await again.command({ type: 'queue.resume' });
    await again.turnEnded();
    expect(stage.received('session/prompt').at(-1)?.prompt).toEqual(everythingOnTheWire);
  });

  it('is converted to text for an agent without these capabilities [session/prompt]', async () => {
    const stage = await Stage.play({ initialize: { agentCapabilities: {} } });
    const session = await stage.readySession();
    await sending(
      session,
      everything.filter(({ type }) => type !== 'image' && type !== 'audio'),
    );
    await session.turnEnded();
    expect(stage.received('session/prompt')[0]?.prompt).toEqual([
      { type: 'text', text: 'Look at these:' },
      everythingOnTheWire[3],
      { type: 'text', text: '```file:///b.txt\nb\n```' },
      {
        type: 'resource_link',
        uri: 'file:///c.bin',
        name: 'c.bin',
        mimeType: 'application/octet-stream',
      },
    ]);
  });

  it('with an image is refused with an explanation at an agent that supports none', async () => {
    const stage = await Stage.play({ initialize: { agentCapabilities: {} } });
    const session = await stage.readySession();
    await sending(session, everything);
    await session.turnEnded();
    expect(session.last('turn-end')).toMatchObject({
      reason: 'failed',
      message: 'This agent does not accept images.',
    });
    expect(stage.received('session/prompt')).toEqual([]);
  });

  it('is refused when it is empty', async () => {
    const stage = await Stage.play({});
    const session = await stage.readySession();
    const refused = await session.try({
      type: 'prompt.send',
      content: [{ type: 'text', text: ' ' }],
    });
    expect(refused).toMatchObject({ ok: false, error: { message: 'The prompt is empty.' } });
  });

  it('is on disk before it is sent to the agent', async () => {
    const stage = await Stage.play({
      turns: [[{ shell: `cat '{{cwd}}'/../data/sessions/*/log.ndjson` }]],
    });
    const session = await stage.session('Remember this');
    await session.turnEnded();
    const [{ output } = { output: '' }] = stage.journal.of('shell');
    expect(output).toContain('Remember this');
    expect(output).toContain('"turn.started"');
  });
});

describe('prompts while the agent works', () => {
  const scenario: Scenario = {
    turns: [{ when: 'first', steps: [{ stallUntil: 'go' }] }, [{ echo: true }]],
  };

  async function working() {
    const stage = await Stage.play(scenario);
    const session = await stage.session('first');
    await stage.journal.waitForStep('stallUntil');
    return { stage, session };
  }

  it('are queued and sent in order', async () => {
    const { stage, session } = await working();
    await session.send('second');
    await session.send('third');
    expect(session.state.head.queue).toHaveLength(2);
    stage.agent.open('go');
    await session.until('three turns', () => session.entries('turn-end').length === 3);
    expect(session.transcript()).toEqual([
      'user: first',
      'user: second',
      'agent: second',
      'user: third',
      'agent: third',
    ]);
    expect(session.state.head.queue).toEqual([]);
  });

  it('can be edited and removed while they are queued', async () => {
    const { stage, session } = await working();
    await session.send('second');
    await session.send('third');
    const [second, third] = session.state.head.queue;
    if (!second || !third) throw new Error('The queue is empty.');
    await session.command({
      type: 'prompt.edit',
      promptId: second.promptId,
      content: [{ type: 'text', text: 'changed' }],
    });
    await session.command({ type: 'prompt.remove', promptId: third.promptId });
    stage.agent.open('go');
    await session.until('two turns', () => session.entries('turn-end').length === 2);
    await session.drained();
    expect(session.transcript()).toEqual(['user: first', 'user: changed', 'agent: changed']);
    const gone = await session.try({ type: 'prompt.remove', promptId: third.promptId });
    expect(gone).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it.each(['saved', 'cancelled', 'removed'])(
    'wait while the first is edited, until the edit is %s',
    async (end) => {
      const { stage, session } = await working();
      await session.send('second');
      await session.send('third');
      const promptId = session.state.head.queue[0]?.promptId;
      if (!promptId) throw new Error('The queue is empty.');
      await session.command({ type: 'prompt.pause', promptId, paused: true });
      stage.agent.open('go');
      await session.until('the first turn', () => session.entries('turn-end').length === 1);
      await session.drained();
      expect(session.transcript()).toEqual(['user: first']);
      const content = [{ type: 'text', text: 'changed' } as const];
      if (end === 'saved') await session.command({ type: 'prompt.edit', promptId, content });
      else if (end === 'removed') await session.command({ type: 'prompt.remove', promptId });
      else await session.command({ type: 'prompt.pause', promptId, paused: false });
      await session.until('an empty queue', ({ head }) => head.queue.length === 0 && !head.turn);
      const sent = { saved: ['changed'], cancelled: ['second'], removed: [] }[end] ?? [];
      expect(session.transcript()).toEqual([
        'user: first',
        ...[...sent, 'third'].flatMap((text) => [`user: ${text}`, `agent: ${text}`]),
      ]);
    },
  );

  it('stay queued after a stop, until the user continues', async () => {
    const { session } = await working();
    await session.send('second');
    await session.stop();
    await session.until('the stop', ({ head }) => head.lastTurnEnd === 'cancelled');
    await session.drained();
    expect(session.state.head).toMatchObject({ turn: null, queue: [{}] });
    await session.command({ type: 'queue.resume' });
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: first', 'user: second', 'agent: second']);
  });

  it('stay queued after a stop, until the next one is sent, which goes last', async () => {
    const { session } = await working();
    await session.send('second');
    await session.stop();
    await session.until('the stop', ({ head }) => head.lastTurnEnd === 'cancelled');
    await session.send('third');
    await session.until('all turns', () => session.entries('turn-end').length === 3);
    expect(session.transcript().filter((line) => line.startsWith('user'))).toEqual([
      'user: first',
      'user: second',
      'user: third',
    ]);
  });

  it('stay queued after a stop even if the agent ends the turn normally', async () => {
    const stage = await Stage.play('hostile-cancel-wrong-reason');
    const session = await stage.session('first');
    await stage.journal.waitForStep('stall');
    await session.send('second');
    await session.stop();
    await session.until('the end', ({ head }) => head.turn === null);
    await session.drained();
    expect(session.state.head).toMatchObject({ turn: null, queue: [{}] });
  });

  it('stay queued after the agent died and was restarted, until another one is sent', async () => {
    const stage = await Stage.play({
      stateFile: 'state.json',
      turns: [
        { when: 'first', steps: [{ stallUntil: 'die' }, { exit: { code: 1 } }] },
        [{ echo: true }],
      ],
    });
    const session = await stage.session('first');
    await stage.journal.waitForStep('stallUntil');
    await session.send('second');
    stage.agent.open('die');
    await session.until('the exit', ({ head }) => head.connection.type === 'exited');
    await session.command({ type: 'agent.restart' });
    await session.ready();
    await session.drained();
    expect(session.state.head).toMatchObject({ turn: null, queue: [{}] });
    await session.send('third');
    await session.until('all turns', () => session.entries('turn-end').length === 3);
    expect(session.state.head.queue).toEqual([]);
  });

  it('start the agent when the session was reopened', async () => {
    const stage = await Stage.play({ stateFile: 'state.json' });
    const session = await stage.session('first');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    expect(again.state.head.connection.type).toBe('detached');
    await again.send('second');
    await again.until('the second end', () => again.entries('turn-end').length === 2);
    expect(again.transcript()).toEqual([
      'user: first',
      'agent: first',
      'user: second',
      'agent: second',
    ]);
  });
});

describe('steering', () => {
  it('sends text into the running turn [_session/steering]', async () => {
    const stage = await Stage.play('steering');
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stallUntil');
    await session.command({ type: 'prompt.steer', content: [{ type: 'text', text: 'Faster' }] });
    await session.until('the text was taken', ({ head }) => head.queue.length === 0);
    stage.agent.open('end');
    await session.turnEnded();
    expect(session.transcript()).toEqual([
      'user: Begin',
      'agent: Working.',
      'user: Faster',
      'agent:  Done.',
    ]);
    expect(stage.received('_session/steering')).toEqual([
      {
        sessionId: session.state.head.agentSessionId,
        prompt: [{ type: 'text', text: 'Faster' }],
        _meta: { steering: { idleBehavior: 'promptRequired' } },
      },
    ]);
    expect(session.entries('turn-end')).toHaveLength(1);
  });

  it.each([
    ['does not take it', { outcome: 'failed' }],
    ['answers with an error', [{ error: { code: -32603, message: 'Not now' } }]],
  ] as const)(
    'the agent %s: it is sent once, as the next turn [_session/steering]',
    async (_, steering) => {
      const stage = await Stage.play({
        steering,
        turns: [{ when: 'Begin', steps: [{ stallUntil: 'end' }] }, [{ echo: true }]],
      });
      const session = await stage.session('Begin');
      await stage.journal.waitForStep('stallUntil');
      await session.command({ type: 'prompt.steer', content: [{ type: 'text', text: 'Faster' }] });
      await session.until('the notice', () => session.entries('notice').length > 0);
      expect(session.last('notice').title).toContain('It was queued');
      stage.agent.open('end');
      await session.until('two turns', () => session.entries('turn-end').length === 2);
      expect(session.transcript()).toEqual(['user: Begin', 'user: Faster', 'agent: Faster']);
    },
  );

  it('is refused where the agent does not support it, or is not working', async () => {
    const stage = await Stage.play({ turns: [[{ stall: true }]] });
    const session = await stage.readySession();
    const steer = { type: 'prompt.steer', content: [{ type: 'text', text: 'Faster' }] } as const;
    expect(await session.try(steer)).toMatchObject({
      error: { message: 'The agent is not working.' },
    });
    await session.send('Begin');
    expect(await session.try(steer)).toMatchObject({
      error: { message: 'This agent does not accept messages while working.' },
    });
  });
});
