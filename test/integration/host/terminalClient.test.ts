import { describe, expect, it, onTestFinished } from 'vitest';
import { TerminalClient } from '#main/cli/terminalClient';
import type { Scenario } from '#test/agent/scenario';
import { Stage } from '#test/support/stage';

/** Types the lines one after another, each when it is the user's turn. */
async function typing(scenario: Scenario | string, ...lines: readonly string[]) {
  const stage = await Stage.play(scenario);
  const session = await stage.session();
  let output = '';
  const left = [...lines];
  const client = new TerminalClient({
    host: stage.engine.engine.host,
    sessionId: session.id,
    state: session.state,
    nextLine: async () => left.shift() ?? null,
    write: (text) => {
      output += text;
    },
  });
  onTestFinished(() => client.dispose());
  const printed = () => output.trimEnd().split('\n');
  return { stage, session, client, printed };
}

describe('an agent in the terminal client', () => {
  it('is prompted, asks, and is answered by number', async () => {
    const asks = { turns: [[{ ask: {} }], [{ ask: {} }]] };
    const { client, printed, session } = await typing(asks, 'Edit it', '1', 'Again');
    await client.run();
    // The second time nobody was there to answer, and it was stopped.
    expect(session.entries('turn-end')).toHaveLength(2);
    expect(session.last('permission').answer).toMatchObject({ by: 'cancel' });
    expect(printed().find((line) => line.startsWith('? '))).toBeDefined();
    expect(printed()).toContain('· answered by user');
  });

  it('is shown as one message, however many chunks it sends', async () => {
    const { client, printed } = await typing(
      { turns: [[{ think: 'Hm.' }, { say: { text: 'One two three.', chunks: 7 } }]] },
      'Go',
    );
    await client.run();
    expect(printed().slice(-3)).toEqual(['~ Hm.', '» One two three.', '· end_turn']);
  });

  it('accepts only a number as an answer', async () => {
    const { client, printed, session } = await typing({ turns: [[{ ask: {} }]] }, 'Go', 'yes', '3');
    await client.run();
    expect(printed()).toContain('! Answer with one of the numbers.');
    expect(session.last('permission').answer).toMatchObject({ outcome: { optionId: 'reject' } });
  });

  it('asks for forms to be filled in and addresses to be visited', async () => {
    const { client, stage } = await typing('elicitation', 'Go', '{"name":"Ada"}', '1');
    await client.run();
    expect(stage.answers('elicitation/create')).toEqual([
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'accept' },
    ]);
  });

  it('logs in', async () => {
    const { client, printed } = await typing('login', '1', 'Hi');
    await client.run();
    expect(printed()).toContain('» You are logged in.');
  });

  it('is stopped, and by force the second time', async () => {
    const { client, session, stage } = await typing(
      { turns: [[{ onCancel: 'ignore' }, { stall: true }]] },
      'Go',
    );
    expect(client.interrupt()).toBe(false);
    const running = client.run();
    await stage.journal.waitForStep('stall');
    expect(client.interrupt()).toBe(true);
    await stage.journal.waitFor('cancelled');
    expect(client.interrupt()).toBe(true);
    await session.until('the exit', ({ head }) => head.connection.type === 'exited');
    await running;
  });

  it('can be restarted after it died', async () => {
    const { client, printed } = await typing(
      {
        stateFile: 'state.json',
        turns: [{ when: 'die', steps: [{ exit: { code: 3 } }] }, [{ echo: true }]],
      },
      'die',
      '',
      'Hello',
    );
    await client.run();
    expect(printed()).toContain('! The agent exited with code 3.');
    expect(printed().at(-2)).toBe('» Hello');
  });
});
