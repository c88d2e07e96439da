import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { TerminalExit } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { ProcessNamespace } from '#main/base/processNamespace';
import { spawnProgram } from '#main/base/spawnProgram';
import { signalSession } from '#main/ptyHost/ptySession';
import type { CommandLine } from './commandLine';
import { KILL_PATIENCE_MILLISECONDS, PIPE_GRACE_MILLISECONDS } from './limits';
import { OutputTail } from './outputTail';
import type { RunningCommand } from './runningCommand';
import type { TailShare } from './tailShare';
import { Utf8Boundary } from './utf8Boundary';

export interface CommandOptions {
  readonly line: CommandLine;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outputByteLimit: number;
  /** What it may keep of its output together with other commands. */
  readonly share: TailShare;
  /** Where it runs, if the system has such a thing for us. */
  readonly namespace: ProcessNamespace | null;
}

/** A command that runs on pipes, which lose nothing, in a session of the system's that dies as one. */
export class PipeTerminal extends DisposableOwner implements RunningCommand {
  private readonly data = this.register(new Emitter<string>());
  readonly onDidWrite = this.data.event;
  readonly tail: OutputTail;
  readonly ended: Promise<TerminalExit>;
  private killTimer: NodeJS.Timeout | undefined;
  private graceTimer: NodeJS.Timeout | undefined;
  /** Nothing holds its pipes any more. What it put in the background on files may run on. */
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

  /** The session whose programs outlive the command; in a namespace all end with that. */
  get leftBehind(): number | undefined {
    return this.isInNamespace ? undefined : this.child.pid;
  }

  /** Rejects with the system's error when the program cannot be started. */
  static async start(options: CommandOptions): Promise<PipeTerminal> {
    const { cwd, env, namespace } = options;
    const line = namespace?.enter({ ...options.line, cwd, env }, 'shared') ?? options.line;
    const child = spawnProgram(line.file, line.args, {
      cwd,
      env: { ...env },
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

  /** Each stream cuts characters where it likes; the two are joined between whole ones. */
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
