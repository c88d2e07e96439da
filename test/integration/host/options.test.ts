import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import { hasty, Stage } from '#test/support/stage';
import type { TestSession } from '#test/support/testEngine';

describe('modes', () => {
  it('are set once the agent has confirmed it [session/set_mode]', async () => {
    const stage = await Stage.play('legacyModels');
    const session = await stage.readySession();
    expect(session.state.head.modes).toMatchObject({ current: 'ask' });
    await session.command({ type: 'mode.set', modeId: 'code' });
    expect(session.state.head.modes).toMatchObject({ current: 'code' });
    const { agentSessionId } = session.state.head;
    expect(stage.received('session/set_mode')).toEqual([
      { sessionId: agentSessionId, modeId: 'code' },
    ]);
  });

  it('can be set at once after a restart: the agent is started for it [session/set_mode]', async () => {
    const stage = await Stage.play({
      stateFile: 'state.json',
      modes: {
        currentModeId: 'ask',
        availableModes: [
          { id: 'ask', name: 'Ask' },
          { id: 'code', name: 'Code' },
        ],
      },
    });
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    expect(again.state.head).toMatchObject({
      connection: { type: 'detached' },
      modes: { current: 'ask' },
    });
    await again.command({ type: 'mode.set', modeId: 'code' });
    expect(again.state.head).toMatchObject({
      connection: { type: 'ready' },
      modes: { current: 'code' },
    });
    expect(stage.received('session/set_mode')).toMatchObject([{ modeId: 'code' }]);
  });

  it('stay unchanged when the agent refuses [session/set_mode]', async () => {
    const stage = await Stage.play({
      modes: {
        currentModeId: 'ask',
        availableModes: [
          { id: 'ask', name: 'Ask' },
          { id: 'yolo', name: 'All' },
        ],
      },
      setMode: [{ error: { code: -32603, message: 'Not in this folder' } }],
    });
    const session = await stage.readySession();
    expect(await session.try({ type: 'mode.set', modeId: 'yolo' })).toMatchObject({
      error: { code: 'unavailable', message: 'Not in this folder' },
    });
    expect(await session.try({ type: 'mode.set', modeId: 'none' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(session.state.head.modes).toMatchObject({ current: 'ask' });
  });

  it('time out when the agent never answers [session/set_mode]', async () => {
    const stage = await Stage.play(
      {
        modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] },
        setMode: [{ mute: true }],
      },
      { timings: hasty },
    );
    const session = await stage.readySession();
    expect(await session.try({ type: 'mode.set', modeId: 'ask' })).toMatchObject({
      error: { code: 'timeout' },
    });
  });
});

describe('settings that were chosen before the start', () => {
  it('reach the agent before the first prompt; one that it no longer has is named', async () => {
    const stage = await Stage.play('legacyModels');
    const created = await stage.engine.engine.host.create({
      agentId: 'scripted' as AgentId,
      project: stage.project,
      isolation: 'isolated',
      prompt: [{ type: 'text', text: 'go' }],
      settings: [
        { type: 'mode.set', modeId: 'gone' },
        { type: 'mode.set', modeId: 'code' },
      ],
    });
    if (!created.ok) throw new Error(created.error.message);
    const session = await stage.engine.open(created.value);
    await session.turnEnded();
    const methods = stage.journal.of('received').map(({ message }) => message.method);
    expect(methods).toContain('session/set_mode');
    expect(methods.indexOf('session/set_mode')).toBeLessThan(methods.indexOf('session/prompt'));
    expect(session.state.head.modes).toMatchObject({ current: 'code' });
    const notices = [...session.state.entries.values()].filter(({ kind }) => kind === 'notice');
    expect(notices).toMatchObject([{ title: expect.stringContaining('“gone”') }]);
  });
});

describe('options', () => {
  it.each([
    ['a choice', 'model', 'large', { value: 'large' }],
    ['a choice in groups', 'effort', 'high', { value: 'high' }],
    ['a switch', 'fast', true, { type: 'boolean', value: true }],
  ] as const)('%s [session/set_config_option]', async (_, optionId, value, sent) => {
    const stage = await Stage.play('everything');
    const session = await stage.readySession();
    await session.command({ type: 'option.set', optionId, value });
    expect(session.state.head.options).toContainEqual(
      expect.objectContaining({ id: optionId, value }),
    );
    const { agentSessionId } = session.state.head;
    expect(stage.received('session/set_config_option')).toEqual([
      { sessionId: agentSessionId, configId: optionId, ...sent },
    ]);
  });

  it('can be set at once after a restart: the agent is started for it [session/set_config_option]', async () => {
    const stage = await Stage.play({
      stateFile: 'state.json',
      configOptions: [{ id: 'fast', name: 'Fast mode', type: 'boolean', currentValue: false }],
    });
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    expect(again.state.head.connection.type).toBe('detached');
    await again.command({ type: 'option.set', optionId: 'fast', value: true });
    expect(again.state.head).toMatchObject({
      connection: { type: 'ready' },
      options: [{ id: 'fast', value: true }],
    });
  });

  it('show what the agent confirmed, not what was requested [session/set_config_option]', async () => {
    const stage = await Stage.play('hostile-other-model');
    const session = await stage.readySession();
    const wished = await chooseAnother(session);
    const [after] = session.state.head.options;
    expect(after?.value).not.toBe(wished);
  });

  it('keep the others when the agent reports a single one [session/set_config_option]', async () => {
    const stage = await Stage.play('hostile-partial-options');
    const session = await stage.readySession();
    const before = session.state.head.options.map(({ id }) => id);
    await chooseAnother(session);
    expect(session.state.head.options.map(({ id }) => id)).toEqual(before);
  });

  it('include models set in the older way [session/set_model]', async () => {
    const stage = await Stage.play('legacyModels');
    const session = await stage.readySession();
    const model = session.state.head.options.find(({ category }) => category === 'model');
    expect(model).toMatchObject({ type: 'select', value: 'small' });
    await session.command({ type: 'option.set', optionId: model?.id ?? '', value: 'large' });
    expect(session.state.head.options).toContainEqual(expect.objectContaining({ value: 'large' }));
    const { agentSessionId } = session.state.head;
    expect(stage.received('session/set_model')).toEqual([
      { sessionId: agentSessionId, modelId: 'large' },
    ]);
  });

  it('are refused when the agent does not offer them', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.readySession();
    expect(
      await session.try({ type: 'option.set', optionId: 'model', value: 'huge' }),
    ).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(await session.try({ type: 'option.set', optionId: 'no', value: true })).toMatchObject({
      error: { code: 'invalid-input' },
    });
  });
});

describe('titles', () => {
  it('come from the first prompt, then from the agent, then from the user, whose title is final [session_info_update, session/set_title]', async () => {
    const stage = await Stage.play({
      setTitle: {},
      turns: [
        { when: 'title', steps: [{ title: 'The agent’s title' }] },
        { when: 'again', steps: [{ title: 'Another of the agent’s' }] },
      ],
    });
    const session = await stage.session('First words\nand more');
    await session.turnEnded();
    expect(session.state.head).toMatchObject({ title: 'First words', titledBy: 'prompt' });
    await session.send('title');
    await session.until('the title', ({ head }) => head.titledBy === 'agent');
    expect(session.state.head.title).toBe('The agent’s title');
    await session.turnEnded();
    await session.command({ type: 'session.rename', title: ' Mine ' });
    await stage.journal.waitFor(
      'received',
      ({ message }) => message.method === 'session/set_title',
    );
    expect(stage.received('session/set_title')).toEqual([
      { sessionId: session.state.head.agentSessionId, title: 'Mine' },
    ]);
    await session.send('again');
    await session.until('the turn', ({ head }) => head.turnCount === 3);
    await session.turnEnded();
    expect(session.state.head).toMatchObject({ title: 'Mine', titledBy: 'user' });
    expect(stage.engine.engine.host.list()).toMatchObject([{ title: 'Mine' }]);
  });

  it('are kept here even if the agent refuses them [session/set_title]', async () => {
    const stage = await Stage.play({ setTitle: [{ error: { code: -32603, message: 'No' } }] });
    const session = await stage.readySession();
    await session.command({ type: 'session.rename', title: 'Mine' });
    await session.drained();
    expect(session.state.head.title).toBe('Mine');
  });
});

/** Sets the first option to something else; returns what that was. */
async function chooseAnother(session: TestSession): Promise<string> {
  const [option] = session.state.head.options;
  if (option?.type !== 'select') throw new Error('There is no choice.');
  const choices = option.groups.flatMap((group) => group.choices);
  const value = choices.find((choice) => choice.value !== option.value)?.value ?? '';
  await session.command({ type: 'option.set', optionId: option.id, value });
  return value;
}
