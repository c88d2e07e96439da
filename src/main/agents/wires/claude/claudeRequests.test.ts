import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PermissionAsk } from '#main/agents/connection';
import { REQUEST_BYTES, WAITING_REQUESTS } from '#main/agents/wires/limits';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { fail, ok } from '#shared/errors';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { claudeHarness, openClaude } from '#test/support/claudeHarness';

const path = '/work/a.txt';
const write = {
  subtype: 'can_use_tool',
  tool_name: 'Write',
  display_name: 'Write',
  input: { file_path: path, content: 'new' },
  description: 'a.txt',
  permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  tool_use_id: 'call',
};

const success = (response: unknown) => expect.objectContaining({ subtype: 'success', response });

describe('permission', () => {
  test('is asked with the whole change, and the answer is the user’s choice', async () => {
    const { peer, client, session } = await openClaude();
    client.onRead = async () => ok('old');
    expect(await peer.request(write)).toEqual(
      success({ behavior: 'allow', updatedInput: write.input }),
    );
    expect(client.calls.at(-1)).toEqual([
      'askPermission',
      session.agentSessionId,
      {
        toolCallId: 'call',
        title: 'Write a.txt',
        tool: {
          title: 'Write a.txt',
          name: 'Write',
          kind: 'edit',
          locations: [{ path }],
          input: JSON.stringify(write.input),
          content: [{ type: 'diff', path, before: 'old', after: 'new' }],
        },
        options: [
          { id: 'allow', name: 'Allow', kind: 'allow_once' },
          { id: 'allow-0', name: 'Allow all edits in this session', kind: 'allow_always' },
          { id: 'reject', name: 'Reject', kind: 'reject_once' },
        ],
      },
    ]);
    expect(client.events).toEqual([
      { type: 'tool.updated', toolCallId: 'call', status: 'in_progress' },
    ]);
  });

  test('is asked for a missing file, and for one outside the session', async () => {
    const { peer, client } = await openClaude();
    const asked: PermissionAsk[] = [];
    client.onPermission = async (ask) => {
      asked.push(ask);
      return { type: 'selected', optionId: 'reject' };
    };
    expect(await peer.request(write)).toEqual(
      success(expect.objectContaining({ behavior: 'deny', interrupt: false })),
    );
    client.onRead = async () => fail('refused', 'Outside of the folder');
    const edit = { file_path: path, old_string: 'a', new_string: 'b' };
    await peer.request({ ...write, tool_name: 'Edit', input: edit });
    expect(asked.map(({ tool }) => tool.content)).toEqual([
      [{ type: 'diff', path, before: null, after: 'new' }],
      [{ type: 'diff', path, before: 'a', after: 'b' }],
    ]);
  });

  test('keeps the change visible when the tool then fails', async () => {
    const { peer, client } = await openClaude();
    await peer.request(write);
    const failed = { type: 'tool_result', tool_use_id: 'call', is_error: true, content: 'No' };
    peer.send({ type: 'user', message: { content: [failed] } });
    expect(client.events.at(-1)).toMatchObject({
      status: 'failed',
      content: [{ type: 'diff', before: null, after: 'new' }, { type: 'content' }],
    });
  });

  test('that the user cancelled stops the turn', async () => {
    const { peer, client } = await openClaude();
    client.onPermission = async () => ({ type: 'cancelled' });
    expect(await peer.request(write)).toEqual(
      success(expect.objectContaining({ behavior: 'deny', interrupt: true })),
    );
  });

  test('that the agent withdraws is cancelled here, and not answered', async () => {
    const { peer, client } = await openClaude();
    let signal: AbortSignal | undefined;
    client.onPermission = (_, given) => {
      signal = given;
      return new Promise((resolve) => {
        given.addEventListener('abort', () => resolve({ type: 'selected', optionId: 'allow' }));
      });
    };
    peer.send({ type: 'control_request', request_id: 'r', request: write });
    await setImmediate();
    peer.send({ type: 'control_cancel_request', request_id: 'r' });
    await setImmediate();
    expect(signal?.aborted).toBe(true);
    expect(peer.received.filter(({ type }) => type === 'control_response')).toEqual([]);
    // The id is free again.
    client.onPermission = async () => ({ type: 'selected', optionId: 'reject' });
    await peer.request(write, 'r');
  });

  test('for a plan shows the plan, which the question leaves out', async () => {
    const { peer, client } = await openClaude();
    const input = { plan: '1. one' };
    const block = { type: 'tool_use', id: 'call', name: 'ExitPlanMode', input };
    peer.send({ type: 'assistant', message: { content: [block] } });
    client.onPermission = async () => ({ type: 'selected', optionId: 'allow-edits' });
    const request = { ...write, tool_name: 'ExitPlanMode', input: {}, permission_suggestions: [] };
    expect(await peer.request(request)).toEqual(
      success({
        behavior: 'allow',
        updatedInput: {},
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      }),
    );
    expect(client.calls.at(-1)?.[2]).toMatchObject({
      title: 'Carry out the plan',
      tool: { content: [{ type: 'content', content: { type: 'text', text: '1. one' } }] },
    });
  });

  test('can be asked without a tool call', async () => {
    const { peer, client } = await openClaude();
    await peer.request({ subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } });
    expect(client.calls.at(-1)?.[2]).toMatchObject({ toolCallId: null, title: 'ls' });
  });
});

describe('questions', () => {
  test('of the agent are shown as a form', async () => {
    const { peer, client } = await openClaude();
    const input = {
      questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }],
    };
    client.onElicit = async () => ({ type: 'accepted', values: { 'question-0': 'B' } });
    const request = { ...write, tool_name: 'AskUserQuestion', input };
    expect(await peer.request(request)).toEqual(
      success({ behavior: 'allow', updatedInput: { ...input, answers: { 'Which?': 'B' } } }),
    );
    expect(await peer.request({ ...request, input: {} })).toMatchObject({ subtype: 'error' });
  });

  test('of an MCP server are shown as a form', async () => {
    const { peer, client, session } = await openClaude();
    const request = {
      subtype: 'elicitation',
      mcp_server_name: 'git',
      message: 'Who?',
      requested_schema: { type: 'object', properties: { name: { type: 'string' } } },
    };
    client.onElicit = async () => ({ type: 'accepted', values: { name: 'me' } });
    expect(await peer.request(request)).toEqual(
      success({ action: 'accept', content: { name: 'me' } }),
    );
    expect(client.calls.at(-1)).toMatchObject([
      'elicit',
      session.agentSessionId,
      { message: 'git: Who?', body: { type: 'form', fields: [{ key: 'name' }] } },
    ]);
    client.onElicit = async () => ({ type: 'declined' });
    const url = { mode: 'url', url: 'https://x.org/', elicitation_id: 'e' };
    expect(await peer.request({ ...request, ...url })).toEqual(success({ action: 'decline' }));
    client.onElicit = async () => ({ type: 'cancelled' });
    expect(await peer.request(request)).toEqual(success({ action: 'cancel' }));
    expect(await peer.request({ ...request, mode: 'url', url: 'file:///x' })).toMatchObject({
      subtype: 'error',
    });
  });
});

test.each(['hook_callback', 'mcp_message', 'telepathy'])('%s is not offered', async (subtype) => {
  const { peer, client } = await openClaude();
  expect(await peer.request({ subtype })).toEqual({
    subtype: 'error',
    request_id: 'peer-1',
    error: `Unsupported control request subtype: ${subtype}`,
  });
  expect(client.problems).toMatchObject([{ method: subtype }]);
});

test('a dialog that the app cannot show is not answered', async () => {
  const { peer } = await openClaude();
  const request = { subtype: 'request_user_dialog', dialog_kind: 'x', payload: {} };
  peer.send({ type: 'control_request', request_id: 'd', request });
  await setImmediate();
  expect(peer.received.filter(({ type }) => type === 'control_response')).toEqual([]);
});

test('a question before there is a session is refused', async () => {
  const { peer, connect } = claudeHarness();
  peer.answer('initialize', {});
  await connect();
  expect(await peer.request(write)).toMatchObject({ subtype: 'error' });
});

test('a question is answered also where something is wrong with Airlock', async () => {
  const { peer, client } = await openClaude();
  const bugs: unknown[] = [];
  const handling = setUnexpectedErrorHandler((error) => bugs.push(error));
  onTestFinished(() => handling.dispose());
  const bug = new TypeError('A bug.');
  client.onPermission = () => Promise.reject(bug);
  const refusal = { subtype: 'error', error: 'Internal error' };
  expect(await peer.request(write)).toMatchObject(refusal);
  expect(bugs).toEqual([bug]);
});

test('too many requests are refused, and so is an id that is in use', async () => {
  const { peer, client } = await openClaude();
  client.onPermission = () => new Promise(() => undefined);
  for (let index = 0; index < WAITING_REQUESTS; index++) {
    peer.send({ type: 'control_request', request_id: `r${index}`, request: write });
  }
  expect(await peer.request(write, 'one too many')).toMatchObject({ subtype: 'error' });
  peer.send({ type: 'control_request', request_id: 'r1', request: write });
  expect(client.problems).toHaveLength(2);
});

test('requests that are large together are read one after the other', async () => {
  const { peer, client, channel } = await openClaude();
  const answers: PromiseWithResolvers<PermissionOutcome>[] = [];
  client.onPermission = () => {
    answers.push(Promise.withResolvers());
    return answers.at(-1)?.promise ?? Promise.reject();
  };
  client.onRead = async () => ok('old');
  channel.messageBytes = REQUEST_BYTES / 2;
  const ids = Array.from({ length: 5 }, (_, index) => `r${index}`);
  for (const request_id of ids) {
    peer.send({ type: 'control_request', request_id, request: write });
  }
  await setImmediate();
  expect(answers).toHaveLength(2);
  expect(channel.isPaused).toBe(true);
  for (let answered = 0; answered < ids.length; answered++) {
    answers[answered]?.resolve({ type: 'cancelled' });
    await setImmediate();
    await setImmediate();
    expect(answers.length).toBe(Math.min(ids.length, answered + 3));
  }
  expect(channel.isPaused).toBe(false);
});
