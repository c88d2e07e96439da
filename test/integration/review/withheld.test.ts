import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

describe('a service that the settings withhold from an agent', () => {
  it.each([
    { withhold: undefined, fs: true, terminal: true },
    { withhold: ['fs'] as const, fs: false, terminal: true },
    { withhold: ['fs', 'terminal'] as const, fs: false, terminal: false },
  ])('is neither offered nor provided: $withhold', async ({ withhold, fs, terminal }) => {
    const folder = testFolder();
    const agent = scriptedAgent(folder, {
      turns: [[{ read: { path: 'a.txt' } }, { terminal: { command: 'true' } }, { say: 'Done.' }]],
    });
    folder.write('project/a.txt', 'a\n');
    const settings = { ...agent, ...(withhold && { withhold }) };
    const test = await TestEngine.start(folder.join('data'), { scripted: settings });
    const session = await test.create('scripted', folder.join('project'), 'Go', 'isolated');
    await session.turnEnded();
    const offered = agent.journal
      .of('received')
      .find(({ message }) => message.method === 'initialize')?.message.params;
    expect(offered).toMatchObject({
      clientCapabilities: { fs: { readTextFile: fs, writeTextFile: fs }, terminal },
    });
    const answers = agent.journal.of('answered');
    const isDone = (method: string) =>
      answers.some((answer) => answer.method === method && answer.error === undefined);
    expect(isDone('fs/read_text_file')).toBe(fs);
    expect(isDone('terminal/create')).toBe(terminal);
  });
});
