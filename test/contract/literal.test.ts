import { describe, expect, it } from 'vitest';
import { isBlobReference } from '#shared/session/content';
import type { WireSetting } from '#shared/settings';
import { peerAgent } from '#test/support/peerAgent';
import { TestEngine, type TestSession } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

/** Agents that do what the page of their wire says and no more. */
async function stage(peer: string, wire: WireSetting, ...args: readonly string[]) {
  const folder = testFolder();
  const project = folder.folder('project');
  folder.write('project/notes.txt', 'before\n');
  const agents = { peer: { ...peerAgent(folder, peer, ...args), wire } };
  const test = await TestEngine.start(folder.folder('data'), agents);
  const session = await test.create('peer', project);
  const isOver = ({ head }: TestSession['state']) => head.connection.type !== 'starting';
  await session.until('the agent is up, or is not', isOver);
  return { test, session };
}

async function play(session: TestSession, prompt: string): Promise<void> {
  await session.send(prompt);
  await session.turnEnded();
}

describe('Claude Code', () => {
  it.each([
    ['claude', []],
    ['auto', []],
    ['auto', ['--input-format', 'stream-json']],
  ] as const)('talks without requests, as %s %j', async (wire, args) => {
    const { session } = await stage('claude-literal', wire, ...args);
    const hasFacts = ({ head }: TestSession['state']) => head.details?.facts?.length === 3;
    await session.until('the facts of the agent', hasFacts);
    expect(session.state.head.details).toMatchObject({
      wire: 'claude',
      facts: [
        { name: 'Model', values: ['claude-opus-4-5-20251101'] },
        { name: 'Tools', values: ['Read', 'Edit', 'Bash'] },
        { name: 'Hooks that ran', values: ['SessionStart:startup: ready'] },
      ],
    });
    await play(session, 'say');
    await play(session, 'result');
    expect(session.transcript()).toEqual([
      'user: say',
      'thought: Hm.',
      'agent: One two three.',
      'user: result',
      'agent: Only at the end.',
    ]);
    await play(session, 'tool');
    expect(session.entries('tool')).toMatchObject([
      { title: 'Read notes.txt', status: 'completed' },
    ]);
  });
});

describe('Codex', () => {
  it.each([
    ['codex', []],
    ['auto', []],
    ['auto', ['app-server']],
  ] as const)('talks with empty answers, as %s %j', async (wire, args) => {
    const { session } = await stage('codex-literal', wire, ...args);
    expect(session.state.head.details?.wire).toBe('codex');
    expect(session.state.head.options).toEqual([]);
    await play(session, 'say');
    expect(session.transcript()).toEqual(['user: say', 'agent: One two three.']);
    await play(session, 'tool');
    expect(session.entries('tool')).toMatchObject([
      { title: 'cat notes.txt', status: 'completed' },
    ]);
  });
});

describe('ACP 2025.1', () => {
  it('continues after a prompt that was denied', async () => {
    const { session } = await stage('acp-2025.1', 'acp-2025.1');
    await play(session, 'deny');
    expect(session.entries('turn-end')).toMatchObject([
      { reason: 'failed', message: 'Permission denied' },
    ]);
    expect(session.state.head.connection).toEqual({ type: 'ready' });
    await play(session, 'say');
    expect(session.transcript().at(-1)).toBe('agent: One two three.');
  });

  it('shows a resource, and a command with its output', async () => {
    const { session } = await stage('acp-2025.1', 'acp-2025.1');
    await play(session, 'resource');
    expect(session.entries('message').at(-1)?.blocks).toEqual([
      {
        type: 'resource',
        uri: 'file:///path/to/file',
        mimeType: 'text/plain',
        text: 'file contents...',
      },
    ]);
    await session.send('command');
    const question = await session.question();
    if (question.kind !== 'permission') throw new Error('The question is no permission.');
    await session.answer(question.question.options[0]?.id ?? '');
    await session.turnEnded();
    const [tool] = session.entries('tool');
    expect(tool).toMatchObject({ title: 'cat notes.txt', status: 'completed' });
    const [terminal] = [...session.state.entries.values()].filter(
      (entry) => entry.kind === 'terminal',
    );
    expect(tool?.content).toEqual([{ type: 'terminal', terminalId: terminal?.terminalId }]);
    const tail = terminal?.exit?.tail ?? '';
    expect(isBlobReference(tail) ? tail.preview : tail).toBe('before\n');
  });

  it('has the mode that is chosen before the first prompt, and keeps it', async () => {
    const { session } = await stage('acp-2025.1', 'acp-2025.1');
    expect(session.state.head.modes).toMatchObject({ available: [{}, {}], current: 'agent' });
    await session.command({ type: 'mode.set', modeId: 'ask' });
    expect(session.state.head.modes).toMatchObject({ current: 'ask' });
    await play(session, 'mode');
    expect(session.transcript().at(-1)).toBe('agent: The mode is ask.');
    expect(session.state.head.modes).toMatchObject({ available: [{ id: 'ask' }], current: 'ask' });
  });
});

it('an agent that answers everything with nothing is told to speak no known protocol', async () => {
  const { session } = await stage('empty', 'auto');
  expect(session.state.head.connection).toMatchObject({
    type: 'failed',
    message: 'The agent answers, but speaks no protocol that Airlock knows.',
  });
});
