import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import type { ToWindow } from '#shared/terminal/portMessages';
import type { FromMain, ToMain } from './hostMessages';
import { PtyHost, type WindowLink } from './ptyHost';

/** Electron's ports, as far as we use them. */
interface ElectronPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
  start(): void;
  postMessage(message: unknown): void;
}

interface ElectronParentPort {
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly ElectronPort[] }) => void,
  ): void;
  postMessage(message: unknown): void;
}

const { parentPort } = process as unknown as { readonly parentPort?: ElectronParentPort };

const host = new PtyHost(tellMain);

/**
 * In Electron, main talks through the parent port; forked as a plain child, through its channel.
 */
if (parentPort) {
  parentPort.on('message', ({ data, ports }) => {
    for (const port of ports) host.connect(windowLink(port));
    obey(data as FromMain);
  });
} else {
  process.on('message', (message) => obey(message as FromMain));
  // Without main, nothing needs to run.
  process.on('disconnect', () => obey({ type: 'end' }));
}

function obey(message: FromMain): void {
  host.obey(message);
  if (message.type === 'end') {
    host
      .end()
      .catch(onUnexpectedError)
      .finally(() => process.exit());
  }
}

function tellMain(message: ToMain): void {
  if (parentPort) parentPort.postMessage(message);
  else if (process.connected) process.send?.(message);
}

function windowLink(port: ElectronPort): WindowLink {
  const heard = new Emitter<unknown>();
  const gone = new Emitter<void>();
  port.on('message', ({ data }) => heard.fire(data));
  port.on('close', () => gone.fire());
  port.start();
  return {
    post: (message: ToWindow) => port.postMessage(message),
    onMessage: heard.event,
    onClose: gone.event,
  };
}
