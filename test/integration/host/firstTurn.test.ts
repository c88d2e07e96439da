import { describe, expect, it } from 'vitest';
import { Stage } from '#test/support/stage';

describe('a first turn', () => {
  it('starts the agent, sends the prompt and shows the answer', async () => {
    const stage = await Stage.play({
      turns: [{ steps: [{ think: 'Hm.' }, { say: 'Hello there.' }] }],
    });
    const session = await stage.session('Hi');
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'thought: Hm.', 'agent: Hello there.']);
    expect(session.state.head).toMatchObject({ title: 'Hi', lastTurnEnd: 'end_turn' });
  });
});
