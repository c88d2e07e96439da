import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

describe('a first turn', () => {
  it('starts the agent, sends the prompt and shows what comes back', async () => {
    const folder = await testFolder();
    const agent = await scriptedAgent(folder, {
      turns: [{ steps: [{ think: 'Hm.' }, { say: 'Hello there.' }] }],
    });
    const test = await TestEngine.start(folder.path, { scripted: agent });
    const session = await test.create('scripted', folder.path, 'Hi');
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'thought: Hm.', 'agent: Hello there.']);
    expect(session.state.head).toMatchObject({ title: 'Hi', lastTurnEnd: 'end_turn' });
  });
});
