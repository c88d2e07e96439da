import { type Disposable, DisposableOwner } from '#main/base/disposable';
import { type AgentExit, AgentStartError, type LeaseRequest } from './agents';
import type { WireProblem } from './connection';
import { LineChannel } from './lines/lineChannel';
import { WireTap } from './lines/wireTap';
import type { AgentProcess } from './process/agentProcess';
import type { RunningAgentOptions } from './runningAgent';
import type { DetectedWire } from './wires/detect/signs';
import { wireTable } from './wires/detect/wireTable';

/** An agent's process with the lines to and from it, whatever is spoken over them. */
export class StartedProcess extends DisposableOwner {
  readonly tap = this.register(new WireTap());
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
    if (options.trace) this.register(this.tap.traceTo(options.trace(definition)));
    process.stderr.onDidWrite(({ text, bytes }) => this.tap.record('stderr', text, bytes));
    this.progress = process.stderr.onDidWrite(() => onProgress(process.stderr.tail()));
    const { transport } = process;
    this.channel = this.register(new LineChannel({ transport, tap: this.tap, report }));
  }

  /** Rejects with an `AgentStartError` if there is nothing to start. */
  static async launch(
    wire: DetectedWire | null,
    request: LeaseRequest,
    options: RunningAgentOptions,
    report: (problem: WireProblem) => void,
  ): Promise<StartedProcess> {
    const { definition, workspace: cwd, signal, resumes } = request;
    const { command, env } = definition;
    const more = resumes && wire && wireTable[wire].resumeArguments?.(resumes);
    const args = [...definition.args, ...(more || [])];
    const launched = await options.launcher.launch({ command, args, env, cwd }, signal);
    if (launched.ok) return new StartedProcess(launched.value, request, options, report);
    const { message, detail } = launched.error;
    throw new AgentStartError(message, detail, '');
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
