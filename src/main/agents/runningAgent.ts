import { DisposableOwner } from '#main/base/disposable';
import { Emitter, type Event } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentId } from '#shared/ids';
import type { AgentLogin } from '#shared/session/agent';
import type { WireSetting } from '#shared/settings';
import {
  type AgentDefinition,
  type AgentExit,
  AgentStartError,
  type LeaseRequest,
  type ShutdownReport,
} from './agents';
import type { AgentConnection, Credentials, WireProblem } from './connection';
import { ConnectionError } from './connection';
import { INSTALLING_START_DEADLINE_MILLISECONDS, START_DEADLINE_MILLISECONDS } from './limits';
import type { AgentLauncher } from './process/agentLauncher';
import { SessionClients } from './sessionClients';
import { StartedProcess } from './startedProcess';
import type { DetectOptions } from './wires/detect/connect';
import { firstWireOf } from './wires/detect/hint';
import { SILENCE_MILLISECONDS } from './wires/detect/limits';
import { WireMismatch } from './wires/detect/wireMismatch';
import type { DetectedWire } from './wires/detect/wireTable';
import type { RunTrace } from './wireTraces';

export type Connect = (choice: WireSetting, options: DetectOptions) => Promise<AgentConnection>;

export interface RunningAgentOptions {
  readonly launcher: AgentLauncher;
  readonly connect: Connect;
  readonly clientVersion: string;
  /** The time limit for the answer to the first message; has a default. */
  readonly startMilliseconds?: number | undefined;
  /** Records all traffic of the wire; by default nothing is recorded. */
  trace?(id: AgentId): RunTrace;
  onProblem(definition: AgentDefinition, problem: WireProblem): void;
  /** Called when an agent reports its login state. */
  onLogin?(definition: AgentDefinition, login: AgentLogin): void;
}

const packageRunners = /(^|[\\/])(npx|uvx|bunx|pnpx)(\.cmd|\.exe)?$/i;

/** One agent process with its wire and the sessions that share it. */
export class RunningAgent extends DisposableOwner {
  readonly onDidExit: Event<AgentExit>;
  /** Fires when the agent can no longer be reached and is being ended. */
  readonly onDidClose: Event<string>;
  private readonly logins = this.register(new Emitter<string>());
  readonly onDidLogIn = this.logins.event;

  private constructor(
    private readonly started: StartedProcess,
    readonly clients: SessionClients,
    readonly connection: AgentConnection,
    /**
     * Settle when the processes have ended that were started only to detect the agent's protocol.
     */
    private readonly endings: readonly Promise<void>[],
    private readonly launcher: AgentLauncher,
  ) {
    super();
    const { process, channel } = started;
    this.onDidExit = (listener) =>
      process.onDidExit((exit) => {
        const { message } = started.explained(exit);
        listener({ ...exit, message: channel.withCut(message) });
      });
    this.onDidClose = channel.onClose;
    this.register(started);
    this.register(connection);
    this.register(channel.onClose(() => this.end()));
    const login = connection.onDidChangeLogin?.(({ state }) => {
      // The user may have logged in elsewhere, such as with another program of the agent.
      if (state === 'in') this.logins.fire('');
    });
    if (login) this.register(login);
    if (channel.closeReason !== null) this.end();
  }

  get exit(): AgentExit | null {
    return this.started.exit;
  }

  static async start(request: LeaseRequest, options: RunningAgentOptions): Promise<RunningAgent> {
    const { definition, workspace, signal } = request;
    const { command, args, name } = definition;
    const note = (problem: WireProblem) => {
      options.onProblem(definition, problem);
      if (problem.type === 'stuck') clients.warn(problem.message);
    };
    /** Reports an error in the lines themselves. */
    const report = (problem: WireProblem) => {
      note(problem);
      clients.noteLoss(problem);
    };
    const milliseconds = options.startMilliseconds ?? startDeadline(command);
    const commandLine = [command, ...args];
    const wire = firstWireOf(definition.wire, commandLine);
    const clients = new SessionClients(
      (problem) => {
        started.note(problem);
        note(problem);
      },
      () => started.channel.congestion(),
    );
    let started = await StartedProcess.launch(wire, request, options, report);
    const endings: Promise<void>[] = [];
    const reopen = async (other: DetectedWire) => {
      endings.push(started.end().catch(onUnexpectedError));
      started = await StartedProcess.launch(other, request, options, report);
      return started.channel;
    };
    const deadline = AbortSignal.timeout(milliseconds);
    try {
      const connection = await options.connect(definition.wire, {
        channel: started.channel,
        client: clients,
        services: {
          fileSystem: !definition.withhold?.includes('fs'),
          terminal: !definition.withhold?.includes('terminal'),
        },
        clientVersion: options.clientVersion,
        workingDirectory: workspace,
        draft: definition.draft ?? false,
        sealed: request.seal !== undefined,
        ...(request.resumes === undefined ? {} : { resumes: request.resumes }),
        signal: AbortSignal.any([signal, deadline]),
        commandLine,
        reopen,
        silenceMilliseconds: Math.max(SILENCE_MILLISECONDS, milliseconds / 4),
      });
      started.settle();
      clients.connected();
      const running = new RunningAgent(started, clients, connection, endings, options.launcher);
      const { onDidChangeLogin, login = null } = connection;
      const tell = (told: AgentLogin) => options.onLogin?.(definition, told);
      if (onDidChangeLogin) running.register(onDidChangeLogin(tell));
      if (login !== null) tell(login);
      return running;
    } catch (error) {
      const { exit } = started;
      const stderrTail = started.printed();
      await Promise.all([started.end(), ...endings]);
      if (request.resumes !== undefined && isLost(error)) {
        // The session detects and reports this itself.
        return RunningAgent.start({ ...request, resumes: undefined }, options);
      }
      throw startError(error, { name, exit, stderrTail, isLate: deadline.aborted });
    }
  }

  async logIn(methodId: string, credentials: Credentials, signal: AbortSignal): Promise<void> {
    const { authenticate } = this.connection;
    if (authenticate === undefined) {
      throw new ConnectionError(
        'unsupported',
        'This agent does not support logging in from Airlock.',
      );
    }
    if (credentials.apiKey !== undefined) this.launcher.rememberSecrets([credentials.apiKey]);
    await authenticate(methodId, credentials, signal);
    this.logins.fire(methodId);
  }

  /** Asks the agent to end, and then forces it. */
  async close(): Promise<ShutdownReport> {
    const [report] = await Promise.all([this.started.process.close(), ...this.endings]);
    this.dispose();
    return report;
  }

  /** Ends the process; the sessions learn of it by its exit. */
  private end(): void {
    this.started.process.close().catch(onUnexpectedError);
  }
}

/** Whether the agent was started to resume a conversation that it no longer has. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'not-found';
}

/** Exit codes of `env` when a script's interpreter, such as Node, cannot be run or does not exist. */
const NO_COMMAND: readonly (number | null)[] = [126, 127];

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
  // Whatever else happened, the agent was addressed in the wrong protocol.
  if (error instanceof WireMismatch) {
    return new AgentStartError(error.message, error.detail, stderrTail, 'wrong-protocol');
  }
  if (error.code === 'authentication-required') {
    return new AgentStartError(error.message, error.detail, stderrTail, 'needs-login');
  }
  if (isLate) {
    return new AgentStartError(
      `${name} did not answer in time.`,
      error.message,
      stderrTail,
      'no-answer',
    );
  }
  if (exit)
    return new AgentStartError(
      `${name} ended while starting. ${exit.message}`,
      undefined,
      stderrTail,
      NO_COMMAND.includes(exit.code) ? 'no-interpreter' : 'ended-early',
    );
  const reason = error.code === 'protocol' ? 'wrong-protocol' : null;
  return new AgentStartError(error.message, error.detail, stderrTail, reason);
}
