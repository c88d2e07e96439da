import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { type IPty, spawn } from '@lydell/node-pty';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { sealedLaunch } from '#main/base/process/sealedLaunch';
import { onUnexpectedError } from '#main/base/unexpected';
import type { TerminalEnd, TerminalSize } from '#shared/terminal/portMessages';
import type { PtyLaunch } from './hostMessages';
import { DRAIN_BYTES, DRAINED_BYTES, KILL_PATIENCE_MILLISECONDS } from './limits';
import { signalSession } from './ptySession';

/** A private part of node-pty; without it the last output of a program is sometimes lost. */
interface UnixInternals {
  readonly _socket: ReadStream;
  readonly _fd: number;
  readonly _pty: string;
}

const isUnix = process.platform !== 'win32';

/**
 * I11: a program in a pseudoterminal. Every byte that it wrote is delivered before its end is
 * reported, even if reading was paused when it ended; on Windows only as long as node-pty waits.
 */
export class Pty extends DisposableOwner {
  private readonly data = this.register(new Emitter<string>());
  readonly onDidWrite = this.data.event;
  private readonly ends = this.register(new Emitter<TerminalEnd>());
  readonly onDidEnd = this.ends.event;
  private readonly pty: IPty;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private killTimer: NodeJS.Timeout | undefined;
  hasEnded = false;
  readonly isWaiting: boolean;

  /** Throws if the program cannot be started. */
  constructor(launch: PtyLaunch, size: TerminalSize) {
    // Before `super`, because if this fails there is nothing to dispose.
    const { pty, slave } = spawnPty(launch, size);
    super();
    this.pty = pty;
    this.isWaiting = launch.isWaiting ?? false;
    // With encoding null these are buffers, whatever the type says.
    this.pty.onData((chunk) => this.take(chunk as unknown as Buffer));
    if (slave !== null) this.keepTail(pty as unknown as UnixInternals, slave);
    this.pty.onExit(({ exitCode, signal }) => this.end(exitCode, signal ?? 0));
  }

  get pid(): number {
    return this.pty.pid;
  }

  write(data: string): void {
    if (!this.hasEnded) this.pty.write(data);
  }

  resize({ columns, rows }: TerminalSize): void {
    const isSame = columns === this.pty.cols && rows === this.pty.rows;
    if (!this.hasEnded && !isSame) this.pty.resize(columns, rows);
  }

  /** Stops reading; the program blocks once the system's buffer is full. */
  pause(): void {
    this.pty.pause();
  }

  resume(): void {
    this.pty.resume();
  }

  /** Asks all programs in the terminal to end, and kills them after a while. */
  kill(): void {
    if (this.killTimer !== undefined) return;
    if (!isUnix) {
      this.pty.kill();
      return;
    }
    this.signal('SIGTERM');
    // Shells ignore SIGTERM, and a stopped process must be continued to get any signal.
    this.signal('SIGHUP');
    this.signal('SIGCONT');
    this.killTimer = setTimeout(() => this.signal('SIGKILL'), KILL_PATIENCE_MILLISECONDS);
  }

  /** Kills what an ended program left running in its terminal. */
  killRest(): void {
    clearTimeout(this.killTimer);
    if (isUnix) this.signal('SIGKILL');
    else if (!this.hasEnded) this.pty.kill();
  }

  private signal(name: NodeJS.Signals): void {
    signalSession(this.pid, name, this);
  }

  protected override release(): void {
    // A program that was asked to end still has its time to do so.
    if (!this.hasEnded) this.killRest();
    super.release();
  }

  /**
   * Keeps the last output, because node-pty destroys its socket 200 ms after the program ended. Two
   * kinds of output would be lost. First, libuv treats a hang-up after a short read as the end of
   * the stream, so we keep the other side open to prevent the hang-up. Second, data in a paused
   * stream or in the system's buffer is read before the socket is destroyed. A read that would
   * block means that the buffer is empty. Programs left behind may fill it as fast as we read, and
   * are not waited for.
   */
  private keepTail({ _socket: socket, _fd: master }: UnixInternals, slave: number): void {
    const destroy = socket.destroy.bind(socket);
    socket.destroy = (error?: Error) => {
      socket.destroy = destroy;
      // Make the stream emit what it has buffered.
      while (socket.read() !== null);
      this.drain(master);
      closeSync(slave);
      return destroy(error);
    };
  }

  private drain(master: number): void {
    const buffer = Buffer.allocUnsafe(DRAIN_BYTES);
    try {
      for (let drained = 0; drained < DRAINED_BYTES; ) {
        const count = readSync(master, buffer);
        if (count === 0) return;
        this.take(buffer.subarray(0, count));
        drained += count;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN' && code !== 'EIO') onUnexpectedError(error);
    }
  }

  private take(chunk: Buffer): void {
    const text = this.decoder.decode(chunk, { stream: true });
    if (text !== '') this.data.fire(text);
  }

  private end(exitCode: number, signal: number): void {
    this.hasEnded = true;
    const rest = this.decoder.decode();
    if (rest !== '') this.data.fire(rest);
    this.ends.fire(signal === 0 ? { exitCode, signal: null } : { exitCode: null, signal });
  }
}

function spawnPty(launch: PtyLaunch, size: TerminalSize) {
  const { file, args, cwd, env } = sealedLaunch(launch);
  const pty = spawn(file, [...args], {
    name: env.TERM ?? 'xterm-256color',
    cols: size.columns,
    rows: size.rows,
    cwd,
    env,
    // Use bytes, because our own decoder is flushed at the end and node-pty's is not.
    encoding: null,
  });
  if (!isUnix) return { pty, slave: null };
  const { _pty: path } = pty as unknown as UnixInternals;
  try {
    return { pty, slave: openSync(path, constants.O_RDWR | constants.O_NOCTTY) };
  } catch (error) {
    // Kill the program, because nothing would keep track of it after this error.
    pty.kill('SIGKILL');
    throw error;
  }
}
