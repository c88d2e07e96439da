// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { AgentId } from '#shared/ids';
import type { AgentSettings } from '#shared/settings';
import { bundle } from '#test/support/bundle';
import { played } from '#test/support/loopbackSocket';
import { scriptedAgent } from '#test/support/scenario';
import { socketServer } from '#test/support/socketServer';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import type { Scenario } from '../../agent/scenario';
import type { Step } from '../../agent/step';

const built = new TemporaryFolder();
let bridge: string;

beforeAll(async () => {
  bridge = await bundle('src/main/agents/socket/index.ts', built.join('bridge.mjs'));
}, 60_000);
afterAll(() => built.dispose());

async function start(agent: AgentSettings, startMilliseconds = 60_000) {
  const folder = testFolder();
  const env = process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  const test = await TestEngine.start(
    folder.join('data'),
    { far: agent },
    {
      socketBridge: { command: process.execPath, args: [bridge], env },
      traceFolder: folder.join('traces'),
      timings: { startMilliseconds },
    },
  );
  const project = folder.join('project');
  mkdirSync(project, { recursive: true });
  return { test, project };
}

function script(scenario: Scenario) {
  const folder = testFolder();
  return played(scriptedAgent(folder, scenario));
}

/** Nobody vouches for it but whoever is told its file. */
function certificate() {
  const folder = testFolder();
  const [key, file] = [folder.join('key.pem'), folder.join('cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
  execFileSync('openssl', [...make, '-keyout', key, '-out', file], { stdio: 'ignore' });
  return { tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(file, 'utf8') }, file };
}

/** What the card says about one that does not come up. */
async function cardOf(url: string, more: Partial<AgentSettings> = {}, startMilliseconds?: number) {
  const { test, project } = await start({ url, ...more }, startMilliseconds);
  const session = await test.create('far', project);
  await session.until('it failed', ({ head }) => head.connection.type === 'failed');
  const { message, stderrTail } = session.last('failure');
  return `${message}\n${stderrTail}`;
}

describe('an agent at an address', () => {
  it('is connected to, prompted, asks, and is told the answer', async () => {
    const ask = { toolCall: { toolCallId: 'run', title: 'Run something', kind: 'execute' } };
    const server = await socketServer(script({ turns: [[{ ask }, { echo: true }]] }));
    const { test, project } = await start({ url: server.url, headers: { 'X-Team': 'blue' } });
    const session = await test.create('far', project, 'Hello there');
    await session.question();
    await session.answer('allow');
    await session.turnEnded();
    expect(server.requests[0]).toMatchObject({ 'x-team': 'blue' });
    expect(JSON.stringify([...session.state.entries.values()])).toContain('Hello there');
    const [choice] = test.engine.agents.choices();
    expect(choice).toMatchObject({ url: server.url, command: server.url, finding: null });
  });

  it('gets secrets in its headers, which appear in no file of ours', async () => {
    const server = await socketServer(script({ turns: [[{ echo: true }]] }));
    const headers = { Authorization: 'Bearer ${FAR_TOKEN}', 'X-Plain-Key': 'plain-canary-71829' };
    const { test, project } = await start({ url: server.url, headers });
    await test.engine.secrets.set('far' as AgentId, 'FAR_TOKEN', 'canary-Qz7-4417-xyz');
    const prompt = 'Say canary-Qz7-4417-xyz and plain-canary-71829';
    const session = await test.create('far', project, prompt);
    await session.turnEnded();
    expect(server.requests[0]).toMatchObject({
      authorization: 'Bearer canary-Qz7-4417-xyz',
      'x-plain-key': 'plain-canary-71829',
    });
    const trace = readFileSync((await test.engine.trace('far' as AgentId)) ?? '', 'utf8');
    expect(trace).toContain('session/prompt');
    expect(trace).not.toMatch(/canary-Qz7|plain-canary/);
  });

  it.runIf(process.platform === 'linux')('has an address that no other user can see', async () => {
    const server = await socketServer(script({ turns: [[{ echo: true }]] }));
    const { test, project } = await start({ url: `${server.url}/?token=address-canary-71829` });
    const session = await test.create('far', project, 'Hello');
    await session.turnEnded();
    const { pid } = unwrap(await test.engine.host.open(session.id)).process ?? {};
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    expect(words).toContain('bridge');
    expect(words).not.toContain('address-canary');
  });

  it('gets variables in its headers, which are secrets because of the header’s name', async () => {
    const server = await socketServer(
      script({ turns: [[{ say: 'It is work-canary-Lm40-92x.' }]] }),
    );
    const headers = { Authorization: 'Bearer ${WORK}' };
    const env = { WORK: 'work-canary-Lm40-92x' };
    const { test, project } = await start({ url: server.url, headers, env });
    const session = await test.create('far', project, 'Say it');
    await session.turnEnded();
    expect(server.requests[0]).toMatchObject({ authorization: 'Bearer work-canary-Lm40-92x' });
    expect(session.transcript().at(-1)).toBe('agent: It is [redacted].');
  });

  it('can be started again after the connection was lost', async () => {
    const server = await socketServer(
      script({ stateFile: 'agent.state.json', turns: [[{ echo: true }], [{ echo: true }]] }),
    );
    const { test, project } = await start({ url: server.url });
    const session = await test.create('far', project, 'One');
    await session.turnEnded();
    for (const socket of server.sockets) socket.close(1012, 'Going down\u0007');
    await session.until('it is gone', ({ head }) => head.connection.type === 'exited');
    expect(JSON.stringify(session.state.head.connection)).toContain(
      'The connection was lost (1012): Going down',
    );
    await session.command({ type: 'agent.restart' });
    await session.ready();
    expect(server.requests.length).toBe(2);
  });

  it('that does not answer is named with the reason', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    const port = await new Promise<number>((resolve) =>
      closed.once('listening', () => resolve((closed.address() as { port: number }).port)),
    );
    await new Promise((resolve) => closed.close(resolve));
    expect(await cardOf(`ws://127.0.0.1:${port}`)).toContain(
      `Nothing is listening at 127.0.0.1:${port}. Start the agent there.`,
    );

    const silent = createServer((socket) => socket.on('error', () => socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port: slow } = silent.address() as { port: number };
    expect(await cardOf(`ws://127.0.0.1:${slow}`, {}, 1_500)).toContain('did not answer in time');

    const page = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'));
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void page.close());
    const { port: web } = page.address() as { port: number };
    expect(await cardOf(`ws://127.0.0.1:${web}`)).toContain('answered with 403');
  });

  it('that refuses the connection is named with that reason alone', async () => {
    const web = createWebServer((_request, response) =>
      response.writeHead(302, { location: 'ws://127.0.0.1:9/' }).end(),
    );
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void web.close());
    const card = await cardOf(`ws://127.0.0.1:${(web.address() as AddressInfo).port}/`);
    expect(card.split('\n')[0]).toContain('answered with 302 instead of a WebSocket.');
    expect(card).not.toContain('1006');
  });

  it('is reached through the proxy that the environment names, unless it excepts the host', async () => {
    const { tls, file } = certificate();
    const server = await socketServer(script({ turns: [[{ echo: true }]] }), { tls });
    const asked: string[] = [];
    const proxy = createWebServer().on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      const { hostname, port } = new URL(`http://${request.url}`);
      const through = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      for (const one of [socket, through]) one.on('error', () => one.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as { port: number };
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: file };
    const through = await start({ url: server.url, env });
    await (await through.test.create('far', through.project)).ready();
    expect(asked).toEqual([new URL(server.url).host]);

    const past = await start({ url: server.url, env: { ...env, NO_PROXY: '127.0.0.1' } });
    await (await past.test.create('far', past.project)).ready();
    expect(asked).toHaveLength(1);
  });

  it('with a certificate that nobody vouches for is not spoken to', async () => {
    let connections = 0;
    const server = await socketServer(() => connections++, { tls: certificate().tls });
    expect(await cardOf(server.url)).toContain('is not trusted');
    expect(connections).toBe(0);
  });

  it.each<[string, (socket: WebSocket) => void, RegExp]>([
    ['a message that is too long', (socket) => socket.send('x'.repeat(17_000_000)), /16 MiB/],
    [
      'nothing but garbage',
      (socket) => {
        for (let count = 0; count < 300; count++) socket.send(`hello ${count}\nworld`);
        socket.close(4001, 'garbage');
      },
      /lost \(4001\): garbage/,
    ],
    [
      'bytes',
      (socket) => {
        socket.send(Buffer.alloc(100));
        socket.close(4002);
      },
      /not text was left out/,
    ],
    [
      'what is nested too deep',
      (socket) => {
        socket.send(`{"jsonrpc":"2.0","method":"x","params":${'['.repeat(90_000)}`);
        socket.close(4003);
      },
      /lost \(4003\)/,
    ],
    ['an end at once', (socket) => socket.close(4000, 'no'), /lost \(4000\): no/],
  ])('that sends %s is refused, and the app goes on', async (_name, misbehave, expected) => {
    const server = await socketServer(misbehave);
    expect(await cardOf(server.url)).toMatch(expected);
  });

  it('is given up with the session, and its connection with it', async () => {
    const server = await socketServer(script({ turns: [[{ echo: true }]] }));
    const { test, project } = await start({ url: server.url });
    const session = await test.create('far', project, 'One');
    await session.turnEnded();
    const [socket] = server.sockets;
    const gone = new Promise((resolve) => socket?.once('close', resolve));
    await test.stop();
    await gone;
    expect(server.sockets.size).toBe(0);
  });
});

describe.skipIf(process.platform !== 'linux')('the program that stands for it', () => {
  it('holds no answers for a server that sends pings and reads nothing', async () => {
    const ping = Buffer.concat([Buffer.from([0x89, 125]), Buffer.alloc(125, 'a')]);
    const pings = Buffer.concat(Array<Buffer>(8_000).fill(ping));
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', async (request: Buffer) => {
        socket.pause();
        const [, key = ''] = /^Sec-WebSocket-Key: (.*)\r$/im.exec(request.toString()) ?? [];
        const accept = createHash('sha1').update(`${key}${WEBSOCKET}`).digest('base64');
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
        for (let count = 0; count < 150; count++) {
          await new Promise((taken) => socket.write(pings, taken));
        }
        resolve();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const address = `ws://127.0.0.1:${port}`;
    const ours = { AIRLOCK_SOCKET_ADDRESS: address, AIRLOCK_SOCKET_HEADERS: '{}' };
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...ours };
    const child = spawn(process.execPath, [bridge], { env });
    onTestFinished(() => {
      child.kill('SIGKILL');
      server.close();
    });
    const held = () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    };
    await sent;
    // Some 150 MB of pings, and what a program that does nothing takes.
    expect(held()).toBeLessThan(150);
  });
});

const WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

describe('what an agent at an address has this computer do', () => {
  /** A command that leaves a trace outside of any folder of the session's. */
  const reaching = (outside: string, more = ''): Step => ({
    terminal: { command: '/bin/sh', args: ['-c', `echo here > '${outside}'${more}`] },
  });

  it('is nothing but the one command of the prompts while it is checked', async () => {
    const outside = testFolder().join('outside.txt');
    const steps = ['airlock-check-file.txt', 'airlock-check-command.txt'].map((name) =>
      reaching(outside, ` # echo checked > ${name}`),
    );
    const server = await socketServer(
      script({ newSession: [{ answer: {} }, ...steps], turns: [[...steps, { say: 'Done.' }]] }),
    );
    const { test } = await start({ url: server.url });
    const definition = test.engine.agents.find('far' as AgentId);
    if (definition === undefined) throw new Error('There is no such agent.');
    const check = await test.engine.agentChecks.check(definition, true);
    expect(check?.findings.find(({ step }) => step === 'session')?.verdict).toBe('ok');
    expect(existsSync(outside)).toBe(false);
  });

  it('is asked for, also in a copy that is not sealed', async () => {
    const outside = testFolder().join('outside.txt');
    const server = await socketServer(script({ turns: [[reaching(outside), { say: 'Done.' }]] }));
    const { test, project } = await start({ url: server.url });
    const session = await test.create('far', project, 'Go', 'isolated');
    const asked = await session.question();
    expect(JSON.stringify(asked)).toContain(outside);
    await session.answer('leave');
    await session.turnEnded();
    expect(existsSync(outside)).toBe(false);
  });
});
