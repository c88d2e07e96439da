import { expect, test } from 'vitest';
import { openSession } from '#test/support/acpHarness';
import { sessionPowers } from '#test/support/acpMessages';

test('a title is set at the agent', async () => {
  const { peer, connection, session } = await openSession(sessionPowers('title'));
  peer.answer('session/set_title', { title: 'New' });
  await connection.setTitle?.(session.agentSessionId, 'New');
  expect(peer.last('session/set_title').params).toEqual({ sessionId: 'session-1', title: 'New' });
});

test('a mode is set at the agent', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/set_mode', {});
  await expect(connection.setMode?.(session.agentSessionId, 'plan')).resolves.toEqual([
    { type: 'mode.changed', current: 'plan' },
  ]);
  expect(peer.last('session/set_mode').params).toEqual({ sessionId: 'session-1', modeId: 'plan' });
});

test('an option shows what the agent confirms', async () => {
  const fast = { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false };
  const { peer, connection, session } = await openSession({}, { configOptions: [fast] });
  peer.answer('session/set_config_option', { configOptions: [{ ...fast, currentValue: true }] });
  await expect(connection.setOption?.(session.agentSessionId, 'fast', true)).resolves.toEqual([
    {
      type: 'options.updated',
      options: [{ id: 'fast', name: 'Fast', type: 'boolean', value: true }],
    },
  ]);
  expect(peer.last('session/set_config_option').params).toEqual({
    sessionId: 'session-1',
    configId: 'fast',
    type: 'boolean',
    value: true,
  });
  peer.answer('session/set_config_option', {});
  await expect(
    connection.setOption?.(session.agentSessionId, 'fast', false),
  ).resolves.toMatchObject([{ options: [{ value: false }] }]);
});

test('the model of an older agent is set by its own request', async () => {
  const models = { currentModelId: 'a', availableModels: [{ modelId: 'a' }, { modelId: 'b' }] };
  const { peer, connection, session } = await openSession({}, { models });
  peer.answer('session/set_model', {});
  await expect(connection.setOption?.(session.agentSessionId, 'model', 'b')).resolves.toMatchObject(
    [{ type: 'options.updated', options: [{ id: 'model', value: 'b' }] }],
  );
  expect(peer.last('session/set_model').params).toEqual({ sessionId: 'session-1', modelId: 'b' });
});
