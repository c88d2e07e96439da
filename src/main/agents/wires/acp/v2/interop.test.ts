import * as acp from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { expect, test } from 'vitest';
import { connectToSdk, everyBlock } from '#test/support/sdkAgent';

const sessionId = 'session-1';
const place = { cwd: '/work', additionalDirectories: ['/more'] };
const fast = { configId: 'fast', name: 'Fast', type: 'boolean' as const };

function agentApp(): acp.AgentApp {
  return acp
    .agent({ name: 'interop' })
    .onRequest('initialize', ({ params }) => ({
      protocolVersion: params.protocolVersion,
      info: { name: 'interop', version: params.info.version },
      capabilities: {
        session: {
          prompt: { image: {}, audio: {}, embeddedContext: {} },
          delete: {},
          fork: {},
          title: {},
          additionalDirectories: {},
        },
      },
      authMethods: [{ type: 'agent' as const, methodId: 'key', name: 'Key' }],
    }))
    .onRequest('session/new', () => ({
      sessionId,
      configOptions: [{ ...fast, currentValue: false }],
    }))
    .onRequest('session/resume', () => ({}))
    .onRequest('session/fork', () => ({ sessionId: 'session-2' }))
    .onRequest('session/list', () => ({ sessions: [{ sessionId, cwd: '/work' }] }))
    .onRequest('session/close', () => ({}))
    .onRequest('session/delete', () => ({}))
    .onRequest('session/set_title', ({ params }) => ({ title: params.title }))
    .onRequest('session/set_config_option', ({ params }) => ({
      configOptions: [{ ...fast, currentValue: params.value === true }],
    }))
    .onRequest('auth/login', () => ({}))
    .onRequest('auth/logout', () => ({}));
}

test('every request of the app passes the checks of the SDK’s agent', async () => {
  const { connection } = await connectToSdk(agentApp(), { draft: true });
  expect(connection).toMatchObject({
    wire: 'acp-2',
    protocolVersion: '2',
    identity: { name: 'interop', version: '1.2.3' },
  });
  const { agentSessionId } = await connection.newSession(place);
  await connection.loadSession?.(agentSessionId, place);
  await connection.resumeSession?.(agentSessionId, place);
  expect(await connection.forkSession?.(agentSessionId, place)).toMatchObject({
    agentSessionId: 'session-2',
  });
  expect(await connection.listSessions?.('/work')).toHaveLength(1);
  await connection.setTitle?.(agentSessionId, 'Title');
  expect(await connection.setOption?.(agentSessionId, 'fast', true)).toMatchObject([
    { options: [{ id: 'fast', value: true }] },
  ]);
  await connection.authenticate?.('key', { apiKey: 'k' });
  await connection.logout?.();
  await connection.closeSession?.(agentSessionId);
  await connection.deleteSession?.(agentSessionId);
});

test('a whole turn with the SDK’s agent', async () => {
  const app = agentApp().onRequest('session/prompt', ({ params, client }) => {
    const update = (body: acp.SessionUpdate) =>
      client.notify('session/update', { sessionId, update: body });
    const work = async () => {
      await update({ sessionUpdate: 'state_update', state: 'running' });
      const { outcome } = await client.request('session/request_permission', {
        sessionId,
        title: 'May I?',
        subject: { type: 'command', command: 'ls', cwd: '/work' },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      });
      const answer = await client.request('elicitation/create', {
        sessionId,
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: { pick: { type: 'string' } } },
      });
      const said = { outcome, answer, blocks: params.prompt.map((block) => block.type) };
      await update({
        sessionUpdate: 'agent_message',
        messageId: 'm-2',
        content: [{ type: 'text', text: JSON.stringify(said) }],
      });
      await update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
    };
    setImmediate(() => void work());
    return { messageId: 'm-1' };
  });
  const { connection, client } = await connectToSdk(app, { draft: true });
  const { agentSessionId } = await connection.newSession(place);
  client.known.add(agentSessionId);
  client.onElicit = () => Promise.resolve({ type: 'accepted', values: { pick: 'a' } });
  const turn = await connection.prompt(agentSessionId, everyBlock);
  expect(turn).toEqual({ reason: 'end_turn' });
  const last = client.events.at(-1);
  const words = last?.type === 'message.appended' && last.content.type === 'text';
  expect(words && JSON.parse(last.content.text)).toEqual({
    outcome: { outcome: 'selected', optionId: 'yes' },
    answer: { action: 'accept', content: { pick: 'a' } },
    blocks: ['text', 'image', 'audio', 'resource_link', 'resource'],
  });
});
