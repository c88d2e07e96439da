import type { TerminalId } from '#shared/ids';
import { TERMINAL_PORT } from '#shared/ipc/contract';
import type { TerminalSize, ToPtyHost, ToWindow } from '#shared/terminal/portMessages';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

export interface PtyReader {
  readonly size: TerminalSize;
  receive(message: ToWindow): void;
}

/**
 * The window's direct connection to the pty host. Main provides it, and a new one after the host
 * was restarted.
 */
class PtyPort {
  private port: MessagePort | null = null;
  private readonly readers = new Map<TerminalId, PtyReader>();
  private isAsked = false;

  constructor() {
    window.addEventListener('message', ({ source, data, ports }) => {
      const [port] = ports;
      if (source === window && data === TERMINAL_PORT && port !== undefined) this.connect(port);
    });
  }

  attach(id: TerminalId, reader: PtyReader): void {
    this.readers.set(id, reader);
    if (this.port !== null) this.post({ type: 'attach', id, ...reader.size });
    else this.ask();
  }

  detach(id: TerminalId): void {
    if (this.readers.delete(id)) this.post({ type: 'detach', id });
  }

  post(message: ToPtyHost): void {
    this.port?.postMessage(message);
  }

  private ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    call('terminals.connect', null).catch((error: unknown) => {
      this.isAsked = false;
      reportError(error);
    });
  }

  private connect(port: MessagePort): void {
    this.port?.close();
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<ToWindow>) => {
      this.readers.get(data.id)?.receive(data);
    };
    for (const [id, reader] of this.readers) this.post({ type: 'attach', id, ...reader.size });
  }
}

export const ptyPort = new PtyPort();
