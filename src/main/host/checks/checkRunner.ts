import { join } from 'node:path';
import type { AgentDefinition, SealRequest } from '#main/agents/agents';
import type { SessionChanges } from '#main/airlock/airlock';
import { AnchoredReader } from '#main/base/files/anchoredReader';
import { readWithin } from '#main/base/files/readWithin';
import type { WorkTask } from '#main/base/longWorks';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { Queue } from '#main/base/queue';
import { redactPiece } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import type { Workplace, Workplaces } from '#main/host/changes/workplace';
import type { ResultComposer } from '#main/host/compare/resultComposer';
import type { Host } from '#main/host/host';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { AllowedPaths } from '#main/projects/projects';
import type { CheckCommand, CheckEnd } from '#main/terminals/terminals';
import type { CheckRun, ProjectCheck } from '#shared/checks/check';
import { type CheckReport, readReport } from '#shared/checks/checkReport';
import { fail, ok, type Result, valueIn } from '#shared/errors';
import type { AgentId, IdSource } from '#shared/ids';
import type { CheckSelection } from '#shared/ipc/checks';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { counted } from '#shared/text/counted';
import { formatBytes } from '#shared/text/formatBytes';
import { plainOutput } from '#shared/text/plainOutput';
import { prepareSelection } from './checkSelection';
import { CHECK_LOG_TAIL, CHECKS_AT_ONCE, REPORT_BYTES } from './limits';

export interface CheckRunnerOptions {
  readonly host: Host;
  readonly workplaces: Workplaces;
  readonly ids: IdSource;
  readonly allowedPaths: Pick<AllowedPaths, 'of'>;
  now(): number;
  findAgent(id: AgentId): AgentDefinition | undefined;
  openSealed(agent: AgentDefinition, seal: SealRequest): Promise<Result<ProcessNamespace>>;
  /**
   * Opens a namespace, which ends everything that a check leaves running; null if the system has
   * none.
   */
  openNamespace(): Promise<ProcessNamespace | null>;
  /** Runs a command in a terminal; without it nothing can run. */
  readonly run: ((command: CheckCommand) => Promise<CheckEnd>) | undefined;
}

/** The checks to run, by name. */
export type ChosenChecks = Readonly<Record<string, ProjectCheck>>;

export interface ChecksToRun {
  readonly session: HostedSession;
  readonly changes: SessionChanges;
  readonly selection: CheckSelection;
  readonly checks: ChosenChecks;
  readonly task: WorkTask;
}

export interface RunListener {
  /** Called when a check or the project's setup begins to run. */
  onBegin(name: string): void;
  onEnd(run: CheckRun): Promise<void>;
}

/**
 * Runs checks in a copy that exists only for them, made from the user's current files and the
 * chosen hunks.
 */
export class CheckRunner {
  private readonly cores = new Queue({ limit: CHECKS_AT_ONCE });

  constructor(
    private readonly options: CheckRunnerOptions,
    private readonly composer: ResultComposer,
  ) {}

  /** Runs checks one after the other; settles when all have ended. */
  async run(
    { session, changes, selection, checks, task }: ChecksToRun,
    { onBegin, onEnd }: RunListener,
  ): Promise<readonly CheckRun[]> {
    const { workplaces, ids } = this.options;
    const { project } = session.live.state.head;
    const isolation = await this.isolationFor(session.live.state.head.isolation);
    const id = ids.mint('session');
    const workplace = valueIn(await workplaces.create(id, project, isolation));
    try {
      const scratch = valueIn(workplace.changes);
      const { hash } = await prepareSelection(this.composer, changes, selection, async (files) => {
        valueIn(await scratch.composition.fill(files));
      });
      const place = { session, workplace, isolation, task, onBegin };
      const setUp = await this.setUp(place);
      const runs: CheckRun[] = [];
      for (const [name, check] of Object.entries(checks)) {
        task.report(name, runs.length, Object.keys(checks).length);
        const end = setUp ?? (await this.runOne(place, name, check));
        const run = { name, command: check.command, selection: hash, ...end };
        runs.push(run);
        await onEnd(run);
      }
      return runs;
    } finally {
      workplace.dispose();
      await workplaces.remove(id);
    }
  }

  /** Null if everything is ready; otherwise the result for every check. */
  private async setUp(place: CheckPlace): Promise<RunEnd | null> {
    const { setup } = place.workplace;
    if (setup === undefined) return null;
    const end = await this.runOne(place, 'Setup', { command: setup, report: null });
    if (end.outcome === 'passed') return null;
    const message = `The project’s setup did not succeed: ${setup}`;
    return { ...end, outcome: end.outcome === 'cancelled' ? 'cancelled' : 'not-run', message };
  }

  private runOne(
    place: CheckPlace,
    name: string,
    { command, report }: ProjectCheck,
  ): Promise<RunEnd> {
    const { session, workplace, task, onBegin } = place;
    return this.cores.run(async () => {
      const at = this.options.now();
      onBegin(name);
      const enclosure = await this.enclosure(place);
      const end =
        enclosure.ok && this.options.run !== undefined
          ? await this.options.run({
              sessionId: session.id,
              name,
              command,
              cwd: workplace.cwd,
              project: session.live.state.head.project,
              enclosure: enclosure.value,
              signal: task.signal,
            })
          : { exitCode: null, message: enclosure.ok ? null : enclosure.error.message, output: '' };
      const text = secretValues.redactPiece(plainOutput(end.output));
      const written = report === null ? NO_FILE : await readReportFile(workplace.cwd, report);
      const found = withoutSecrets(
        written.type === 'read' ? readReport(written.text, 'file') : readReport(text),
      );
      return {
        ...(task.signal.aborted
          ? { outcome: 'cancelled' as const, message: end.message }
          : endingOf(end, found, written)),
        at,
        milliseconds: this.options.now() - at,
        report: found,
        log: text.slice(-CHECK_LOG_TAIL),
      };
    });
  }

  /**
   * The enclosure for the checks' copy, with the same plan and wrapper as for the session's agent.
   */
  private async enclosure({
    session,
    workplace,
    isolation,
  }: CheckPlace): Promise<Result<ProcessNamespace | null>> {
    if (isolation !== 'sealed') return ok(await this.options.openNamespace());
    const { findAgent, openSealed, allowedPaths } = this.options;
    const agent = findAgent(session.live.state.head.agent.id);
    if (agent === undefined || workplace.seal === undefined) {
      return fail(
        'unavailable',
        'The agent of this session is not in the settings any more, so its seal cannot be made.',
      );
    }
    const allowed = {
      session: allowedPaths.of(session.id),
      project: allowedPaths.of(workplace.seal.project[0] ?? ''),
    };
    return openSealed(agent, { ...workplace.seal, allowed });
  }

  private async isolationFor(isolation: Isolation): Promise<Isolation> {
    if (worksInCopy(isolation)) return isolation;
    return (await this.options.host.canSeal()).available ? 'sealed' : 'isolated';
  }
}

interface CheckPlace {
  readonly session: HostedSession;
  readonly workplace: Workplace;
  readonly isolation: Isolation;
  readonly task: WorkTask;
  readonly onBegin: RunListener['onBegin'];
}

type RunEnd = Omit<CheckRun, 'name' | 'command' | 'selection'>;

/**
 * Also uses the report, because a command that is piped into another succeeds whatever its tests
 * said.
 */
function endingOf(
  { exitCode, message }: CheckEnd,
  report: CheckReport | null,
  written: WrittenReport,
): Pick<RunEnd, 'outcome' | 'message'> {
  if (exitCode === null) return { outcome: 'not-run', message };
  if (exitCode !== 0) return { outcome: 'failed', message };
  if (written.type === 'too-large') {
    return {
      outcome: 'failed',
      message: `The command ended with exit code 0, but its report is larger than ${formatBytes(REPORT_BYTES)} and was not read.`,
    };
  }
  if (report === null || report.failed === 0) {
    const missing = written.type === 'missing' ? 'It wrote no report.' : null;
    return { outcome: 'passed', message: message ?? missing };
  }
  const failures = counted(report.failed, 'failure');
  return {
    outcome: 'failed',
    message: `The command ended with exit code 0, but its report has ${failures}.`,
  };
}

/** The state of the file for a check's report. */
type WrittenReport =
  | { readonly type: 'none' | 'missing' | 'too-large' }
  | { readonly type: 'read'; readonly text: string };

const NO_FILE: WrittenReport = { type: 'none' };

/**
 * The report file. If it does not exist or leads out of the copy, it counts as missing, and the
 * output is read instead.
 */
async function readReportFile(folder: string, path: string): Promise<WrittenReport> {
  try {
    return await new AnchoredReader([folder]).open(join(folder, path), async (file, status) => {
      if (!status.isFile()) return { type: 'missing' };
      if (status.size > REPORT_BYTES) return { type: 'too-large' };
      const bytes = await readWithin(file, Number(status.size), REPORT_BYTES);
      if (bytes === null) return { type: 'too-large' };
      return { type: 'read', text: secretValues.redactPiece(bytes.toString('utf8')) };
    });
  } catch {
    // A check that failed early has no report; its output tells why.
    return { type: 'missing' };
  }
}

/**
 * Removes secrets after reading, because a report may encode names so that only reading reveals a
 * secret.
 */
function withoutSecrets(report: CheckReport | null): CheckReport | null {
  return report && { ...report, failures: report.failures.map((name) => redactPiece(name)) };
}
