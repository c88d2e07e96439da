import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { TerminalExit } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { signalSession } from '#main/ptyHost/ptySession';
import type { CommandLine } from './commandLine';
import { KILL_PATIENCE_MILLISECONDS, PIPE_GRACE_MILLISECONDS } from './limits';
import { lastCharacter, OutputTail } from './output/outputTail';
import type { TailShare } from './output/tailShare';
import type { RunningCommand } from './runningCommand';

/** Passes on whole characters; an incomplete one waits for its remaining bytes. */
class Utf8Boundary {
  private rest = Buffer.alloc(0);

  push(chunk: Buffer): Buffer {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = lastCharacter(bytes);
    this.rest = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  /** The incomplete rest, if nothing follows. */
  flush(): Buffer {
    const { rest } = this;
    this.rest = Buffer.alloc(0);
    return rest;
  }
}

export interface CommandOptions {
  readonly line: CommandLine;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outputByteLimit: number;
  /** The output budget that the command shares with others. */
  readonly share: TailShare;
  /** The process namespace of the command; null if the system has none for us. */
  readonly namespace: ProcessNamespace | null;
}

/**
 * A command on pipes, which lose no output, in its own POSIX session, which is killed as a whole.
 */
export class PipeTerminal extends DisposableOwner implements RunningCommand {
  private readonly data = this.register(new Emitter<string>());
  readonly onDidWrite = this.data.event;
  readonly tail: OutputTail;
  readonly ended: Promise<TerminalExit>;
  private killTimer: NodeJS.Timeout | undefined;
  private graceTimer: NodeJS.Timeout | undefined;
  /** Whether all its pipes are closed. Background processes that write to files may continue. */
  private isClosed = false;
  exit: TerminalExit | null = null;

  private constructor(
    private readonly child: ChildProcess,
    private readonly isInNamespace: boolean,
    { outputByteLimit, share }: CommandOptions,
  ) {
    super();
    this.tail = new OutputTail(outputByteLimit, share);
    this.read(child.stdout);
    this.read(child.stderr);
    this.ended = this.watchEnd();
  }

  /**
   * The POSIX session whose programs may outlive the command; undefined in a namespace, where none
   * does.
   */
  get session(): number | undefined {
    return this.isInNamespace ? undefined : this.child.pid;
  }

  /** Rejects with the system's error if the program cannot be started. */
  static async start(options: CommandOptions): Promise<PipeTerminal> {
    const { cwd, env, namespace } = options;
    const plain = { ...options.line, cwd, env };
    const call = namespace?.enter(plain, 'shared') ?? plain;
    const child = spawnProgram(call.file, call.args, {
      cwd: call.cwd,
      env: { ...call.env },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const terminal = new PipeTerminal(child, namespace !== null, options);
    try {
      await once(child, 'spawn');
      return terminal;
    } catch (error) {
      terminal.dispose();
      throw error;
    }
  }

  async kill(): Promise<void> {
    if (this.isClosed) return;
    this.signal('SIGTERM');
    this.killTimer ??= setTimeout(() => this.signal('SIGKILL'), KILL_PATIENCE_MILLISECONDS);
    await this.ended;
  }

  protected override release(): void {
    if (!this.isClosed) this.signal('SIGKILL');
    clearTimeout(this.killTimer);
    clearTimeout(this.graceTimer);
    this.tail.letGo();
    super.release();
  }

  private watchEnd(): Promise<TerminalExit> {
    return new Promise((resolve) => {
      const finish = (exitCode: number | null, signal: string | null) => {
        this.exit ??= { exitCode, signal };
        resolve(this.exit);
      };
      this.child.once('exit', (exitCode, signal) => {
        this.graceTimer = setTimeout(() => finish(exitCode, signal), PIPE_GRACE_MILLISECONDS);
      });
      this.child.once('close', (exitCode, signal) => {
        this.isClosed = true;
        clearTimeout(this.killTimer);
        clearTimeout(this.graceTimer);
        finish(exitCode, signal);
      });
      this.child.once('error', () => finish(null, null));
    });
  }

  /** Either stream may split characters, so the two are joined only between whole characters. */
  private read(stream: Readable | null): void {
    const boundary = new Utf8Boundary();
    stream?.on('data', (chunk: Buffer) => this.take(boundary.push(chunk)));
    stream?.once('end', () => this.take(boundary.flush()));
  }

  private take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.tail.push(bytes);
    if (this.data.hasListeners) this.data.fire(bytes.toString('utf8'));
  }

  private signal(name: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      this.child.kill(name);
      return;
    }
    const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null;
    signalSession(pid, name, { hasEnded, isWaiting: this.isInNamespace });
  }
}
