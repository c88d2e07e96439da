import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ownNode } from '#main/base/process/ownNode';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { spawnProgram } from '#main/base/process/spawnProgram';
import type { NetworkCanary } from './networkCanary';
import { PROXY_PORT } from './proxyVariables';

/** Starting to listen takes some hundred milliseconds; after this time, it has failed. */
const READY_MILLISECONDS = 20_000;
const WORDS_CHARACTERS = 500;

/**
 * Runs in the seal's network, but outside the seal: it listens there, tries to reach the canaries,
 * passes the listening socket to us and is ended. So nothing of ours keeps running in the seal, and
 * the seal needs no program for it.
 */
const LISTENER = `
const net = require('node:net');
const [port, canaryPort, canaryName] = process.argv.slice(1);
const reaches = (to) =>
  new Promise((resolve) => {
    const socket = net.connect(to);
    socket.on('connect', () => { socket.destroy(); resolve(true); });
    socket.on('error', () => resolve(false));
  });
const server = net.createServer();
server.on('error', (error) => { console.error(error.message); process.exit(1); });
server.listen({ host: '127.0.0.1', port: Number(port) }, async () => {
  const reached = [];
  if (await reaches({ host: '127.0.0.1', port: Number(canaryPort) })) reached.push('this computer');
  if (await reaches('\\0' + canaryName)) reached.push('abstract sockets of this computer');
  process.send({ reached }, server);
});
process.on('disconnect', () => process.exit(1));
`;

export type Listening =
  | { readonly type: 'listening'; readonly server: Server }
  | { readonly type: 'leak'; readonly leak: string };

/**
 * A server of ours that programs inside the seal reach at the proxy's port. Rejects if it cannot be
 * opened.
 */
export async function listenInside(
  namespace: ProcessNamespace,
  canary: Pick<NetworkCanary, 'port' | 'name'>,
): Promise<Listening> {
  const node = ownNode();
  const { file, args, env, cwd } = namespace.withNetwork({
    file: node.file,
    args: ['-e', LISTENER, String(PROXY_PORT), String(canary.port), canary.name],
    env: { PATH: '/usr/bin:/bin', ...node.env },
    cwd: '/',
  });
  // A program that we start keeps only its three streams, and one of them is the channel.
  const child = spawnProgram(file, args, { cwd, env, stdio: ['ipc', 'ignore', 'pipe'] });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(0, WORDS_CHARACTERS);
  });
  const late = new AbortController();
  const given = once(child, 'message') as Promise<[message: unknown, handle: unknown]>;
  const ended = once(child, 'close').then(() => {
    throw new Error(`Its network could not be set up. ${words.trim()}`.trim());
  });
  const deadline = delay(READY_MILLISECONDS, undefined, late).then(() => {
    throw new Error('Its network was not ready in time.');
  });
  // The promises that lose the race must not report unhandled rejections.
  for (const loser of [given, ended, deadline]) loser.catch(() => undefined);
  try {
    const [message, server] = await Promise.race([given, ended, deadline]);
    if (!(server instanceof Server)) throw new Error('Its network gave no clear answer.');
    const reached = reachedIn(message);
    if (reached.length === 0) return { type: 'listening', server };
    server.close();
    return { type: 'leak', leak: `can reach ${reached.join(' and ')}` };
  } finally {
    late.abort();
    child.kill('SIGKILL');
  }
}

function reachedIn(message: unknown): readonly string[] {
  const reached = (message as { reached?: unknown } | null)?.reached;
  return Array.isArray(reached) ? reached.map(String) : ['something unknown'];
}
