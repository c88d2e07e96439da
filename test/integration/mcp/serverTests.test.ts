import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { McpServerEntry } from '#shared/mcp/server';
import { defaultSettings } from '#shared/settings';
import { bundle } from '#test/support/bundle';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from '../seal/whyNoSeal';

const tiny = fileURLToPath(new URL('../../fixtures/mcp/tinyServer.mjs', import.meta.url));
const node = process.execPath;
const nodeEnv: Readonly<Record<string, string>> = process.versions.electron
  ? { ELECTRON_RUN_AS_NODE: '1' }
  : {};
const reason = await whyNoSeal();
const built = new TemporaryFolder();
let probe: string;

beforeAll(async () => {
  probe = await bundle('src/main/mcp/probe/index.ts', built.join('probe.mjs'));
}, 60_000);
afterAll(() => built.dispose());

async function engine() {
  const { engine: started } = await TestEngine.start(
    testFolder().path,
    {},
    {
      mcpProbe: { command: node, args: ['--max-old-space-size=256', probe], env: nodeEnv },
    },
  );
  return started.mcp;
}

const entry = (mode: string, env: Readonly<Record<string, string>> = {}): McpServerEntry => ({
  command: node,
  args: [tiny, mode],
  env: { ...nodeEnv, ...env },
});

describe('the test of an MCP server', () => {
  it('lists the tools of a command, whatever it prints before', async () => {
    const mcp = await engine();
    const tested = await mcp.test('a', {
      type: 'entry',
      entry: entry('banner', { GREETING: 'hi' }),
    });
    expect(tested).toMatchObject({
      ok: true,
      value: {
        name: 'tiny',
        version: '1.0',
        tools: [{ name: 'echo', description: 'Echoes hi' }],
        isComplete: true,
      },
    });
  });

  it('shows no secret that the server repeats, and what it printed when it failed', async () => {
    const mcp = await engine();
    const secret = { API_TOKEN: 'opaque-Token-12345' };
    const tested = await mcp.test('a', { type: 'entry', entry: entry('plain', secret) });
    expect(tested).toMatchObject({ ok: true });
    expect(JSON.stringify(tested)).not.toContain('opaque-Token');
    const failed = await mcp.test('b', { type: 'entry', entry: entry('dies', secret) });
    expect(failed).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(JSON.stringify(failed)).toContain('cannot start with');
    expect(JSON.stringify(failed)).not.toContain('opaque-Token');
  });

  it('says why the server refused, not what it printed before', async () => {
    const mcp = await engine();
    expect(await mcp.test('a', { type: 'entry', entry: entry('refuses') })).toMatchObject({
      error: { message: expect.stringContaining('Set ACME_KEY first') },
    });
  });

  it('ends with an error for a command that is not there, and for a flood', async () => {
    const mcp = await engine();
    const missing = { command: 'no-such-program-anywhere' };
    expect(await mcp.test('a', { type: 'entry', entry: missing })).toMatchObject({
      error: { message: 'Its command was not found: no-such-program-anywhere' },
    });
    expect(await mcp.test('b', { type: 'entry', entry: entry('floods') })).toMatchObject({
      error: { message: 'The server sends too much.' },
    });
  });

  it('is given up when the user cancels it, and leaves nothing running', async () => {
    const mcp = await engine();
    const testing = mcp.test('a', { type: 'entry', entry: entry('hangs') });
    // The test is known from the moment that the server is resolved.
    const again = setInterval(() => mcp.cancelTest('a'), 50);
    onTestFinished(() => clearInterval(again));
    expect(await testing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it('reaches a server over HTTP with its headers', async () => {
    const server = await httpServer();
    const { port } = server.address() as AddressInfo;
    const mcp = await engine();
    const url = `http://127.0.0.1:${port}/mcp`;
    const good = { url, headers: { Authorization: 'Bearer open-sesame-1' } };
    expect(await mcp.test('a', { type: 'entry', entry: good })).toMatchObject({
      ok: true,
      value: { name: 'web', tools: [{ name: 'search' }] },
    });
    expect(await mcp.test('b', { type: 'entry', entry: { url } })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('(HTTP 401)') },
    });
  });

  it('ends at once with a server over HTTP that never stops sending', async () => {
    const mcp = await engine();
    const server = await listening(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
        const more = () => {
          while (!response.destroyed && response.write(event));
        };
        response.on('drain', more);
        more();
      }),
    );
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    for (const type of ['http', 'sse'] as const) {
      expect(await mcp.test(type, { type: 'entry', entry: { type, url } })).toMatchObject({
        error: { message: 'The server sends too much.' },
      });
    }
  });

  it('says in words what is wrong with a list of tools', async () => {
    const mcp = await engine();
    expect(await mcp.test('a', { type: 'entry', entry: entry('nameless') })).toMatchObject({
      error: {
        message:
          'What the server answered does not follow the protocol: tools.0.name: Invalid input: expected string, received number.',
      },
    });
  });

  it('takes the headers to no other server that the first one names', async () => {
    const heard: string[] = [];
    const other = await listening(
      createServer((request, response) => {
        heard.push(JSON.stringify(request.headers));
        response.writeHead(404).end();
      }),
    );
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/mcp`;
    const first = await listening(
      createServer((_request, response) => response.writeHead(307, { location: to }).end()),
    );
    const mcp = await engine();
    for (const type of ['http', 'sse'] as const) {
      const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/mcp`;
      const entry = { type, url, headers: { 'X-Api-Key': 'canary-Qz7-4417-xyz' } };
      expect(await mcp.test(type, { type: 'entry', entry })).toMatchObject({ ok: false });
    }
    expect(heard).toEqual([]);
  });
});

describe.skipIf(reason !== null)('the test of an MCP server in a sealed session', () => {
  it('runs it sealed and lists its tools, or says why it cannot', async () => {
    const folder = testFolder();
    const { path: project } = await GitRepository.createWith(folder.join('project'), {
      'server.mjs': readFileSync(tiny, 'utf8'),
    });
    const outside = folder.write('outside/server.mjs', readFileSync(tiny, 'utf8'));
    const escaped = join(project, 'escaped');
    const mcpServers: Readonly<Record<string, McpServerEntry>> = {
      inside: { ...entry('plain'), args: ['server.mjs', 'writes', 'own.txt', escaped] },
      outside: { ...entry('plain'), args: [outside] },
      missing: { command: '/nowhere/server' },
    };
    const agents = { agent: scriptedAgent(folder, { turns: [[]] }) };
    const test = await TestEngine.start(folder.join('data'), agents, {
      workplaces: undefined,
      settings: () => ({ ...defaultSettings, agents, mcpServers }),
      mcpProbe: { command: node, args: ['--max-old-space-size=256', probe], env: nodeEnv },
    });
    const { id } = await test.create('agent', project, undefined, 'sealed');
    const run = (name: string) =>
      test.engine.mcp.test(name, { type: 'session', sessionId: id, name });
    // It writes in the session's copy, and nothing of the user's.
    expect(await run('inside')).toMatchObject({
      ok: true,
      value: { name: 'tiny', tools: [{ name: 'echo', description: 'Writes true false' }] },
    });
    expect(existsSync(escaped)).toBe(false);
    const hidden = await run('outside');
    expect(hidden).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(JSON.stringify(hidden)).toContain('Cannot find module');
    expect(await run('missing')).toMatchObject({
      error: { message: 'Its command was not found: /nowhere/server' },
    });
    expect(await run('other')).toMatchObject({
      error: { message: 'There is no MCP server named other any more.' },
    });
  });
});

/** Answers one POST with one message, as the protocol lets servers do. */
async function httpServer(): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== 'Bearer open-sesame-1') {
      response.writeHead(401).end('who are you?');
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { id, method, params } = JSON.parse(text);
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result =
      method === 'initialize'
        ? {
            protocolVersion: params.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'web', version: '2' },
          }
        : { tools: [{ name: 'search', inputSchema: { type: 'object' } }] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  return listening(server);
}

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}
