import * as acp from '@agentclientprotocol/sdk/unstable';
import { expect, test } from 'vitest';
import { ok } from '#shared/errors';
import { connectToSdk, everyBlock } from '#test/support/sdkAgent';

const sessionId = 'session-1';
const place = { cwd: '/work', additionalDirectories: ['/more'] };
const fast = { id: 'fast', name: 'Fast', type: 'boolean' as const };

function agentApp(): acp.AgentApp {
  const { session } = acp.methods.agent;
  const powers = { list: {}, resume: {}, close: {}, delete: {}, fork: {}, title: {} };
  return acp
    .agent({ name: 'interop' })
    .onRequest('initialize', ({ params }) => ({
      protocolVersion: params.protocolVersion,
      agentInfo: { name: 'interop', version: params.clientInfo?.version ?? '' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        sessionCapabilities: { ...powers, additionalDirectories: {} },
        auth: { logout: {} },
      },
      authMethods: [{ id: 'key', name: 'Key' }],
    }))
    .onRequest(session.new, () => ({
      sessionId,
      configOptions: [{ ...fast, currentValue: false }],
    }))
    .onRequest(session.load, () => ({}))
    .onRequest(session.resume, () => ({}))
    .onRequest(session.fork, () => ({ sessionId: 'session-2' }))
    .onRequest(session.list, () => ({ sessions: [{ sessionId, cwd: '/work' }] }))
    .onRequest(session.close, () => ({}))
    .onRequest(session.delete, () => ({}))
    .onRequest(session.setTitle, ({ params }) => ({ title: params.title }))
    .onRequest(session.setMode, () => ({}))
    .onRequest(session.setConfigOption, ({ params }) => ({
      configOptions: [{ ...fast, currentValue: params.value === true }],
    }))
    .onRequest('authenticate', () => ({}))
    .onRequest('logout', () => ({}));
}

test('everything that we ask passes the checks of the SDK’s agent', async () => {
  const { connection } = await connectToSdk(agentApp());
  expect(connection.identity).toEqual({ name: 'interop', version: '1.2.3' });
  const { agentSessionId } = await connection.newSession(place);
  await connection.loadSession?.(agentSessionId, place);
  await connection.resumeSession?.(agentSessionId, place);
  expect(await connection.forkSession?.(agentSessionId, place)).toMatchObject({
    agentSessionId: 'session-2',
  });
  expect(await connection.listSessions?.('/work')).toHaveLength(1);
  await connection.setTitle?.(agentSessionId, 'Title');
  await connection.setMode?.(agentSessionId, 'mode');
  expect(await connection.setOption?.(agentSessionId, 'fast', true)).toMatchObject([
    { options: [{ value: true }] },
  ]);
  await connection.authenticate?.('key', { apiKey: 'k' });
  await connection.logout?.();
  await connection.closeSession?.(agentSessionId);
  await connection.deleteSession?.(agentSessionId);
});

test('a whole turn with the SDK’s agent', async () => {
  const app = agentApp().onRequest('session/prompt', async ({ params, client }) => {
    const { requestPermission, update } = acp.methods.client.session;
    await client.notify(update, {
      sessionId,
      update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', kind: 'edit' },
    });
    const { outcome } = await client.request(requestPermission, {
      sessionId,
      toolCall: { toolCallId: 't' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    });
    const { fs } = acp.methods.client;
    const { content } = await client.request(fs.readTextFile, { sessionId, path: '/a' });
    await client.request(fs.writeTextFile, { sessionId, path: '/a', content: `${content}!` });
    const terminal = await client.createTerminal({ sessionId, command: 'ls' });
    const { exitCode } = await terminal.waitForExit();
    await terminal.release();
    const answer = await client.request(acp.methods.client.elicitation.create, {
      sessionId,
      mode: 'form',
      message: 'Which?',
      requestedSchema: { properties: { pick: { type: 'string' } } },
    });
    const said = { outcome, content, exitCode, answer, blocks: params.prompt.map((b) => b.type) };
    await client.notify(update, {
      sessionId,
      update: {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: JSON.stringify(said) },
      },
    });
    return { stopReason: 'end_turn' };
  });
  const { connection, client } = await connectToSdk(app);
  const { agentSessionId } = await connection.newSession(place);
  client.known.add(agentSessionId);
  client.onRead = () => Promise.resolve(ok('text'));
  client.onElicit = () => Promise.resolve({ type: 'accepted', values: { pick: 'a' } });
  const turn = await connection.prompt(agentSessionId, everyBlock);
  expect(turn).toEqual({ reason: 'end_turn' });
  const last = client.events.at(-1);
  const words = last?.type === 'message.appended' && last.content.type === 'text';
  expect(words && JSON.parse(last.content.text)).toEqual({
    outcome: { outcome: 'selected', optionId: 'yes' },
    content: 'text',
    exitCode: 0,
    answer: { action: 'accept', content: { pick: 'a' } },
    blocks: ['text', 'image', 'audio', 'resource_link', 'resource'],
  });
  expect(client.calls).toContainEqual([
    'writeTextFile',
    sessionId,
    { path: '/a', content: 'text!' },
  ]);
});
