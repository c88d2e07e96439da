import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RpcMessage } from './journalEntry';
import { type RunningAgent, shareAgent } from './runningAgent';
import type { Turn } from './scenario';
import type { Json } from './step';

const selected = (optionId: string): Json => ({ outcome: { outcome: 'selected', optionId } });

const turns: readonly Turn[] = [
  {
    when: '^ask$',
    steps: [
      {
        ask: {
          toolCall: { title: 'May I?' },
          as: 'choice',
          onSelected: { 'allow-always': [{ say: 'special' }] },
          onAllowed: [{ say: 'allowed' }],
          onRejected: [{ say: 'rejected' }],
          onCancelled: [{ say: 'cancelled' }],
          onError: [{ say: 'error {{error}}' }],
        },
      },
      { say: ', {{choice}}' },
    ],
  },
  { when: '^expect$', steps: [{ ask: { expect: 'allow' } }] },
  {
    when: '^elicit$',
    steps: [
      {
        elicit: {
          message: 'Name?',
          requestedSchema: { type: 'object', properties: {} },
          as: 'form',
          onAccepted: [{ say: 'accepted {{form}}' }],
          onDeclined: [{ say: 'declined' }],
          onCancelled: [{ say: 'cancelled' }],
        },
      },
      {
        elicit: {
          message: 'Go',
          url: 'https://example.com/',
          elicitationId: 'e',
          scope: 'request',
        },
      },
    ],
  },
  {
    when: '^files$',
    steps: [
      { read: { path: 'in.txt', line: 2, limit: 1, as: 'text' } },
      {
        write: {
          path: '/elsewhere/out.txt',
          content: '{{text}}!',
          onError: [{ say: '{{error}}' }],
        },
      },
      { diskWrite: { path: 'deep/disk.txt', content: '{{text}}' } },
    ],
  },
  {
    when: '^terminal$',
    steps: [
      {
        terminal: {
          command: 'make',
          args: ['all'],
          env: { CI: '1' },
          cwd: 'sub',
          outputByteLimit: 10,
          toolCallId: 'run',
          actions: ['output', { say: '{{terminalId}}: {{output}}' }, 'kill', 'wait', 'release'],
        },
      },
    ],
  },
  {
    when: '^request$',
    steps: [
      { request: { method: '_a/b', params: { c: 1 }, id: 'same', times: 2, as: 'answer' } },
      { say: '{{answer}}' },
      { request: { method: '_a/open', wait: false } },
      { notify: { method: '_a/note', params: { d: 2 } } },
    ],
  },
  {
    when: '^withdraw$',
    steps: [
      {
        parallel: [
          [{ ask: { as: 'question', onCancelled: [{ say: 'taken back' }] } }],
          [{ withdraw: 'question' }],
        ],
      },
    ],
  },
  {
    when: '^forSession$',
    steps: [
      { forSession: { sessionId: 'victim', steps: [{ say: 'x' }, { read: { path: 'in.txt' } }] } },
    ],
  },
];

describe('a step that asks the client', () => {
  const shared = shareAgent({ turns });
  let agent: RunningAgent;
  let sessionId: string;
  let asked: RpcMessage[];

  beforeEach(async () => {
    agent = shared();
    sessionId = await agent.newSession();
    asked = [];
  });

  function answer(method: string, reply: Pick<RpcMessage, 'result' | 'error'> | undefined): void {
    agent.client.answer(method, (params) => {
      asked.push({ method, params });
      return reply;
    });
  }

  it.each([
    [
      'an option with steps of its own',
      { result: selected('allow-always') },
      'special, allow-always',
    ],
    ['an option that allows', { result: selected('allow') }, 'allowed, allow'],
    ['an option that rejects', { result: selected('reject') }, 'rejected, reject'],
    ['no option', { result: { outcome: { outcome: 'cancelled' } } }, 'cancelled, cancelled'],
    ['an error', { error: { code: -32000, message: 'No.' } }, 'error No., {{choice}}'],
  ])('ask: the client answers with %s', async (_, reply, said) => {
    answer('session/request_permission', reply);
    await agent.turn(sessionId, 'ask');
    expect(agent.said(sessionId)).toBe(said);
    expect(asked[0]?.params).toMatchObject({ sessionId, toolCall: { title: 'May I?' } });
  });

  it('ask: fails the turn when the answer is not the expected one', async () => {
    answer('session/request_permission', { result: selected('reject') });
    await expect(agent.turn(sessionId, 'expect')).rejects.toThrow('expected allow');
    expect(agent.journal.of('mismatch')).toMatchObject([{ expected: 'allow', actual: 'reject' }]);
  });

  it.each([
    [{ action: 'accept', content: { name: 'A' } }, 'accepted {"name":"A"}'],
    [{ action: 'decline' }, 'declined'],
    [{ action: 'cancel' }, 'cancelled'],
  ])('elicit: %j', async (result, said) => {
    answer('elicitation/create', { result });
    const id = agent.prompt(sessionId, 'elicit');
    await agent.client.answerTo(id);
    expect(agent.said(sessionId)).toBe(said);
    const [form, url] = asked.map(({ params }) => params);
    expect(form).toEqual({
      sessionId,
      mode: 'form',
      message: 'Name?',
      requestedSchema: { type: 'object', properties: {} },
    });
    expect(url).toEqual({
      requestId: id,
      mode: 'url',
      message: 'Go',
      url: 'https://example.com/',
      elicitationId: 'e',
    });
  });

  it('read, write and diskWrite', async () => {
    answer('fs/read_text_file', { result: { content: 'second' } });
    answer('fs/write_text_file', { error: { code: -32603, message: 'Refused.' } });
    await agent.turn(sessionId, 'files');
    expect(asked.map(({ params }) => params)).toEqual([
      { sessionId, path: `${agent.cwd}/in.txt`, line: 2, limit: 1 },
      { sessionId, path: '/elsewhere/out.txt', content: 'second!' },
    ]);
    expect(agent.said(sessionId)).toBe('Refused.');
    expect(readFileSync(`${agent.cwd}/deep/disk.txt`, 'utf8')).toBe('second');
  });

  it('terminal', async () => {
    answer('terminal/create', { result: { terminalId: 't1' } });
    answer('terminal/output', { result: { output: 'made', truncated: false } });
    answer('terminal/kill', { result: {} });
    answer('terminal/wait_for_exit', { result: { exitCode: 2 } });
    answer('terminal/release', { result: {} });
    await agent.turn(sessionId, 'terminal');
    const of = { sessionId, terminalId: 't1' };
    expect(asked).toEqual([
      {
        method: 'terminal/create',
        params: {
          sessionId,
          command: 'make',
          args: ['all'],
          env: [{ name: 'CI', value: '1' }],
          cwd: `${agent.cwd}/sub`,
          outputByteLimit: 10,
        },
      },
      { method: 'terminal/output', params: of },
      { method: 'terminal/kill', params: of },
      { method: 'terminal/wait_for_exit', params: of },
      { method: 'terminal/release', params: of },
    ]);
    const [shown, , finished] = agent.client.updates(sessionId);
    expect(shown).toMatchObject({ content: [{ type: 'terminal', terminalId: 't1' }] });
    expect(agent.said(sessionId)).toBe('t1: made');
    expect(finished).toMatchObject({ toolCallId: 'run', status: 'failed' });
  });

  it('request and notify', async () => {
    answer('_a/b', { result: { e: 3 } });
    answer('_a/open', undefined);
    await agent.turn(sessionId, 'request');
    expect(asked.slice(0, 2).map(({ params }) => params)).toEqual([{ c: 1 }, { c: 1 }]);
    expect(agent.client.messages.filter(({ id }) => id === 'same')).toHaveLength(2);
    expect(agent.said(sessionId)).toBe('{"e":3}');
    const { params } = await agent.client.message(({ method }) => method === '_a/note');
    expect(params).toEqual({ d: 2 });
    const answers = agent.journal.of('answered').filter(({ method }) => method === '_a/b');
    expect(answers).toMatchObject([{ result: { e: 3 } }, { result: { e: 3 } }]);
  });

  it('withdraw', async () => {
    answer('session/request_permission', undefined);
    const id = agent.prompt(sessionId, 'withdraw');
    const note = await agent.client.message(({ method }) => method === '$/cancel_request');
    const requestId = note.params?.requestId ?? null;
    agent.client.send({ id: requestId, result: { outcome: { outcome: 'cancelled' } } });
    await agent.client.answerTo(id);
    expect(agent.said(sessionId)).toBe('taken back');
  });

  it('forSession', async () => {
    answer('fs/read_text_file', { error: { code: -32002, message: 'Not yours.' } });
    await agent.turn(sessionId, 'forSession');
    expect(agent.said('victim')).toBe('x');
    expect(asked[0]?.params).toEqual({ sessionId: 'victim', path: `${agent.cwd}/in.txt` });
  });
});
