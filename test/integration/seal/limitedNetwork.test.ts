import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SessionNetworks } from '#main/agents/process/seal/network/sessionNetworks';
import { Seals } from '#main/agents/process/seal/seals';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import type { HostRefusal } from '#shared/session/network';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

// Shows I26. Nothing here leaves this computer: what is reached are listeners of the test.

const reason = await whyNoSeal();

interface Target {
  readonly port: number;
  readonly seen: string[];
}

async function listening<S extends Server>(server: S): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Answers with what it was asked for. */
async function httpTarget(): Promise<Target> {
  const seen: string[] = [];
  const server = createHttpServer((asked, answer) => {
    let body = '';
    asked.on('data', (chunk) => {
      body += chunk;
    });
    asked.on('end', () => {
      seen.push(`${asked.method} ${asked.url} ${asked.headers.host} ${body}`.trim());
      answer.end(`answer to ${asked.url}\n`);
    });
  });
  return { port: await listening(server), seen };
}

/** Says everything back. */
async function echoTarget(): Promise<Target> {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      seen.push(`${chunk}`);
      socket.write(`echo ${chunk}`);
    });
  });
  return { port: await listening(server), seen };
}

/** A seal whose network is limited to these hosts, and how to run something in it. */
async function limitedTo(hosts: readonly string[]) {
  const folder = testFolder();
  const data = folder.folder('data');
  const [copy, project] = [folder.folder('copy'), folder.folder('project')];
  const allowed: string[] = [];
  const refusals: HostRefusal[] = [];
  const networks = new SessionNetworks({
    agent: () => hosts,
    project: () => ({ hosts: [], isLimited: false }),
  });
  const attended = networks.attend(copy, {
    hosts: () => allowed,
    onRefused: (refusal) => refusals.push(refusal),
  });
  onTestFinished(() => attended.dispose());
  const seals = new Seals({ folder: `${data}/seal`, data, logger: new MemoryLogger(), networks });
  const env = { PATH: '/usr/bin:/bin', HOME: folder.folder('home') };
  const opened = await seals.open(
    { project: [project], copy, history: [], links: [] },
    {
      id: 'agent',
      commandLine: ['claude'],
      program: '/bin/true',
      variables: env,
      declared: [],
      choices: {},
    },
  );
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { namespace } = opened.value;
  onTestFinished(() => namespace.dispose());
  return { namespace, refusals, allowed, run: (script: string) => run(namespace, script, copy) };
}

async function run(namespace: ProcessNamespace, script: string, cwd: string): Promise<string> {
  const launch = {
    file: '/bin/bash',
    args: ['-c', `${TOOLS}\n${script}`],
    env: { PATH: '/usr/bin:/bin' },
    cwd,
  };
  const call = namespace.enter(launch, 'shared');
  const child = spawn(call.file, call.args, { cwd: call.cwd, env: call.env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  await once(child, 'close');
  return output;
}

/** `ask` sends its arguments, each as a line, and prints the answer. */
const TOOLS = `
proxy=\${HTTP_PROXY#http://127.0.0.1:}
ask() { exec 3<>"/dev/tcp/127.0.0.1/$proxy" && printf '%s\\r\\n' "$@" >&3 && timeout 20 cat <&3; }
say() { printf '%s\\r\\n' "$@"; }
`;

/** The status of the first answer. */
const status = (output: string) => /^HTTP\/1\.1 (\d+)/m.exec(output)?.[1] ?? output;

describe.skipIf(reason !== null)(`only these hosts${reason ? ` (${reason})` : ''}`, () => {
  it('reaches a listed host over HTTP and through a tunnel, and by no other way', async () => {
    const [web, echo] = [await httpTarget(), await echoTarget()];
    const here = (port: number) => `127.0.0.1:${port}`;
    const { run, refusals } = await limitedTo([here(web.port), here(echo.port)]);
    const got = await run(
      `ask "POST http://${here(web.port)}/a?b=c HTTP/1.1" "Host: ${here(web.port)}" 'Content-Length: 4' 'Connection: close' '' body`,
    );
    expect(got).toContain('answer to /a?b=c');
    expect(web.seen).toEqual([`POST /a?b=c ${here(web.port)} body`]);
    const tunnel = await run(
      `exec 3<>/dev/tcp/127.0.0.1/$proxy; say "CONNECT ${here(echo.port)} HTTP/1.1" "Host: ${here(echo.port)}" '' >&3; read -r line <&3; echo "$line"; read -r _ <&3; echo hello >&3; read -r line <&3; echo "$line"`,
    );
    expect(tunnel).toContain('HTTP/1.1 200');
    expect(tunnel).toContain('echo hello');
    expect(refusals).toEqual([]);
    const direct = await run(
      `(exec 3<>/dev/tcp/127.0.0.1/${web.port}) 2>/dev/null && echo OPEN; (exec 3<>/dev/tcp/1.1.1.1/443) 2>&1 | grep -o -m1 'unreachable' | head -1; (exec 3<>/dev/udp/127.0.0.53/53 && echo x >&3 && sleep 0.1 && echo x >&3) 2>&1 | grep -o refused | head -1; getent hosts example.com || echo NONAME; cat /proc/self/net/unix | wc -l; cat /proc/self/net/route | wc -l`,
    );
    expect(direct.trim().split('\n')).toEqual(['unreachable', 'refused', 'NONAME', '1', '1']);
  });

  it('refuses and tells of others, until the user allows one', async () => {
    const web = await httpTarget();
    const { run, refusals, allowed } = await limitedTo(['listed.example']);
    const ask = `ask 'GET http://127.0.0.1:${web.port}/ HTTP/1.1' 'Host: 127.0.0.1:${web.port}' 'Connection: close' ''`;
    expect(status(await run(ask))).toBe('403');
    expect(status(await run(`ask 'CONNECT Evil.Example.:443 HTTP/1.1' ''`))).toBe('403');
    expect(status(await run(`ask 'CONNECT 169.254.169.254:80 HTTP/1.1' ''`))).toBe('403');
    expect(refusals).toEqual([
      {
        host: '127.0.0.1',
        port: web.port,
        reason: 'private',
        rule: `127.0.0.1:${web.port}`,
      },
      { host: 'evil.example', port: 443, reason: 'unlisted', rule: 'evil.example' },
      { host: '169.254.169.254', port: 80, reason: 'special', rule: '169.254.169.254:80' },
    ]);
    expect(web.seen).toEqual([]);
    allowed.push(`127.0.0.1:${web.port}`);
    expect(await run(ask)).toContain('answer to /');
  });

  it('reaches no private address by a name that is listed without its port', async () => {
    const { run, refusals } = await limitedTo(['localhost', '*.localhost.test']);
    expect(status(await run(`ask 'CONNECT localhost:443 HTTP/1.1' ''`))).toBe('403');
    expect(refusals).toMatchObject([
      { host: 'localhost', port: 443, reason: 'private', rule: 'localhost:443' },
    ]);
  });

  it('reaches this computer by a name that is listed with its port', async () => {
    const web = await httpTarget();
    const { run } = await limitedTo([`localhost:${web.port}`]);
    const host = `localhost:${web.port}`;
    const got = await run(
      `ask 'GET http://${host}/x HTTP/1.1' 'Host: ${host}' 'Connection: close' ''`,
    );
    expect(got).toContain('answer to /x');
  });

  it('refuses requests that could be meant in several ways', async () => {
    const [web, other] = [await httpTarget(), await httpTarget()];
    const host = `127.0.0.1:${web.port}`;
    const evil = `127.0.0.1:${other.port}`;
    const { run } = await limitedTo([host]);
    const refused = [
      `ask 'GET http://${host}/ HTTP/1.1' 'Host: ${host}' 'Host: ${evil}' ''`,
      `ask 'GET http://${host}/ HTTP/1.1' 'Host: ${evil}' ''`,
      `ask 'GET http://${host}@${evil}/ HTTP/1.1' 'Host: ${host}' ''`,
      `ask 'GET http://${host}\\@${evil}/ HTTP/1.1' 'Host: ${host}' ''`,
      `ask 'GET / HTTP/1.1' 'Host: ${host}' ''`,
      `ask 'CONNECT ${host}@${evil} HTTP/1.1' ''`,
      `ask 'CONNECT ${host} HTTP/1.1' 'Host: ${host}' 'Host: ${evil}' ''`,
      `ask 'POST http://${host}/ HTTP/1.1' 'Host: ${host}' 'Content-Length: 4' 'Transfer-Encoding: chunked' '' 0 ''`,
      `ask 'POST http://${host}/ HTTP/1.1' 'Host: ${host}' 'Content-Length: 4' 'Content-Length: 5' '' abcd`,
      `ask 'not http at all'`,
      `ask 'GET http://${host}/ HTTP/1.1' "X: $(printf '%020000d' 0)" ''`,
    ];
    for (const attempt of refused)
      expect([attempt, status(await run(attempt))]).toEqual([attempt, '400']);
    expect(web.seen).toEqual([]);
    expect(other.seen).toEqual([]);
  });

  it('checks each request of a connection by itself', async () => {
    const [web, other] = [await httpTarget(), await httpTarget()];
    const [host, evil] = [`127.0.0.1:${web.port}`, `127.0.0.1:${other.port}`];
    const { run, refusals } = await limitedTo([host]);
    const got = await run(
      `ask 'GET http://${host}/1 HTTP/1.1' 'Host: ${host}' '' 'GET http://${evil}/2 HTTP/1.1' 'Host: ${evil}' 'Connection: close' ''`,
    );
    expect(got).toContain('answer to /1');
    expect(got).toContain('403 Refused by Airlock');
    expect(web.seen).toEqual([`GET /1 ${host}`]);
    expect(other.seen).toEqual([]);
    expect(refusals).toMatchObject([{ port: other.port }]);
    // What follows in a tunnel goes to the host of the tunnel, whatever it says.
    await run(
      `ask 'CONNECT ${host} HTTP/1.1' '' 'GET http://${evil}/3 HTTP/1.1' 'Host: ${evil}' 'Connection: close' ''`,
    );
    expect(other.seen).toEqual([]);
  });

  it('ends with the seal, and nothing is left that listens or is connected', async () => {
    const echo = await echoTarget();
    const host = `127.0.0.1:${echo.port}`;
    const { run, namespace } = await limitedTo([host]);
    const running = run(`ask 'CONNECT ${host} HTTP/1.1' '' hello`);
    await expect.poll(() => echo.seen.length).toBe(1);
    namespace.dispose();
    await running;
    expect(namespace.isDisposed).toBe(true);
  });

  it('moves much data both ways as fast as it is taken', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(Buffer.alloc(30_000_000, 'x'));
    });
    const port = await listening(server);
    const { run } = await limitedTo([`127.0.0.1:${port}`]);
    const got = await run(`ask 'CONNECT 127.0.0.1:${port} HTTP/1.1' '' | tail -c +1 | wc -c`);
    expect(Number(got)).toBeGreaterThan(30_000_000);
  });
});
