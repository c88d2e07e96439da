import { randomBytes } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { type Disposable, DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { ReportProblem } from '#main/base/files/keptFile';
import { isOutOfDescriptors } from '#main/base/files/outOfDescriptors';
import type { Logger } from '#main/base/log/logger';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { Queue } from '#main/base/queue';
import { secretsGiven } from '#main/base/secrets/givenSecrets';
import { secretValues } from '#main/base/secrets/secretValues';
import { fail, type Result } from '#shared/errors';
import { NO_SEALS, type SealPolicy } from '#shared/seal';
import { locateCommand } from '../found/locateCommand';
import { HEADERS_VARIABLE, socketHeaders } from '../socket/socketHeaders';
import { AgentProcess, type AgentProcessOptions } from './agentProcess';
import { agentEnvironment, commandsRun } from './environment/agentEnvironment';
import { lookUp, type Variables } from './environment/environmentLookup';
import { declaredWithReferences, withReferences } from './environment/references';
import type { ShellEnvironment } from './environment/shellEnvironment';
import { type DescribedFailure, describeStartFailure, type StartFailure } from './exitReason';
import { LAUNCHES_AT_ONCE } from './limits';
import type { SealChoices } from './seal/sealPlan';
import type { SealRequest, Seals } from './seal/seals';
import type { LadderTimings } from './shutdownLadder';
import { PidLedger } from './table/pidLedger';
import { type ProcessTable, signalProcesses } from './table/processTable';
import { systemProcessTable } from './table/sharedProcessTable';
import { Watchdog } from './table/watchdog';
import { windowsSpawn } from './windowsSpawn';

export interface AgentLauncherOptions {
  readonly environment: () => Promise<ShellEnvironment>;
  /** A path in the user-data folder. */
  readonly ledgerPath: string;
  /** Called if the ledger cannot be read. */
  readonly onProblem?: ReportProblem;
  readonly logger: Logger;
  readonly table?: ProcessTable;
  readonly namespaces?: ProcessNamespaces;
  /** Creates seals; without it no sealed agent is started. */
  readonly seals?: Seals;
  readonly timings?: LadderTimings;
}

export interface LaunchRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Variables;
  readonly cwd: string;
  /** If false, the agent runs without a namespace even if the system has them. */
  readonly namespace?: boolean | undefined;
  /** If present, the agent runs sealed or not at all. */
  readonly seal?: AgentSeal | undefined;
}

/** The session and the agent that a seal is for. */
export interface AgentSeal {
  readonly session: SealRequest;
  readonly agentId: string;
  readonly choices: SealChoices;
}

type SealedLaunchRequest = Omit<LaunchRequest, 'seal'> & { readonly seal: AgentSeal };

/** Starts agents, and ensures that none of them outlives the app. */
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

  /** Fires when a process was started or has completely ended. */
  readonly onDidChangeProcesses = this.changes.event;

  constructor(private readonly options: AgentLauncherOptions) {
    super();
    this.logger = options.logger.child('process');
    this.namespaces = options.namespaces ?? new ProcessNamespaces(this.logger);
    this.table = options.table ?? systemProcessTable();
    this.ledger = new PidLedger(options.ledgerPath, this.table, this.logger, options.onProblem);
    this.watchdog = this.register(new Watchdog(this.runPrefix, this.logger));
  }

  /** Agent processes that still run, or that left something running. */
  get processes(): ReadonlySet<AgentProcess> {
    return this.running;
  }

  /** Ends what an earlier run of the app left behind, and returns the number of those processes. */
  sweep(): Promise<number> {
    this.swept ??= this.ledger.sweep();
    return this.swept;
  }

  /**
   * The caller owns the process and must close and dispose it. Only a few start at the same time.
   */
  async launch(
    request: LaunchRequest,
    signal?: AbortSignal,
  ): Promise<Result<AgentProcess, DescribedFailure>> {
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

  /**
   * The environment of a command that is run for an agent. Like the agent, it cannot outlive the
   * app.
   */
  async commandEnvironment(): Promise<Variables> {
    const { variables } = await this.options.environment();
    return agentEnvironment({
      inherited: variables,
      cwd: '',
      runId: commandsRun(`${this.runPrefix}0`),
    });
  }

  /**
   * Remembers secrets that agents were given: none may appear in our files, whatever prints them.
   */
  rememberSecrets(secrets: readonly string[]): void {
    const fresh = secrets.filter((secret) => !this.remembered.has(secret));
    if (fresh.length === 0) return;
    for (const secret of fresh) this.remembered.add(secret);
    this.register(secretValues.add(fresh));
  }

  /** Opens the namespace for an agent's commands; null if the system has none for us. */
  openNamespace(): Promise<ProcessNamespace | null> {
    return this.namespaces.open();
  }

  /**
   * Opens the namespace for the commands of a sealed session, or returns an error if there is no
   * seal.
   */
  async openSealed(request: SealedLaunchRequest): Promise<Result<ProcessNamespace>> {
    const agent = await this.sealedAgent(request);
    const opened = await this.seal(request.seal.session, agent);
    return opened.ok ? opened : { ok: false, error: describeStartFailure(opened.error) };
  }

  /** What the agent may use while it is sealed. */
  async sealPolicy(request: SealedLaunchRequest): Promise<Result<SealPolicy>> {
    const { seals } = this.options;
    if (seals === undefined) return { ok: false, error: describeStartFailure(NO_SEAL) };
    const agent = await this.sealedAgent(request);
    return { ok: true, value: seals.policy(request.seal.session, agent) };
  }

  /**
   * The target of a path that the user wants to allow a sealed agent, or an error that says why the
   * path stays closed.
   */
  async allowance(request: SealedLaunchRequest, path: string): Promise<Result<string>> {
    const { seals } = this.options;
    if (seals === undefined) return { ok: false, error: describeStartFailure(NO_SEAL) };
    return seals.allowance(request.seal.session, await this.sealedAgent(request), path);
  }

  /** Forgets the login of an agent that has logged out, also for sealed sessions. */
  async forgetLogin({ seal }: SealedLaunchRequest): Promise<void> {
    await this.options.seals?.forgetLogin(seal.session, { id: seal.agentId });
  }

  /** Settles when no process is left. No process is started from now on. */
  async closeAll(): Promise<void> {
    this.isClosing = true;
    await this.queue.drain();
    await Promise.all([...this.running].map((process) => process.close()));
    await this.endStrays();
    await this.ledger.drain();
  }

  /** Ends all processes at once, without waiting. No process is started from now on. */
  async killAll(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...this.running].map((process) => process.kill()));
    await this.endStrays();
  }

  protected override release(): void {
    for (const process of this.running) process.dispose();
    super.release();
  }

  /** I9: ends processes that agents' commands may have left outside their process groups. */
  private async endStrays(): Promise<void> {
    const rows = await this.table.list();
    const strays = rows.filter(({ runId }) => runId?.startsWith(this.runPrefix));
    if (strays.length > 0) this.logger.info('strays', { processes: strays.map(({ pid }) => pid) });
    await signalProcesses(strays, 'SIGKILL', this.table);
  }

  private async sealedAgent(request: SealedLaunchRequest) {
    const { command, cwd, env } = request;
    const inherited = (await this.options.environment()).variables;
    // Use the agent's own variables: they may name its home folder, or the folder of its state.
    const variables = {
      ...(await this.commandEnvironment()),
      ...declaredWithReferences(env, inherited),
    };
    const located = await locateCommand(command, { cwd, variables });
    return located.ok
      ? agentToSeal(request, located.value.file, located.value.variables)
      : agentToSeal(request, command, variables);
  }

  private async seal(
    session: SealRequest,
    agent: ReturnType<typeof agentToSeal>,
    meanwhile?: (namespace: ProcessNamespace) => void,
  ): Promise<Result<ProcessNamespace, StartFailure>> {
    const opened = await this.options.seals?.open(session, agent, meanwhile);
    if (opened === undefined) return { ok: false, error: NO_SEAL };
    return opened.ok ? { ok: true, value: opened.value.namespace } : opened;
  }

  /**
   * The only way to start a sealed agent: its program does not start without a seal that holds. The
   * processes that lead to it start while the seal is tested, and wait.
   */
  private async startSealed(
    session: SealRequest,
    agent: ReturnType<typeof agentToSeal>,
    begin: (confined: Confined) => Promise<Started>,
  ): Promise<Started> {
    let beginning: Promise<Started> | undefined;
    const opened = await this.seal(session, agent, (namespace) => {
      beginning = begin({ namespace, confinement: { type: 'sealed' }, waits: true });
    });
    const started = await beginning;
    if (opened.ok && started?.ok) started.value.letGo();
    if (opened.ok) return started ?? { ok: false, error: NO_SEAL };
    if (started?.ok) started.value.dispose();
    return opened;
  }

  private async startOpen(
    { namespace: wantsNamespace = true }: LaunchRequest,
    begin: (confined: Confined) => Promise<Started>,
  ): Promise<Started> {
    if (!wantsNamespace) return begin({ namespace: null, confinement: { type: 'declined' } });
    let namespace: ProcessNamespace | null;
    try {
      namespace = await this.namespaces.open();
    } catch (error) {
      return { ok: false, error: explainNamespace(error as NodeJS.ErrnoException) };
    }
    if (namespace !== null) return begin({ namespace, confinement: { type: 'namespace' } });
    const reason = (await this.namespaces.problem()) ?? 'The reason is unknown.';
    return begin({ namespace, confinement: { type: 'unavailable', reason } });
  }

  private async start(
    request: LaunchRequest,
    inherited: Variables,
  ): Promise<Result<AgentProcess, StartFailure>> {
    const { command, env, cwd } = request;
    const args = request.args.map((text) => withReferences(text, inherited));
    const runId = `${this.runPrefix}${++this.launches}`;
    const declared = declaredWithReferences(env, inherited);
    const given = agentEnvironment({ inherited, declared, cwd, runId });
    this.rememberSecrets(secretsGiven(given, args));
    const headers = given[HEADERS_VARIABLE];
    if (headers !== undefined) this.rememberSecrets(secretsGiven(socketHeaders(headers, given)));
    const badFolder = await checkFolder(cwd);
    if (badFolder) return { ok: false, error: badFolder };
    const located = await locateCommand(command, { cwd, variables: given });
    if (!located.ok) return located;
    const { file, variables } = located.value;
    const spawned = spawnArguments(file, args, variables);
    if (!spawned.ok) return spawned;
    const watch = new MutableDisposable();
    const begin = async (confined: Confined): Promise<Started> => {
      const process = await AgentProcess.start({
        ...spawned.value,
        cwd,
        variables,
        runId,
        table: this.table,
        ...confined,
        logger: this.logger,
        timings: this.options.timings,
        onDidSpawn: (pid) => {
          watch.value = this.watchdog.watch(pid);
        },
      });
      return process.ok ? process : { ok: false, error: explain(process.error, file) };
    };
    const { seal } = request;
    const started =
      seal === undefined
        ? await this.startOpen(request, begin)
        : await this.startSealed(
            seal.session,
            agentToSeal({ ...request, seal }, file, variables),
            begin,
          );
    if (!started.ok) {
      watch.dispose();
      return started;
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
      // Keep the ledger if some processes could not be ended: the next start ends them.
      return left === 0 ? this.ledger.remove(identity.runId) : undefined;
    });
    await this.ledger.add({ ...identity, command });
  }
}

type Confined = Pick<AgentProcessOptions, 'namespace' | 'confinement' | 'waits'>;
type Started = Result<AgentProcess, StartFailure>;

function agentToSeal(
  { command, args, env, seal }: SealedLaunchRequest,
  program: string,
  variables: Variables,
) {
  return {
    id: seal.agentId,
    commandLine: [command, ...args],
    program,
    variables,
    declared: Object.keys(env),
    choices: seal.choices,
  };
}

const NO_SEAL = { type: 'no-seal', message: NO_SEALS.message, fix: null } as const;

function spawnArguments(file: string, args: readonly string[], variables: Variables) {
  return process.platform === 'win32'
    ? windowsSpawn(file, args, lookUp(variables, 'COMSPEC'))
    : { ok: true as const, value: { file, args, windowsVerbatimArguments: false } };
}

/**
 * Spawning in a missing folder fails as if the command were missing, so the folder is checked
 * first.
 */
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

/** Explains a missing namespace: other agents run in one, so this agent does not run without it. */
function explainNamespace(error: NodeJS.ErrnoException): StartFailure {
  const { message } = error;
  if (isOutOfDescriptors(error)) return { type: 'no-descriptors', message };
  return { type: 'no-namespace', message };
}

/** Explains why the system did not start a file that was there a moment ago. */
function explain(error: NodeJS.ErrnoException, file: string): StartFailure {
  const { code, message } = error;
  if (isOutOfDescriptors(error)) return { type: 'no-descriptors', message };
  if (code === 'ENOENT') return { type: 'no-interpreter', file };
  if (code === 'EACCES') return { type: 'not-executable', file };
  return { type: 'refused', message };
}
