import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  type ClientApp,
  type ClientCapabilities,
  type ClientConnection,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestError,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

const builtAgent = resolve('out/main/demo-agent.js');
const { session } = methods.agent;

interface Agent {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: ClientConnection;
  readonly updates: SessionUpdate[];
  /** All that came over standard output, as it came. */
  readonly lines: () => string[];
  readonly updated: (isTrue: () => boolean) => Promise<void>;
}

async function folder(files: Record<string, string> = {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'airlock-demo-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return path;
}

interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  /** Adds to what the client answers. */
  readonly serve?: (app: ClientApp) => ClientApp;
}

async function start(
  home: string,
  { capabilities = { _meta: { terminal_output: true } }, serve = (app) => app }: ClientOptions = {},
): Promise<Agent> {
  const child = spawn(process.execPath, [builtAgent], {
    env: {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      AIRLOCK_DEMO_AGENT_HOME: home,
      AIRLOCK_DEMO_AGENT_PACE: 'instant',
    },
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const updates: SessionUpdate[] = [];
  const waiting = new Set<() => void>();
  const app = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      for (const resume of [...waiting]) resume();
    })
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'selected', optionId: 'allow_once' },
    }));
  const connection = serve(app).connect(
    ndJsonStream(
      Writable.toWeb(child.stdin),
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    ),
  );
  await connection.agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: capabilities,
  });
  return {
    process: child,
    connection,
    updates,
    lines: () => output.split('\n').filter((line) => line !== ''),
    updated: async (isTrue) => {
      while (!isTrue()) {
        await new Promise<void>((done) => {
          const resume = () => {
            waiting.delete(resume);
            done();
          };
          waiting.add(resume);
        });
      }
    },
  };
}

function prompt(agent: Agent, sessionId: string, text: string) {
  return agent.connection.agent.request(session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text }],
  });
}

beforeAll(() => {
  expect(existsSync(builtAgent), `${builtAgent} is built`).toBe(true);
});

test('does the work of a first conversation, prints nothing but messages, and exits with its input', async () => {
  const agent = await start(await folder());
  const cwd = await folder({ 'a.txt': 'foo\n' });
  const { sessionId } = await agent.connection.agent.request(session.new, { cwd, mcpServers: [] });
  const answer = await prompt(agent, sessionId, 'replace foo with bar then run echo finished');
  expect(answer.stopReason).toBe('end_turn');
  expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('bar\n');
  for (const line of agent.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });

  const exit = once(agent.process, 'exit');
  agent.process.stdin.end();
  expect(await exit).toEqual([0, null]);
});

test('continues a session in another process', async () => {
  const home = await folder();
  const cwd = await folder({ 'a.txt': 'foo\n' });
  const first = await start(home);
  const { sessionId } = await first.connection.agent.request(session.new, { cwd, mcpServers: [] });
  await prompt(first, sessionId, 'replace foo with bar');
  const exit = once(first.process, 'exit');
  first.process.kill('SIGTERM');
  await exit;

  const second = await start(home);
  await second.connection.agent.request(session.load, { sessionId, cwd, mcpServers: [] });
  expect(second.updates[0]).toMatchObject({
    sessionUpdate: 'user_message_chunk',
    content: { text: 'replace foo with bar' },
  });
  await prompt(second, sessionId, '/explain');
  expect(JSON.stringify(second.updates)).toContain('changed `a.txt`');
});

test('ends a running command on cancel', async () => {
  const agent = await start(await folder());
  const cwd = await folder();
  const { sessionId } = await agent.connection.agent.request(session.new, { cwd, mcpServers: [] });
  const turn = prompt(agent, sessionId, 'run echo started; sleep 1000');
  await agent.updated(() => JSON.stringify(agent.updates).includes('"terminal_output"'));
  await agent.connection.agent.notify(session.cancel, { sessionId });
  expect((await turn).stopReason).toBe('cancelled');
});

test('reads, writes and runs through the SDK’s client, and lists what it did', async () => {
  const home = await folder();
  const cwd = await folder({ 'a.txt': 'foo\n' });
  const served: string[] = [];
  const { fs, terminal } = methods.client;
  const agent = await start(home, {
    capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    serve: (app) =>
      app
        .onRequest(fs.readTextFile, async ({ params }) => {
          served.push('read');
          return { content: await readFile(params.path, 'utf8') };
        })
        .onRequest(fs.writeTextFile, async ({ params }) => {
          served.push('write');
          await writeFile(params.path, params.content);
          return {};
        })
        .onRequest(terminal.create, ({ params }) => {
          served.push(`run ${params.command}`);
          return { terminalId: 't' };
        })
        .onRequest(terminal.waitForExit, () => ({ exitCode: 0 }))
        .onRequest(terminal.output, () => ({ output: 'finished', truncated: false }))
        .onRequest(terminal.release, () => {
          served.push('release');
          return {};
        }),
  });
  const { agent: asked } = agent.connection;
  const { sessionId } = await asked.request(session.new, { cwd, mcpServers: [] });
  const answer = await prompt(agent, sessionId, 'replace foo with bar then run echo finished');
  expect(answer.stopReason).toBe('end_turn');
  expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('bar\n');
  expect(new Set(served.map((what) => what.split(' ')[0]))).toEqual(
    new Set(['read', 'write', 'run', 'release']),
  );
  expect(agent.updates.map(({ sessionUpdate }) => sessionUpdate)).toContain('tool_call');
  const { sessions } = await asked.request(session.list, { cwd });
  expect(sessions.map((listed) => listed.sessionId)).toEqual([sessionId]);
});

test('refuses unknown methods and sessions, and continues', async () => {
  const agent = await start(await folder());
  const { agent: asked } = agent.connection;
  const codeOf = (error: RequestError) => error.code;
  const cwd = await folder();
  const { sessionId } = await asked.request(session.new, { cwd, mcpServers: [] });
  await asked.notify('_vendor/news', { what: 'odd' });
  const refused = [
    asked.request('_vendor/odd', {}),
    asked.request(session.load, { sessionId: 'none', cwd, mcpServers: [] }),
    asked.request(session.setMode, { sessionId, modeId: 'none' }),
  ];
  expect(await Promise.all(refused.map((answer) => answer.catch(codeOf)))).toEqual([
    -32601, -32002, -32602,
  ]);
  expect((await prompt(agent, sessionId, 'help')).stopReason).toBe('end_turn');
});

test.skipIf(process.platform === 'win32')('leaves no running command behind', async () => {
  const agent = await start(await folder());
  const cwd = await folder();
  // A pipe that the command holds open tells us when the last of its processes is gone.
  const pipe = join(cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const held = createReadStream(pipe).resume();
  const released = once(held, 'end');
  const { sessionId } = await agent.connection.agent.request(session.new, {
    cwd,
    mcpServers: [],
  });
  const turn = prompt(agent, sessionId, 'run exec 3> pipe; echo started; (sleep 1000); true');
  const lost = expect(turn).rejects.toThrow();
  await agent.updated(() => JSON.stringify(agent.updates).includes('"terminal_output"'));
  const exit = once(agent.process, 'exit');
  agent.process.kill('SIGTERM');
  await exit;
  await released;
  await lost;
});
