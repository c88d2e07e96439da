import { type Disposable, DisposableOwner } from '#main/base/disposable';
import { redactArguments } from '#main/base/secrets/redact';
import {
  type AgentDefinition,
  type AgentExit,
  AgentStartError,
  type LeaseRequest,
  type ProcessView,
} from './agents';
import type { WireProblem } from './connection';
import { LineChannel } from './lines/lineChannel';
import { WireTap } from './lines/wireTap';
import { problemText } from './problemText';
import type { AgentProcess } from './process/agentProcess';
import type { RunningAgentOptions } from './runningAgent';
import { chunkText } from './wires/acp/chunkText';
import { type DetectedWire, wireTable } from './wires/detect/wireTable';

/** An agent's process with the lines to and from it, whatever is spoken over them. */
export class StartedProcess extends DisposableOwner {
  private readonly tap = this.register(new WireTap());
  readonly channel: LineChannel;
  private readonly progress: Disposable;

  private constructor(
    readonly process: AgentProcess,
    { definition, onProgress }: LeaseRequest,
    options: RunningAgentOptions,
    report: (problem: WireProblem) => void,
  ) {
    super();
    this.register(process);
    if (options.trace) this.register(this.tap.traceTo(options.trace(definition.id)));
    process.stderr.onDidWrite(({ text }) => this.tap.record('stderr', text));
    this.progress = process.stderr.onDidWrite(() => onProgress(process.stderr.tail()));
    const { transport } = process;
    const found = (problem: WireProblem) => {
      this.note(problem);
      report(problem);
    };
    this.channel = this.register(
      new LineChannel({ transport, tap: this.tap, report: found, joins: chunkText }),
    );
  }

  private view(
    { command, env }: AgentDefinition,
    args: readonly string[],
    cwd: string,
  ): ProcessView {
    const { process, tap } = this;
    return {
      get pid() {
        return process.pid;
      },
      commandLine: redactArguments([command, ...args]),
      folder: cwd,
      startedAt: process.startedAt,
      variables: Object.keys(env),
      confinement: process.confinement,
      get exit() {
        return process.exit;
      },
      stderrTail: () => process.stderr.tail(),
      frames: () => tap.frames(),
      onDidRecord: tap.onDidRecord,
    };
  }

  /** Rejects with an `AgentStartError` if there is nothing to start. */
  static async launch(
    wire: DetectedWire,
    request: LeaseRequest,
    options: RunningAgentOptions,
    report: (problem: WireProblem) => void,
  ): Promise<StartedProcess> {
    const { definition, workspace: cwd, signal, resumes, seal: session } = request;
    const { id: agentId, command, env, namespace, seal: choices = {} } = definition;
    const row = wireTable[wire];
    const more = resumes && row.resumeArguments?.(resumes);
    const sealed = session && row.sealedArguments?.(definition.args);
    const args = [...definition.args, ...(more || []), ...(sealed || [])];
    const seal = session && { session, agentId, choices };
    const launch = { command, args, env, cwd, namespace, seal };
    const launched = await options.launcher.launch(launch, signal);
    if (launched.ok) {
      const started = new StartedProcess(launched.value, request, options, report);
      request.onProcess?.(started.view(definition, args, cwd));
      return started;
    }
    const { message, detail, reason = null } = launched.error;
    throw new AgentStartError(message, detail, '', reason);
  }

  /** Puts what is wrong with what the agent said where it can be seen beside it. */
  note(problem: WireProblem): void {
    const text = problemText(problem);
    // Lines that are not messages are there already.
    if (text !== null) this.tap.record('problem', text);
  }

  get exit(): AgentExit | null {
    return this.process.exit;
  }

  /** The agent is up: what it prints from now on is not about its start. */
  settle(): void {
    this.progress.dispose();
  }

  /** Asks it to end, makes it, and lets go of it. */
  async end(): Promise<void> {
    this.settle();
    await this.process.close();
    this.dispose();
  }
}
