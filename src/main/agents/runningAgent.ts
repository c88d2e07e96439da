import { DisposableOwner } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { AgentDefinition, AgentExit, LeaseRequest } from './agents';
import { AgentStartError } from './agents';
import { ClientRouter } from './clientRouter';
import type { AgentConnection, ConnectOptions, WireProblem } from './connection';
import { ConnectionError } from './connection';
import { INSTALLING_START_DEADLINE_MILLISECONDS, START_DEADLINE_MILLISECONDS } from './limits';
import { LineChannel } from './lines/lineChannel';
import { WireTap } from './lines/wireTap';
import type { AgentLauncher } from './process/agentLauncher';
import type { AgentProcess } from './process/agentProcess';

export type Connect = (options: ConnectOptions) => Promise<AgentConnection>;

export interface RunningAgentOptions {
  readonly launcher: AgentLauncher;
  readonly connect: Connect;
  readonly clientVersion: string;
  onProblem(definition: AgentDefinition, problem: WireProblem): void;
}

const packageRunners = /(^|[\\/])(npx|uvx|bunx|pnpx)(\.cmd|\.exe)?$/i;

/** One agent process with its wire and the sessions that share it. */
export class RunningAgent extends DisposableOwner {
  readonly onDidExit: Event<AgentExit>;

  private constructor(
    private readonly process: AgentProcess,
    readonly tap: WireTap,
    readonly router: ClientRouter,
    readonly connection: AgentConnection,
    channel: LineChannel,
  ) {
    super();
    this.onDidExit = process.onDidExit;
    this.register(process);
    this.register(tap);
    this.register(channel);
    this.register(connection);
  }

  get exit(): AgentExit | null {
    return this.process.exit;
  }

  static async start(
    { definition, workspace, signal, onProgress }: LeaseRequest,
    options: RunningAgentOptions,
  ): Promise<RunningAgent> {
    const { command, args, env, name } = definition;
    const launched = await options.launcher.launch({ command, args, env, cwd: workspace }, signal);
    if (!launched.ok) {
      const { message, detail } = launched.error;
      throw new AgentStartError(message, detail, '');
    }
    const process = launched.value;
    const progress = process.stderr.onDidWrite(() => onProgress(process.stderr.tail()));
    const tap = new WireTap();
    const report = (problem: WireProblem) => options.onProblem(definition, problem);
    const channel = new LineChannel({ transport: process.transport, tap, report });
    const router = new ClientRouter(report);
    const deadline = AbortSignal.timeout(startDeadline(command));
    try {
      const connection = await options.connect({
        channel,
        client: router,
        services: { fileSystem: true, terminal: true },
        clientVersion: options.clientVersion,
        signal: AbortSignal.any([signal, deadline]),
      });
      return new RunningAgent(process, tap, router, connection, channel);
    } catch (error) {
      const stderrTail = process.stderr.tail();
      const exit = process.exit;
      channel.dispose();
      tap.dispose();
      await process.close();
      process.dispose();
      throw startError(error, { name, exit, stderrTail, isLate: deadline.aborted });
    } finally {
      progress.dispose();
    }
  }

  /** Asks the agent to end, and makes it. */
  async close(): Promise<void> {
    await this.process.close();
    this.dispose();
  }
}

function startDeadline(command: string): number {
  return packageRunners.test(command)
    ? INSTALLING_START_DEADLINE_MILLISECONDS
    : START_DEADLINE_MILLISECONDS;
}

interface StartCircumstances {
  readonly name: string;
  readonly exit: AgentExit | null;
  readonly stderrTail: string;
  readonly isLate: boolean;
}

function startError(error: unknown, { name, exit, stderrTail, isLate }: StartCircumstances): Error {
  if (!(error instanceof ConnectionError)) return error as Error;
  if (isLate) {
    return new AgentStartError(`${name} did not answer in time.`, error.message, stderrTail);
  }
  if (exit)
    return new AgentStartError(
      `${name} ended while starting. ${exit.message}`,
      undefined,
      stderrTail,
    );
  return new AgentStartError(error.message, error.detail, stderrTail);
}
