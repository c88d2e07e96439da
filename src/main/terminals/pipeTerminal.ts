import { type ChildProcess, spawn } from 'node:child_process';
import type { TerminalExit } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { CommandLine } from './commandLine';
import { KILL_PATIENCE_MILLISECONDS } from './limits';
import { OutputTail } from './outputTail';

export interface PipeTerminalOptions {
  readonly line: CommandLine;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outputByteLimit: number;
}

/** A command that runs on pipes, which lose nothing, in a process group that dies as one. */
export class PipeTerminal extends DisposableOwner {
  private readonly data = this.register(new Emitter<string>());
  readonly onDidWrite = this.data.event;
  readonly tail: OutputTail;
  /** Settles when the command has ended and its output has been read. */
  readonly ended: Promise<TerminalExit>;
  private readonly child: ChildProcess;
  private readonly decoder = new TextDecoder();
  private killTimer: NodeJS.Timeout | undefined;
  exit: TerminalExit | null = null;

  constructor({ line, cwd, env, outputByteLimit }: PipeTerminalOptions) {
    super();
    this.tail = new OutputTail(outputByteLimit);
    this.child = spawn(line.file, line.args, {
      cwd,
      env: { ...env },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.child.stdout?.on('data', (chunk: Buffer) => this.take(chunk));
    this.child.stderr?.on('data', (chunk: Buffer) => this.take(chunk));
    this.ended = this.watchEnd();
  }

  /** Resolves once the program runs; rejects with the system's error when it cannot be started. */
  started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.once('spawn', () => resolve());
      this.child.once('error', reject);
    });
  }

  /** Asks first and then makes it; grandchildren too. */
  async kill(): Promise<void> {
    if (this.exit !== null) return;
    this.signal('SIGTERM');
    this.killTimer ??= setTimeout(() => this.signal('SIGKILL'), KILL_PATIENCE_MILLISECONDS);
    await this.ended;
  }

  protected override release(): void {
    if (this.exit === null) this.signal('SIGKILL');
    clearTimeout(this.killTimer);
    super.release();
  }

  private watchEnd(): Promise<TerminalExit> {
    return new Promise((resolve) => {
      const finish = (exit: TerminalExit) => {
        clearTimeout(this.killTimer);
        this.exit = exit;
        resolve(exit);
      };
      this.child.once('close', (exitCode, signal) => finish({ exitCode, signal }));
      this.child.once('error', () => finish({ exitCode: null, signal: null }));
    });
  }

  private take(chunk: Buffer): void {
    this.tail.push(chunk);
    this.data.fire(this.decoder.decode(chunk, { stream: true }));
  }

  private signal(name: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.child.kill(name);
      else process.kill(-pid, name);
    } catch (error) {
      // The group is gone already, which is what was asked for.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
