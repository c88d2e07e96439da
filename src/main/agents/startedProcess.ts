import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Disposable, DisposableOwner } from '#main/base/disposable';
import { ifExists } from '#main/base/files/ifExists';
import { redactArguments, redactLine } from '#main/base/secrets/redact';
import {
  type AgentDefinition,
  type AgentExit,
  AgentStartError,
  type LeaseRequest,
  type ProcessView,
} from './agents';
import type { WireProblem } from './connection';
import { PRINTED_LINES } from './limits';
import { LineChannel } from './lines/lineChannel';
import { WireTap } from './lines/wireTap';
import { problemText } from './problemText';
import type { AgentProcess } from './process/agentProcess';
import type { RunningAgentOptions } from './runningAgent';
import { chunkText } from './wires/acp/translate/content';
import { type DetectedWire, wireTable } from './wires/detect/wireTable';
import type { RunTrace } from './wireTraces';

/** An agent's process with the lines to and from it, for any protocol. */
export class StartedProcess extends DisposableOwner {
  private readonly tap = this.register(new WireTap());
  readonly channel: LineChannel;
  private readonly progress: Disposable;
  private readonly trace: RunTrace | null;
  private readonly isElsewhere: boolean;

  private constructor(
    readonly process: AgentProcess,
    { definition, onProgress }: LeaseRequest,
    options: RunningAgentOptions,
    report: (problem: WireProblem) => void,
  ) {
    super();
    this.register(process);
    this.isElsewhere = definition.url !== undefined;
    this.trace = options.trace?.(definition.id) ?? null;
    if (this.trace) this.register(this.tap.traceTo(this.trace));
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
    { command, env, url }: AgentDefinition,
    args: readonly string[],
    cwd: string,
  ): ProcessView {
    const { process, tap, trace } = this;
    const started = this;
    return {
      get pid() {
        return process.pid;
      },
      commandLine: redactArguments(url === undefined ? [command, ...args] : [url]),
      folder: cwd,
      startedAt: process.startedAt,
      variables: Object.keys(env),
      confinement: process.confinement,
      get exit() {
        return started.exit;
      },
      stderrTail: () => process.stderr.tail(),
      frames: () => tap.frames(),
      onDidRecord: tap.onDidRecord,
      openTrace: () => trace?.open() ?? null,
    };
  }

  /** The agent's last output: on the stream of messages, then on standard error. */
  printed(): string {
    const lines = this.tap.frames().filter(({ direction }) => direction === 'garbage');
    const first = lines.slice(-PRINTED_LINES).map(({ text }) => redactLine(text));
    return [...first, this.process.stderr.tail()].filter((text) => text !== '').join('\n');
  }

  /** Rejects with an `AgentStartError` if the program does not start. */
  static async launch(
    wire: DetectedWire,
    request: LeaseRequest,
    options: RunningAgentOptions,
    report: (problem: WireProblem) => void,
  ): Promise<StartedProcess> {
    const { definition, workspace, signal, resumes } = request;
    // Our own program speaks to an agent at an address. A seal would confine only that program.
    const session = definition.url === undefined ? request.seal : undefined;
    const { id: agentId, command, env, namespace, seal: choices = {} } = definition;
    const row = wireTable[wire];
    const more = resumes && row.resumeArguments?.(resumes);
    const sealed = session && row.sealedArguments?.(definition.args);
    const args = [...definition.args, ...(more || []), ...(sealed || [])];
    const seal = session && { session, agentId, choices };
    const cwd = await startFolder(workspace, definition.folder);
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

  /** Records a problem next to the agent's output, where users can see both. */
  note(problem: WireProblem): void {
    const text = problemText(problem);
    // Lines that are not messages have been recorded already.
    if (text !== null) this.tap.record('problem', text);
  }

  get exit(): AgentExit | null {
    const { exit } = this.process;
    return exit && this.explained(exit);
  }

  /**
   * Adds the last output of the program for remote agents: it says why it ended, while its exit
   * code tells users nothing.
   */
  explained(exit: AgentExit): AgentExit {
    const words = this.isElsewhere ? exit.stderrTail.trim().split('\n').at(-1) : '';
    return words ? { ...exit, message: words } : exit;
  }

  /** Called when the agent has started: its later output is not about its start. */
  settle(): void {
    this.progress.dispose();
  }

  /** Asks the process to end, forces it, and releases it. */
  async end(): Promise<void> {
    this.settle();
    await this.process.close();
    this.dispose();
  }
}

/**
 * The folder in which the program starts. It must be inside the session's folder, whatever links
 * the project has.
 */
async function startFolder(workspace: string, below: string | undefined): Promise<string> {
  if (below === undefined) return workspace;
  const folder = join(workspace, below);
  const real = await ifExists(realpath(folder));
  const root = await realpath(workspace);
  if (real === undefined || !(real === root || real.startsWith(root + sep))) {
    const message = `The agent starts in the folder “${below}”, which this session does not have.`;
    throw new AgentStartError(message, 'The folder is "cwd" in its settings.', '', null);
  }
  return folder;
}
