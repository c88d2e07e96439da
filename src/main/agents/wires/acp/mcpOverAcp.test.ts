import { expect, it } from 'vitest';
import type { McpOutcome, OwnMcpServer } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { RpcRefusal } from '../rpc/rpcRefusal';
import { McpOverAcp } from './mcpOverAcp';

const session = 'session-1' as AgentSessionId;
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A connection with one server that answers as told, and what it was asked. */
function serving(answer: OwnMcpServer['answer'] = async () => ({ result: {} })) {
  let count = 0;
  const asked: unknown[] = [];
  const server: OwnMcpServer = {
    name: 'airlock',
    answer: (method, params, signal) => {
      asked.push([method, params]);
      return answer(method, params, signal);
    },
  };
  const servers = new McpOverAcp(() => `id-${++count}`);
  const { serverId } = servers.declare(server);
  const ask = (fields: object = {}, signal = new AbortController().signal) =>
    servers.answer(
      { serverId, requestId: 'r1', method: 'tools/list', params: { _meta: meta }, ...fields },
      signal,
    );
  return { servers, server, serverId, ask, asked };
}

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    (error: unknown) => (error instanceof RpcRefusal ? error.code : error),
  );

it('hands a request to its server, and the answer back', async () => {
  const { ask, asked } = serving(async () => ({ result: { tools: [] } }));
  expect(await ask()).toEqual({ result: { tools: [] } });
  expect(asked).toEqual([['tools/list', { _meta: meta }]]);
});

it('keeps the errors of a server within the answer', async () => {
  const error = { code: -32601, message: 'no' };
  expect(await serving(async () => ({ error })).ask()).toEqual({ error });
});

it.each([
  [{ params: undefined }, -32602],
  [{ params: { _meta: {} } }, -32602],
  [
    { params: { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2025-06-18' } } },
    -32022,
  ],
  [{ params: { _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': 3 } } }, -32602],
])('answers %j without asking the server', async (fields, code) => {
  const { ask, asked } = serving();
  expect(await ask(fields)).toMatchObject({ error: { code } });
  expect(asked).toEqual([]);
});

it.each([
  [{ serverId: 'other' }, -33001],
  [{ serverId: 3 }, -33001],
  [{ requestId: 3 }, -32602],
  [{ requestId: '' }, -32602],
  [{ method: null }, -32602],
])('refuses %j', async (fields, code) => {
  expect(await codeOf(serving().ask(fields))).toBe(code);
});

it('refuses an id that is in use, and more requests than it serves', async () => {
  const waiting = Promise.withResolvers<McpOutcome>();
  const { ask } = serving(() => waiting.promise);
  const open = Array.from({ length: 16 }, (_, index) => ask({ requestId: `r${index}` }));
  expect(await codeOf(ask({ requestId: 'r1' }))).toBe(-32602);
  expect(await codeOf(ask({ requestId: 'more' }))).toBe(-33000);
  waiting.resolve({ result: {} });
  await Promise.all(open);
  expect(await ask({ requestId: 'r1' })).toEqual({ result: {} });
});

it('says that a withdrawn request was cancelled', async () => {
  const withdrawal = new AbortController();
  const { ask } = serving(async () => {
    withdrawal.abort();
    return { result: {} };
  });
  expect(await codeOf(ask({}, withdrawal.signal))).toBe(-32800);
});

it('serves a session until it is released', async () => {
  const { servers, server, serverId, ask } = serving();
  expect(servers.declare(server).serverId).toBe(serverId);
  servers.bind(server, session);
  servers.release('another' as AgentSessionId);
  expect(await ask()).toEqual({ result: {} });
  servers.release(session);
  expect(await codeOf(ask())).toBe(-33001);
});
