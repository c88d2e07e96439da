import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { DisposableOwner, toDisposable } from '#main/base/disposable';

/**
 * Two listeners of ours on this computer. Programs inside a seal with its own network must not
 * reach them.
 */
export class NetworkCanary extends DisposableOwner {
  private constructor(
    /** A port on the loopback address. */
    readonly port: number,
    /** The name of an abstract socket, without its leading zero byte. */
    readonly name: string,
  ) {
    super();
  }

  static async open(): Promise<NetworkCanary> {
    const name = `airlock-canary-${randomBytes(12).toString('hex')}`;
    const [onPort, onName] = [createServer(), createServer()];
    for (const server of [onPort, onName]) server.on('connection', (socket) => socket.destroy());
    onPort.listen(0, '127.0.0.1');
    await once(onPort, 'listening');
    try {
      onName.listen(`\0${name}`);
      await once(onName, 'listening');
    } catch (error) {
      onPort.close();
      throw error;
    }
    const address = onPort.address();
    const canary = new NetworkCanary(
      typeof address === 'object' && address !== null ? address.port : 0,
      name,
    );
    for (const server of [onPort, onName]) canary.register(closing(server));
    return canary;
  }
}

function closing(server: Server) {
  return toDisposable(() => server.close());
}
