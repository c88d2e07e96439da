import { randomBytes } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { type Disposable, DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { secretsGiven } from '#main/base/givenSecrets';
import type { ReportProblem } from '#main/base/keptFile';
import type { Logger } from '#main/base/logger';
import { isOutOfDescriptors } from '#main/base/outOfDescriptors';
import type { ProcessNamespace } from '#main/base/processNamespace';
import { ProcessNamespaces } from '#main/base/processNamespaces';
import { Queue } from '#main/base/queue';
import { secretValues } from '#main/base/secretValues';
import type { Confinement } from '#shared/confinement';
import { fail, type Result } from '#shared/errors';
import { agentEnvironment } from './agentEnvironment';
import { AgentProcess, type AgentProcessOptions } from './agentProcess';
import { lookUp, type Variables } from './environmentLookup';
import { describeStartFailure, type StartFailure } from './exitReason';
import { LAUNCHES_AT_ONCE } from './limits';
import { PidLedger } from './pidLedger';
import { type ProcessTable, signalProcesses } from './processTable';
import { resolveCommand } from './resolveCommand';
import type { ShellEnvironment } from './shellEnvironment';
import type { LadderTimings } from './shutdownLadder';
import { systemProcessTable } from './systemProcessTable';
import { Watchdog } from './watchdog';
import { windowsSpawn } from './windowsSpawn';

export interface AgentLauncherOptions {
  readonly environment: () => Promise<ShellEnvironment>;
  /** In the user-data folder. */
  readonly ledgerPath: string;
  /** Told of it if that cannot be read. */
  readonly onProblem?: ReportProblem;
  readonly logger: Logger;
  readonly table?: ProcessTable;
  readonly namespaces?: ProcessNamespaces;
  readonly timings?: LadderTimings;
}

export interface LaunchRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Variables;
  readonly cwd: string;
  /** False: it runs without a namespace even where there are any. */
  readonly namespace?: boolean | undefined;
}

/** Starts agents, and answers for it that none of them outlives the app. */
export class AgentLauncher extends DisposableOwner {
  private readonly running = new Set<AgentProcess>();
  private readonly runPrefix = `${randomBytes(12).toString('hex')}-`;
  private readonly queue = this.register(new Queue({ limit: LAUNCHES_AT_ONCE }));
  private readonly table: ProcessTable;
  private readonly ledger: PidLedger;
  private readonly watchdog: Watchdog;
  private readonly logger: Logger;
  private readonly namespaces: ProcessNamespaces;
  private readonly remembered = new Set<string>();
  private launches = 0;
  private isClosing = false;
  private swept: Promise<number> | undefined;
  private readonly changes = this.register(new Emitter<void>());

  /** One was started, or nothing of it is left. */
  readonly onDidChangeProcesses = this.changes.event;

  constructor(private readonly options: AgentLauncherOptions) {
    super();
    this.logger = options.logger.child('process');
    this.namespaces = options.namespaces ?? new ProcessNamespaces(this.logger);
    this.table = options.table ?? systemProcessTable();
    this.ledger = new PidLedger(options.ledgerPath, this.table, this.logger, options.onProblem);
    this.watchdog = this.register(new Watchdog(this.runPrefix, this.logger));
  }

  /** Those of which anything is left. */
  get processes(): ReadonlySet<AgentProcess> {
    return this.running;
  }

  /** Ends what an earlier run of the app left behind; gives how many processes that were. */
  sweep(): Promise<number> {
    this.swept ??= this.ledger.sweep();
    return this.swept;
  }

  /** The caller owns the process: it closes and disposes it. A few start at a time. */
  async launch(request: LaunchRequest, signal?: AbortSignal): Promise<Result<AgentProcess>> {
    const { variables } = await this.options.environment();
    return this.queue.run(async () => {
      await this.sweep();
      if (signal?.aborted || this.isClosing) return fail('cancelled', 'The agent was not started.');
      const started = await this.start(request, variables);
      return started.ok
        ? started
        : { ok: false as const, error: describeStartFailure(started.error) };
    });
  }

  /** What a command inherits that is run for an agent. Like the agent, it cannot outlive the app. */
  async commandEnvironment(): Promise<Variables> {
    const { variables } = await this.options.environment();
    return agentEnvironment({ inherited: variables, cwd: '', runId: `${this.runPrefix}commands` });
  }

  /** What agents are given must not come back in a file of ours, whatever prints it. */
  rememberSecrets(secrets: readonly string[]): void {
    const fresh = secrets.filter((secret) => !this.remembered.has(secret));
    if (fresh.length === 0) return;
    for (const secret of fresh) this.remembered.add(secret);
    this.register(secretValues.add(fresh));
  }

  /** Where commands are run for an agent; null where the system has no such thing for us. */
  openNamespace(): Promise<ProcessNamespace | null> {
    return this.namespaces.open();
  }

  /** Settles when no process is left. None is started any more. */
  async closeAll(): Promise<void> {
    this.isClosing = true;
    await this.queue.drain();
    await Promise.all([...this.running].map((process) => process.close()));
    await this.endStrays();
    await this.ledger.drain();
  }

  /** Ends all that is left at once: nobody waits for it any longer. None is started any more. */
  async killAll(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...this.running].map((process) => process.kill()));
    await this.endStrays();
  }

  protected override release(): void {
    for (const process of this.running) process.dispose();
    super.release();
  }

  /** I9: commands that we ran for agents may have left processes outside of their groups. */
  private async endStrays(): Promise<void> {
    const rows = await this.table.list();
    const strays = rows.filter(({ runId }) => runId?.startsWith(this.runPrefix));
    if (strays.length > 0) this.logger.info('strays', { processes: strays.map(({ pid }) => pid) });
    await signalProcesses(strays, 'SIGKILL', this.table);
  }

  private async confine(
    wantsNamespace: boolean,
  ): Promise<Result<Pick<AgentProcessOptions, 'namespace' | 'confinement'>, StartFailure>> {
    if (!wantsNamespace)
      return { ok: true, value: { namespace: null, confinement: { type: 'declined' } } };
    try {
      const namespace = await this.namespaces.open();
      const confinement: Confinement =
        namespace === null
          ? { type: 'unavailable', reason: (await this.namespaces.problem()) ?? 'It is not known.' }
          : { type: 'namespace' };
      return { ok: true, value: { namespace, confinement } };
    } catch (error) {
      return { ok: false, error: explainNamespace(error as NodeJS.ErrnoException) };
    }
  }

  private async start(
    { command, args, env, cwd, namespace: wantsNamespace = true }: LaunchRequest,
    inherited: Variables,
  ): Promise<Result<AgentProcess, StartFailure>> {
    const runId = `${this.runPrefix}${++this.launches}`;
    const variables = agentEnvironment({ inherited, declared: env, cwd, runId });
    this.rememberSecrets(secretsGiven(variables, args));
    const badFolder = await checkFolder(cwd);
    if (badFolder) return { ok: false, error: badFolder };
    const resolved = await resolveCommand(command, { cwd, variables });
    if (!resolved.ok) return resolved;
    const spawned = spawnArguments(resolved.value, args, variables);
    if (!spawned.ok) return spawned;
    const confined = await this.confine(wantsNamespace);
    if (!confined.ok) return confined;
    const watch = new MutableDisposable();
    const started = await AgentProcess.start({
      ...spawned.value,
      cwd,
      variables,
      runId,
      table: this.table,
      ...confined.value,
      logger: this.logger,
      timings: this.options.timings,
      onDidSpawn: (pid) => {
        watch.value = this.watchdog.watch(pid);
      },
    });
    if (!started.ok) {
      watch.dispose();
      return { ok: false, error: explain(started.error, resolved.value) };
    }
    await this.adopt(started.value, command, watch);
    return started;
  }

  private async adopt(process: AgentProcess, command: string, watch: Disposable): Promise<void> {
    const { identity, gone } = process;
    this.running.add(process);
    this.changes.fire();
    this.logger.info('started', { ...identity, command });
    void gone.then(({ left }) => {
      this.running.delete(process);
      this.changes.fire();
      watch.dispose();
      // What could not be ended now is tried again at the next start.
      return left === 0 ? this.ledger.remove(identity.runId) : undefined;
    });
    await this.ledger.add({ ...identity, command });
  }
}

function spawnArguments(file: string, args: readonly string[], variables: Variables) {
  return process.platform === 'win32'
    ? windowsSpawn(file, args, lookUp(variables, 'COMSPEC'))
    : { ok: true as const, value: { file, args, windowsVerbatimArguments: false } };
}

/** Spawning in a folder that is not there fails as if the command were missing. */
async function checkFolder(folder: string): Promise<StartFailure | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return { type: 'no-folder', folder };
    await access(folder, constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { type: 'no-folder', folder };
    return { type: 'refused', message: `the folder ${folder} cannot be entered (${code})` };
  }
}

/** Other agents run in one: this one does not run without. */
function explainNamespace(error: NodeJS.ErrnoException): StartFailure {
  const { message } = error;
  if (isOutOfDescriptors(error)) return { type: 'no-descriptors', message };
  return { type: 'no-namespace', message };
}

/** Why the system would not start a file that was there a moment ago. */
function explain(error: NodeJS.ErrnoException, file: string): StartFailure {
  const { code, message } = error;
  if (isOutOfDescriptors(error)) return { type: 'no-descriptors', message };
  if (code === 'ENOENT') return { type: 'no-interpreter', file };
  if (code === 'EACCES') return { type: 'not-executable', file };
  return { type: 'refused', message };
}
