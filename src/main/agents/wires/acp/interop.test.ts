import * as acp from '@agentclientprotocol/sdk/unstable';
import { expect, test } from 'vitest';
import { ok } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { say } from '#test/support/acpMessages';
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

test('every request of the app passes the checks of the SDK’s agent', async () => {
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

/** Plays one prompt, with the client's session open; what `play` gives back ends the turn. */
async function inTurn(play: (client: acp.AgentContext) => Promise<acp.StopReason>) {
  const app = agentApp().onRequest('session/prompt', async ({ client }) => ({
    stopReason: await play(client),
  }));
  const { connection, client } = await connectToSdk(app);
  const { agentSessionId } = await connection.newSession(place);
  client.known.add(agentSessionId);
  return { connection, client, prompting: connection.prompt(agentSessionId, say('go')) };
}

const codeOf = (error: unknown) => (error as acp.RequestError).code;
const options: acp.PermissionOption[] = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];

test('the history that the SDK’s agent sends is complete when loading has settled', async () => {
  const { session } = acp.methods.agent;
  const { connection, client } = await connectToSdk(
    acp
      .agent({ name: 'loading' })
      .onRequest('initialize', () => ({
        protocolVersion: acp.PROTOCOL_VERSION,
        agentCapabilities: { loadSession: true },
      }))
      .onRequest(session.load, async ({ params, client: asker }) => {
        for (const text of ['one', 'two', 'three']) {
          await asker.notify(acp.methods.client.session.update, {
            sessionId: params.sessionId,
            update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
          });
        }
        return {};
      }),
  );
  client.known.add(sessionId as AgentSessionId);
  await connection.loadSession?.(sessionId as AgentSessionId, place);
  expect(client.events).toMatchObject(
    ['one', 'two', 'three'].map((text) => ({ content: { text } })),
  );
});

test('a turn of the SDK’s agent is cancelled', async () => {
  const cancelled = Promise.withResolvers<void>();
  const app = agentApp()
    .onRequest('session/prompt', async () => {
      await cancelled.promise;
      return { stopReason: 'cancelled' };
    })
    .onNotification(acp.methods.agent.session.cancel, ({ params }) => {
      if (params.sessionId === sessionId) cancelled.resolve();
    });
  const { connection } = await connectToSdk(app);
  const { agentSessionId } = await connection.newSession(place);
  const prompting = connection.prompt(agentSessionId, say('go'));
  connection.cancel(agentSessionId);
  expect(await prompting).toEqual({ reason: 'cancelled' });
});

test('the SDK’s agent is told that a request was cancelled', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const app = acp
    .agent({ name: 'slow' })
    .onRequest('initialize', () => ({ protocolVersion: acp.PROTOCOL_VERSION }))
    .onRequest(acp.methods.agent.session.new, ({ signal }) => {
      asked.resolve(signal);
      return new Promise<never>(() => undefined);
    });
  const { connection } = await connectToSdk(app);
  const abort = new AbortController();
  const opening = connection.newSession(place, abort.signal);
  const theirs = await asked.promise;
  const heard = new Promise((resolve) => theirs.addEventListener('abort', resolve));
  abort.abort();
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  await heard;
});

test('a question that the SDK’s agent withdraws is settled', async () => {
  const abort = new AbortController();
  const { client, prompting } = await inTurn(async (asker) => {
    const params = { sessionId, toolCall: { toolCallId: 't' }, options };
    const asking = asker.request(acp.methods.client.session.requestPermission, params, {
      cancellationSignal: abort.signal,
    });
    expect(await asking.catch(codeOf)).toBe(-32800);
    return 'end_turn';
  });
  client.onPermission = () => {
    abort.abort();
    return new Promise<PermissionOutcome>(() => undefined);
  };
  expect(await prompting).toEqual({ reason: 'end_turn' });
});

test.each<[string, (client: acp.AgentContext) => Promise<unknown>, number]>([
  ['an unknown method', (client) => client.request('_vendor/odd', {}), -32601],
  [
    'a missing file',
    (client) => client.request(acp.methods.client.fs.readTextFile, { sessionId, path: '/none' }),
    -32002,
  ],
  [
    'an unknown session',
    (client) =>
      client.request(acp.methods.client.fs.readTextFile, { sessionId: 'none', path: '/a' }),
    -32002,
  ],
  ['invalid params', (client) => client.request('fs/write_text_file', { sessionId }), -32602],
])('the SDK’s agent is refused %s', async (_, ask, code) => {
  const { prompting } = await inTurn(async (client) => {
    expect(await ask(client).catch(codeOf)).toBe(code);
    return 'end_turn';
  });
  expect(await prompting).toEqual({ reason: 'end_turn' });
});

test('unknown notifications are reported, and nothing breaks', async () => {
  const { client, prompting } = await inTurn(async (asker) => {
    await asker.notify('_vendor/news', { what: 'odd' });
    return 'end_turn';
  });
  await prompting;
  expect(client.problems).toMatchObject([{ type: 'noted' }]);
});

test.each<[string, () => acp.RequestError, object]>([
  [
    'that it must be logged in to',
    () => acp.RequestError.authRequired({ authMethods: [{ id: 'late', name: 'Late' }] }),
    { code: 'authentication-required', message: 'Authentication required' },
  ],
  [
    'of its own',
    () => acp.RequestError.internalError({ details: 'The disk is full.' }),
    { code: 'agent-error', message: 'The disk is full.' },
  ],
  ['that it is lost', () => acp.RequestError.sessionNotFound(sessionId), { code: 'not-found' }],
])('an error of the SDK’s agent is explained: %s', async (_, error, expected) => {
  const app = agentApp().onRequest('session/prompt', () => {
    throw error();
  });
  const { connection } = await connectToSdk(app);
  const { agentSessionId } = await connection.newSession(place);
  await expect(connection.prompt(agentSessionId, say('go'))).rejects.toMatchObject(expected);
});

test('a method that the SDK’s agent does not have is not one of its capabilities', async () => {
  const { connection } = await connectToSdk(agentApp());
  const { agentSessionId } = await connection.newSession(place);
  await expect(connection.prompt(agentSessionId, say('go'))).rejects.toMatchObject({
    code: 'unsupported',
  });
});
