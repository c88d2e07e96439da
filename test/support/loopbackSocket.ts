import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ScriptedAgent } from './scenario';

export interface SocketServer {
  readonly url: string;
  /** The headers of each connection. */
  readonly requests: readonly IncomingHttpHeaders[];
  readonly sockets: ReadonlySet<WebSocket>;
  /** Stops accepting connections. */
  stop(): Promise<void>;
}

export interface SocketServerOptions {
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A server on loopback that handles each connection as given. The caller must stop it. */
export async function openSocketServer(
  serve: (socket: WebSocket) => void,
  { port = 0, tls }: SocketServerOptions = {},
): Promise<SocketServer> {
  const requests: IncomingHttpHeaders[] = [];
  const secure = tls && createSecureServer(tls);
  const server = new WebSocketServer(secure ? { server: secure } : { port, host: '127.0.0.1' });
  const listener = secure ?? server;
  const listening = new Promise((resolve) => listener.once('listening', resolve));
  secure?.listen(port, '127.0.0.1');
  await listening;
  server.on('connection', (socket, { headers }) => {
    requests.push(headers);
    socket.on('error', () => socket.terminate());
    serve(socket);
  });
  const stop = async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
    if (secure) await new Promise((resolve) => secure.close(resolve));
  };
  const { port: chosen } = (secure ?? server).address() as AddressInfo;
  const url = `${tls ? 'wss' : 'ws'}://127.0.0.1:${chosen}/acp`;
  return { url, requests, sockets: server.clients, stop };
}

/**
 * Connects each connection to a separate agent: lines on the agent's streams are messages there.
 */
export function played({ command, args, env }: ScriptedAgent): (socket: WebSocket) => void {
  return (socket) => {
    const child = spawn(command, [...args], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => socket.send(line));
    socket.on('message', (data) => child.stdin.write(`${String(data)}\n`));
    socket.on('close', () => child.kill('SIGKILL'));
    child.on('exit', () => socket.close());
  };
}
