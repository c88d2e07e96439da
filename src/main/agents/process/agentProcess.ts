import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { Logger } from '#main/base/log/logger';
import { type ProcessNamespace, programInside } from '#main/base/process/processNamespace';
import { LET_GO } from '#main/base/process/sealedLaunch';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Confinement } from '#shared/confinement';
import type { Result } from '#shared/errors';
import type { AgentExit } from '../agents';
import type { LineTransport } from '../lines/lineChannel';
import type { Variables } from './environment/environmentLookup';
import { describeExit } from './exitReason';
import { STDERR_GRACE_MILLISECONDS } from './limits';
import { settledWithin } from './settledWithin';
import {
  type LadderTimings,
  type ShutdownReport,
  shutDown,
  shutdownTimings,
} from './shutdownLadder';
import { StderrLog } from './stderrLog';
import { PosixFamily, type ProcessFamily, WindowsFamily } from './table/processFamily';
import { type ProcessIdentity, type ProcessTable, sendSignal } from './table/processTable';
import type { SpawnArguments } from './windowsSpawn';

export interface AgentProcessOptions extends SpawnArguments {
  readonly cwd: string;
  readonly variables: Variables;
  readonly runId: string;
  readonly table: ProcessTable;
  /** The namespace of the process and everything that it starts; disposed with the process. */
  readonly namespace: ProcessNamespace | null;
  readonly confinement: Confinement;
  /** Whether the program waits until `letGo` is called; only in a seal. */
  readonly waits?: boolean;
  readonly logger: Logger;
  readonly timings?: LadderTimings | undefined;
  /** Called at once after the spawn: from then on the process can outlive us. */
  readonly onDidSpawn?: (pid: number) => void;
}

const isWindows = process.platform === 'win32';

/**
 * An agent's process, in its own process group. When it has ended, for whatever reason, everything
 * that it started is ended, too. `close` asks before it kills; `dispose` kills at once.
 */
export class AgentProcess extends DisposableOwner {
  readonly startedAt = Date.now();
  readonly confinement: Confinement;
  /** Settles when nothing of the process is left. */
  readonly gone: Promise<ShutdownReport>;
  readonly transport: LineTransport;

  private readonly exits = this.register(new Emitter<AgentExit>());
  readonly onDidExit = this.exits.event;

  private readonly exited: Promise<void>;
  private readonly logger: Logger;
  private readonly timings: LadderTimings;
  private readonly family: ProcessFamily;
  private readonly namespace: ProcessNamespace | null;
  private settleGone: (report: ShutdownReport) => void = () => undefined;
  private closing: Promise<ShutdownReport> | undefined;
  private lastExit: AgentExit | undefined;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly stdout: PassThrough,
    readonly stderr: StderrLog,
    readonly identity: ProcessIdentity,
    options: AgentProcessOptions,
  ) {
    super();
    const { pid } = identity;
    this.logger = options.logger;
    this.confinement = options.confinement;
    this.timings = options.timings ?? shutdownTimings;
    const hasExited = () => this.hasExited;
    this.family = isWindows
      ? new WindowsFamily(pid, hasExited)
      : new PosixFamily(identity, options.table, hasExited, options.namespace);
    this.namespace = options.namespace && this.register(options.namespace);
    this.register(stderr);
    // The exit already reports a broken pipe. Without a listener the error would crash the app.
    for (const source of [child, child.stdin, child.stdout, child.stderr]) {
      source.on('error', (error) => this.logger.debug('process or pipe failed', { pid, error }));
    }
    this.gone = new Promise((resolve) => {
      this.settleGone = resolve;
    });
    this.exited = this.hasExited ? Promise.resolve() : once(child, 'exit').then(() => undefined);
    const ended = this.exited.then(() => this.finish());
    this.transport = { input: stdout, output: child.stdin, ended };
  }

  /** Starts the program of a process that waits. */
  letGo(): void {
    this.child.stdin.write(`${LET_GO}\n`);
  }

  /** The agent's own pid, as seen from outside its namespace. */
  get pid(): number {
    const { pid } = this.identity;
    return (this.namespace && programInside(pid)) ?? pid;
  }

  private get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** How it ended, or null while it runs. */
  get exit(): AgentExit | null {
    return this.lastExit ?? null;
  }

  /**
   * Ends the process and everything that it started, by the steps of the ladder. Every call returns
   * the same promise.
   */
  close(): Promise<ShutdownReport> {
    this.closing ??= this.climbDown();
    return this.closing;
  }

  /**
   * Kills the process and everything that it started without asking; `close` then finds nothing
   * left.
   */
  kill(): Promise<void> {
    return this.family.signal('SIGKILL');
  }

  protected override release(): void {
    const { child } = this;
    if (!this.hasExited) {
      if (isWindows) this.family.signal('SIGKILL').catch(onUnexpectedError);
      else sendSignal(-this.identity.pid, 'SIGKILL');
    }
    child.stdin.destroy();
    child.stdout.destroy();
    this.stdout.destroy();
    child.stderr.destroy();
    super.release();
  }

  private async finish(): Promise<string> {
    const { child } = this;
    if (!child.stderr.closed) {
      await settledWithin(once(child.stderr, 'close'), STDERR_GRACE_MILLISECONDS);
    }
    this.stderr.flush();
    const { exitCode: code, signalCode: signal } = child;
    const message = describeExit(code, signal);
    const exit: AgentExit = { message, code, signal, stderrTail: this.stderr.tail() };
    this.lastExit = exit;
    this.logger.info('exited', { pid: this.pid, code, signal });
    this.exits.fire(exit);
    // End whatever the process left behind.
    this.close().catch(onUnexpectedError);
    return message;
  }

  private async climbDown(): Promise<ShutdownReport> {
    const { pid } = this;
    // Count descendants before anything ends, because they can no longer be found without their
    // parent.
    await this.family.count();
    const report = await shutDown(
      {
        exited: this.exited,
        endInput: () => this.child.stdin.end(),
        signal: (signal) => this.family.signal(signal),
        countLeft: () => this.family.count(),
      },
      this.timings,
      (step, milliseconds, left) => this.logger.info(step, { pid, milliseconds, left }),
    );
    // Callers that waited for this must find `exit` set.
    if (this.hasExited) await this.transport.ended;
    this.namespace?.dispose();
    this.settleGone(report);
    return report;
  }

  /** If the system refuses the start, the unchanged error is returned as data. */
  static async start(
    options: AgentProcessOptions,
  ): Promise<Result<AgentProcess, NodeJS.ErrnoException>> {
    const { variables, windowsVerbatimArguments, table, runId, namespace } = options;
    let child: ChildProcessWithoutNullStreams;
    try {
      const launch = { ...options, env: variables };
      const { file, args, ...place } = namespace?.enter(launch, 'own', options) ?? launch;
      child = spawnProgram(file, args, {
        cwd: place.cwd,
        env: place.env,
        detached: !isWindows,
        windowsHide: true,
        windowsVerbatimArguments,
      });
    } catch (error) {
      // The program is missing, an argument contains a NUL, or no file descriptors are left for its
      // pipes.
      namespace?.dispose();
      return { ok: false, error: error as NodeJS.ErrnoException };
    }
    const { pid } = child;
    if (pid === undefined) {
      const [error]: unknown[] = await once(child, 'error');
      namespace?.dispose();
      return { ok: false, error: error as NodeJS.ErrnoException };
    }
    options.onDidSpawn?.(pid);
    // Read from now on, because Node discards the output of a process that ends before anybody
    // reads it.
    const stdout = new PassThrough();
    child.stdout.pipe(stdout);
    child.stdout.on('close', () => stdout.end());
    const stderr = new StderrLog(child.stderr);
    const identity = { pid, startTime: await table.startTimeOf(pid), runId };
    return { ok: true, value: new AgentProcess(child, stdout, stderr, identity, options) };
  }
}
