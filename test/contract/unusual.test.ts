import { describe, expect, it } from 'vitest';
import type { DetectedWire } from '#main/agents/wires/detect/wireTable';
import type { AgentId } from '#shared/ids';
import { toolTitle } from '#shared/session/tool/toolTitle';
import { peerAgent } from '#test/support/peerAgent';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

/** Agents that do what their documents allow and hardly anybody does. */
async function stage(wire: DetectedWire) {
  const folder = testFolder();
  const project = folder.folder('project');
  folder.write('project/notes.txt', 'before\n');
  const agents = { odd: { ...peerAgent(folder, `unusual/${wire}`), wire } };
  const test = await TestEngine.start(folder.folder('data'), agents);
  const session = await test.create('odd', project);
  await session.ready();
  return { test, project, session };
}

/** Each in a turn of its own, after which the session goes on. */
async function play(session: TestSession, word: string): Promise<void> {
  const { turnCount } = session.state.head;
  await session.send(word);
  await session.until(`the end of “${word}”`, ({ head }) => {
    return head.turn === null && head.turnCount === turnCount + 1;
  });
}

async function decide(session: TestSession): Promise<void> {
  const question = await session.question();
  if (question.kind !== 'permission') throw new Error('The question is no permission.');
  await session.answer(question.question.options[0]?.id ?? '');
}

function blocksOf(session: TestSession): readonly string[] {
  return (
    session
      .entries('message')
      .at(-1)
      ?.blocks.map(({ type }) => type) ?? []
  );
}

const ready = { type: 'ready' };

describe('ACP', () => {
  it('with every block, halves of characters, and odd ids', async () => {
    const { session } = await stage('acp');
    // It was said before the session was known.
    await session.until('its welcome', () => session.transcript().includes('agent: Welcome.'));
    await play(session, 'blocks');
    expect(blocksOf(session)).toEqual([
      'text',
      'image',
      'audio',
      'link',
      'resource',
      'resource',
      'text',
    ]);
    await play(session, 'halves');
    expect(session.transcript().at(-1)).toBe('agent: Smile 😀 \u202eright to left\u202c.');
    await session.send('ids');
    for (let asked = 0; asked < 3; asked++) {
      await session.until('another question', () => session.entries('permission').length > asked);
      await decide(session);
    }
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: yes yes yes');
    const [first] = session.entries('permission');
    expect(first?.question.options.map(({ id }) => id)).toEqual(['yes', 'maybe']);
  });

  it('with ends that nobody knows, and plans, modes and tools of new kinds', async () => {
    const { session } = await stage('acp');
    // The schema wants a reason: the turn fails, and the session goes on.
    await play(session, 'nothing');
    expect(session.state.head).toMatchObject({ lastTurnEnd: 'failed', connection: ready });
    await play(session, 'plans');
    expect(session.state.head).toMatchObject({ lastTurnEnd: 'end_turn', connection: ready });
    expect(session.entries('tool')).toMatchObject([
      { title: 'Juggle', toolKind: 'other' },
      { title: 'Begun by an update', status: 'completed' },
    ]);
    expect(session.state.head).toMatchObject({
      modes: null,
      commands: [{ name: 'go' }, { name: 'stop' }],
    });
    await play(session, 'long');
    // Long text continues in further entries.
    const said = (await session.wholeTranscript()).slice(-2).join('').replaceAll('agent: ', '');
    expect(said === `${'é😀'.repeat(400_000)}The end.`).toBe(true);
  });

  it('with errors of every shape', async () => {
    const { session } = await stage('acp');
    for (const word of ['fail-text', 'fail-list', 'fail-empty', 'fail-odd']) {
      await play(session, word);
    }
    expect(session.entries('turn-end').map(({ reason }) => reason)).toEqual(
      Array(4).fill('failed'),
    );
    const ends = session.entries('turn-end').map(({ message, detail }) => [message, detail]);
    expect(ends).toEqual([
      ['Broken', expect.stringContaining('in the middle')],
      ['Broken', expect.stringContaining('"why"')],
      [expect.stringContaining('-32603'), undefined],
      ['Odd', undefined],
    ]);
    expect(session.state.head.connection).toEqual(ready);
  });

  it('that speaks after it was stopped, beside another session of its process', async () => {
    const { session, test, project } = await stage('acp');
    const other = await test.create('odd', project);
    await other.ready();
    await session.send('late');
    await session.until('its word', () => session.transcript().includes('agent: Working.'));
    await session.stop();
    await session.turnEnded();
    await session.until('its last word', () =>
      session.transcript().join('').includes('After the answer.'),
    );
    await play(other, 'halves');
    expect(other.transcript()).toHaveLength(3);
    expect(session.state.head).toMatchObject({ lastTurnEnd: 'cancelled', connection: ready });
  });
});

describe('Codex', () => {
  it('in unusual orders', async () => {
    const { session } = await stage('codex');
    await play(session, 'early');
    expect(session.transcript().at(-1)).toBe('agent: Early bird.');
    await play(session, 'bare');
    expect(session.entries('tool')).toMatchObject([{ title: 'ls', status: 'completed' }, {}]);
    expect(session.entries('unknown')).toHaveLength(1);
    await session.send('approvals');
    for (let asked = 0; asked < 2; asked++) {
      await session.until('another question', () => session.entries('permission').length > asked);
      await decide(session);
    }
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: accept approved');
    await play(session, 'fails');
    expect(session.entries('turn-end').at(-1)).toMatchObject({
      reason: 'failed',
      message: 'Out of tokens',
    });
    await play(session, 'strange');
    expect(session.state.head.connection).toEqual(ready);
  });

  it('with messages that it repeats and nobody knows', async () => {
    const { session } = await stage('codex');
    await play(session, 'chatter');
    expect(session.entries('unknown')).toHaveLength(1);
    expect(session.transcript().at(-1)).toBe('agent: Sunny.');
  });
});

describe('Claude Code', () => {
  it('with results of nobody, ends of every kind and a hook that says no', async () => {
    const { session } = await stage('claude');
    await play(session, 'orphans');
    expect(session.transcript().at(-1)).toBe('agent: Orphans.');
    const tools = session.entries('tool').map(({ status }) => status);
    expect(tools).not.toContain('in_progress');
    await play(session, 'whole');
    expect(session.transcript().filter((line) => line === 'agent: Said once.')).toHaveLength(1);
    await play(session, 'turns');
    expect(session.state.head.lastTurnEnd).toBe('max_turn_requests');
    await play(session, 'budget');
    expect(session.state.head.lastTurnEnd).toBe('max_turn_requests');
    await play(session, 'unheard');
    expect(session.entries('turn-end').at(-1)).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('Something new went wrong'),
    });
    await play(session, 'hook');
    expect(JSON.stringify(session.entries('notice'))).toContain('not allowed');
    expect(
      JSON.stringify(session.entries('message').at(-1)) +
        JSON.stringify(session.entries('unknown')),
    ).toContain('sculpture');
    await session.send('login');
    await session.until('the login', ({ head }) => head.connection.type === 'authentication');
  });
});

describe('ACP 2025.1', () => {
  it('with its rarer blocks, tools and codes', async () => {
    const { session } = await stage('acp-2025.1');
    await play(session, 'blocks');
    expect(blocksOf(session)).toEqual(['text', 'image', 'audio', 'link']);
    await play(session, 'tools');
    expect(session.transcript().at(-1)).toBe('agent: Tools.');
    expect(session.entries('tool')).toMatchObject([{ status: 'completed' }, { title: 'juggle' }]);
    await play(session, 'state');
    await play(session, 'lacks');
    expect(session.entries('turn-end').slice(-2)).toMatchObject([
      { reason: 'failed', message: 'Invalid state' },
      { reason: 'failed', message: 'Capability not supported' },
    ]);
    expect(session.entries('turn-end').at(-1)?.detail).toContain('audio');
    expect(session.state.head.connection).toEqual(ready);
  });
});

describe('Crow', () => {
  it('with its rarer requests and ends', async () => {
    const { session } = await stage('crow');
    await session.send('permission');
    await decide(session);
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: approve');
    expect(JSON.stringify(session.last('permission').question)).toContain('ls -la');
    await play(session, 'tools');
    expect(session.transcript().at(-1)).toBe('agent: Tools.');
    for (const tool of session.entries('tool')) expect(toolTitle(tool, []).main).not.toBe('');
    await play(session, 'error');
    expect(session.state.head.lastTurnEnd).toBe('failed');
    await play(session, 'odd');
    expect(session.state.head).toMatchObject({ lastTurnEnd: 'end_turn', connection: ready });
  });
});

describe('threads', () => {
  it('with strange dates, files and threads', async () => {
    const { session, test, project } = await stage('threads');
    await play(session, 'files');
    const told = session.transcript().at(-1)?.replace('agent: ', '') ?? '';
    expect(JSON.parse(told)).toEqual([expect.any(Number), '', 'Zm9y', []]);
    await play(session, 'elsewhere');
    expect(session.transcript().at(-1)).toBe('agent: Refused: true.');
    const listed = unwrap(await test.engine.host.listRemote('odd' as AgentId, project));
    expect(listed).toMatchObject([{ agentSessionId: 'old', updatedAt: null }]);
  });
});
