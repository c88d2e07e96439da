import { onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { openSocketServer, type SocketServer, type SocketServerOptions } from './loopbackSocket';

/** A server on loopback until the test has finished. */
export async function socketServer(
  serve: (socket: WebSocket) => void,
  options?: SocketServerOptions,
): Promise<SocketServer> {
  const server = await openSocketServer(serve, options);
  onTestFinished(() => server.stop());
  return server;
}
