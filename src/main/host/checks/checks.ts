import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentDefinition, SealRequest } from '#main/agents/agents';
import type { SessionChanges } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { AnchoredReader } from '#main/base/files/anchoredReader';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { LongWorks, WorkTask } from '#main/base/longWorks';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { Queue } from '#main/base/queue';
import { redactPiece } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import type { Workplace, Workplaces } from '#main/host/changes/workplace';
import { ResultComposer, valueIn } from '#main/host/compare/resultComposer';
import type { Host } from '#main/host/host';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { AllowedPaths, Projects } from '#main/projects/projects';
import type { CheckCommand, CheckEnd } from '#main/terminals/terminals';
import { type ChangeView, openFiles, openHunks } from '#shared/airlock/changeView';
import {
  type CheckRun,
  type ChosenHunks,
  isGreen,
  type ProjectCheck,
  standingOf,
} from '#shared/checks/check';
import { type CheckReport, readReport } from '#shared/checks/checkReport';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { AgentId, IdSource, SessionId } from '#shared/ids';
import type { CheckSelection, ChecksState, GivenOnce } from '#shared/ipc/checks';
import { mistakeIn, type ProjectSetup } from '#shared/project/projectSetup';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { counted } from '#shared/text/counted';
import { formatBytes } from '#shared/text/formatBytes';
import { plainOutput } from '#shared/text/plainOutput';
import { CheckRecords } from './checkRecords';
import { prepareSelection } from './checkSelection';
import { CHECK_LOG_TAIL, CHECKS_AT_ONCE, REPORT_BYTES } from './limits';

export interface ChecksOptions {
  readonly host: Host;
  readonly workplaces: Workplaces;
  readonly projects: Pick<Projects, 'read' | 'onDidChangeTrust'>;
  readonly works: LongWorks;
  readonly ids: IdSource;
  /** The folder of all sessions' records: one folder below it per session. */
  readonly folder: string;
  readonly onProblem: ReportProblem;
  readonly allowedPaths: Pick<AllowedPaths, 'of'>;
  now(): number;
  findAgent(id: AgentId): AgentDefinition | undefined;
  openSealed(agent: AgentDefinition, seal: SealRequest): Promise<Result<ProcessNamespace>>;
  /** Ends with the check whatever it leaves running; null where the system has none. */
  openNamespace(): Promise<ProcessNamespace | null>;
  /** Runs a command in a terminal; without it nothing can be run. */
  readonly run: ((command: CheckCommand) => Promise<CheckEnd>) | undefined;
  /** Whether the user wants this project's changes accepted only when its checks have passed. */
  isRequired(project: string): boolean;
}

/** What was typed in is known by this name. */
const TYPED = 'Command';

/** What an agent asks for. */
export interface RequestedChecks {
  /** The names of the checks; null: all. */
  readonly names: readonly string[] | null;
  /** Whether a check may run now; may ask the user. */
  mayRun(name: string, command: string): Promise<Result<void>>;
  readonly signal: AbortSignal;
}

type ChosenChecks = Readonly<Record<string, ProjectCheck>>;

interface Running {
  readonly names: readonly string[];
  /** The folder whose file the user trusts; null if the checks were given once. */
  readonly trusted: string | null;
  current: string | null;
  cancel(): void;
}

/** Runs the checks of projects on hunks that the user has chosen, each time in a copy of its own. */
export class Checks extends DisposableOwner {
  private readonly news = this.register(new Emitter<SessionId>());
  readonly onDidChange = this.news.event;
  private readonly cores = new Queue({ limit: CHECKS_AT_ONCE });
  private readonly running = new Map<SessionId, Running>();
  private readonly records = new Map<SessionId, CheckRecords>();
  private readonly composer: ResultComposer;

  constructor(private readonly options: ChecksOptions) {
    super();
    this.composer = new ResultComposer(options.host);
    this.register(options.host.onDidRemove((id) => this.forget(id)));
    this.register(
      options.projects.onDidChangeTrust(({ folder, isTrusted }) => {
        if (!isTrusted) this.stopTrusted(folder);
        // What can be run now is another thing, in whichever session of the project.
        for (const { id } of options.host.list()) if (options.host.opened(id)) this.news.fire(id);
      }),
    );
  }

  /** What is known about a selection. Nothing is run for it. */
  async state(selection: CheckSelection): Promise<Result<ChecksState>> {
    return this.attempt(async () => {
      const { sessionId } = selection;
      const { session, changes } = await this.opened(sessionId);
      const { project } = session.live.state.head;
      const setup = valueIn(await this.options.projects.read(project));
      const checks = setup.type === 'found' ? setup.plan.checks : {};
      const runs = await this.recordsOf(sessionId).runs();
      const { hash, problem } = await this.hashOf(changes, selection, runs);
      const typed = runs.findLast(({ name }) => name === TYPED);
      const all = [
        ...Object.entries(checks).map(([name, { command }]) => ({ name, command })),
        ...(typed && !(TYPED in checks) ? [{ name: TYPED, command: typed.command }] : []),
      ];
      const running = this.running.get(sessionId);
      const count = Object.keys(checks).length;
      return {
        checks: all.map((check) => ({ ...check, standing: standingOf(runs, check, hash) })),
        trust: setup.type === 'found' ? setup.trust : null,
        fault: mistakeIn(setup),
        hash: setup.type === 'found' ? setup.hash : null,
        running: running ? { names: running.names, current: running.current } : null,
        // A file that cannot be read may hold checks.
        isRequired: this.options.isRequired(project) && (setup.type === 'invalid' || count > 0),
        isGreen: hash !== null && count > 0 && isGreen(runs, checks, hash),
        problem,
      };
    });
  }

  /** All runs of a session, oldest first. */
  runsOf(sessionId: SessionId): Promise<readonly CheckRun[]> {
    return this.recordsOf(sessionId).runs();
  }

  /** Settles when the checks have ended. What they said is on the disk by then. */
  run(
    selection: CheckSelection,
    names: readonly string[] | null,
    once: GivenOnce | null,
  ): Promise<Result<readonly CheckRun[]>> {
    const { sessionId } = selection;
    return this.attempt(async () => {
      const checks = await this.chosen(sessionId, names, once);
      return this.runThese(selection, checks, { isGiven: once !== null });
    });
  }

  /**
   * Runs checks for an agent, on everything that it has changed and the user has not decided on. Only what the user
   * trusts runs, and `mayRun` allows.
   */
  runRequested(
    sessionId: SessionId,
    { names, mayRun, signal }: RequestedChecks,
  ): Promise<Result<readonly CheckRun[]>> {
    return this.attempt(async () => {
      const checks = await this.chosen(sessionId, names, null);
      for (const [name, { command }] of Object.entries(checks))
        valueIn(await mayRun(name, command));
      const { changes } = await this.opened(sessionId);
      const { fault } = await changes.look();
      if (fault !== null) throw new AppException({ code: 'unavailable', message: fault });
      const { changes: files } = changes.snapshot();
      return this.runThese({ sessionId, hunks: undecidedHunks(files) }, checks, { signal });
    });
  }

  private async chosen(
    sessionId: SessionId,
    names: readonly string[] | null,
    once: GivenOnce | null,
  ): Promise<ChosenChecks> {
    if (this.options.run === undefined) {
      throw new AppException({ code: 'unavailable', message: 'There are no terminals here.' });
    }
    this.assertIdle(sessionId);
    const { session } = await this.opened(sessionId);
    const setup = valueIn(await this.options.projects.read(session.live.state.head.project));
    return chosenChecks(setup, names, once);
  }

  private assertIdle(sessionId: SessionId): void {
    if (!this.running.has(sessionId)) return;
    const message = 'Checks of this session are already running.';
    throw new AppException({ code: 'conflict', message });
  }

  private async runThese(
    selection: CheckSelection,
    checks: ChosenChecks,
    { isGiven = false, signal }: { readonly isGiven?: boolean; readonly signal?: AbortSignal },
  ): Promise<readonly CheckRun[]> {
    const { sessionId } = selection;
    const { session } = await this.opened(sessionId);
    const { title, project } = session.live.state.head;
    const trusted = isGiven ? null : ((await ifExists(realpath(project))) ?? project);
    const work = { title: `Checking ${title}`.slice(0, TITLE_CHARACTERS), canCancel: true };
    return this.options.works.run(work, async (task) => {
      // Another run may have begun in the meantime.
      this.assertIdle(sessionId);
      const stop = new AbortController();
      const cancel = () => stop.abort();
      const signals = [stop.signal, task.signal, ...(signal ? [signal] : [])];
      this.running.set(sessionId, { names: Object.keys(checks), trusted, current: null, cancel });
      this.news.fire(sessionId);
      try {
        return await this.carryOut(selection, checks, {
          ...task,
          signal: AbortSignal.any(signals),
        });
      } finally {
        this.running.delete(sessionId);
        this.news.fire(sessionId);
      }
    });
  }

  /** What was given once, the user has allowed by itself. */
  private stopTrusted(folder: string): void {
    for (const { trusted, cancel } of this.running.values()) if (trusted === folder) cancel();
  }

  cancel(sessionId: SessionId): void {
    this.running.get(sessionId)?.cancel();
  }

  protected override release(): void {
    for (const { cancel } of this.running.values()) cancel();
    super.release();
  }

  /** In a copy that is there only for this, and made of the user's files as they are now. */
  private async carryOut(
    selection: CheckSelection,
    checks: ChosenChecks,
    task: WorkTask,
  ): Promise<readonly CheckRun[]> {
    const { workplaces, ids } = this.options;
    const { session, changes } = await this.opened(selection.sessionId);
    const { project } = session.live.state.head;
    const isolation = await this.isolationFor(session.live.state.head.isolation);
    const id = ids.mint('session');
    const workplace = valueIn(await workplaces.create(id, project, isolation));
    try {
      const scratch = valueIn(workplace.changes);
      const { hash } = await prepareSelection(this.composer, changes, selection, async (files) => {
        valueIn(await scratch.composition.fill(files));
      });
      const place = { session, workplace, isolation, task };
      const setUp = await this.setUp(place);
      const runs: CheckRun[] = [];
      for (const [name, check] of Object.entries(checks)) {
        task.report(name, runs.length, Object.keys(checks).length);
        const end = setUp ?? (await this.runOne(place, name, check));
        const run = { name, command: check.command, selection: hash, ...end };
        runs.push(run);
        await this.recordsOf(session.id).add(run);
        this.news.fire(session.id);
      }
      return runs;
    } finally {
      workplace.dispose();
      await workplaces.remove(id);
    }
  }

  /** Null if everything is ready; otherwise what is to be said of every check. */
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
    const { session, workplace, task } = place;
    return this.cores.run(async () => {
      const at = this.options.now();
      const running = this.running.get(session.id);
      if (running) running.current = name;
      this.news.fire(session.id);
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

  /** The same plan and the same wrapper as the session's agent, around the copy for the checks. */
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

  /** Without runs there is nothing that the hash could be compared with. */
  private async hashOf(
    changes: SessionChanges,
    selection: CheckSelection,
    runs: readonly CheckRun[],
  ): Promise<{ readonly hash: string | null; readonly problem: string | null }> {
    if (runs.length === 0) return { hash: null, problem: null };
    try {
      const { hash } = await prepareSelection(
        this.composer,
        changes,
        selection,
        async () => undefined,
      );
      return { hash, problem: null };
    } catch (error) {
      if (!(error instanceof AppException)) throw error;
      return { hash: null, problem: error.message };
    }
  }

  private async opened(
    sessionId: SessionId,
  ): Promise<{ readonly session: HostedSession; readonly changes: SessionChanges }> {
    const session = valueIn(await this.options.host.open(sessionId));
    return { session, changes: valueIn(session.changes) };
  }

  private recordsOf(sessionId: SessionId): CheckRecords {
    const { folder, onProblem } = this.options;
    const known =
      this.records.get(sessionId) ??
      new CheckRecords(join(folder, sessionId, CHECKS_FILE), onProblem);
    this.records.set(sessionId, known);
    return known;
  }

  private forget(sessionId: SessionId): void {
    this.cancel(sessionId);
    this.records.delete(sessionId);
  }

  private async attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work());
    } catch (error) {
      if (!(error instanceof AppException)) throw error;
      const { code, message, detail } = error;
      return fail(code, message, detail);
    }
  }
}

export const CHECKS_FILE = 'checks.json';
const TITLE_CHARACTERS = 80;

interface CheckPlace {
  readonly session: HostedSession;
  readonly workplace: Workplace;
  readonly isolation: Isolation;
  readonly task: WorkTask;
}

type RunEnd = Omit<CheckRun, 'name' | 'command' | 'selection'>;

/** A command that is piped into another ends well whatever its tests said: its report is believed, too. */
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

/** Nothing of a project's file runs that the user has not trusted, or has not allowed for this once. */
function chosenChecks(
  setup: ProjectSetup,
  names: readonly string[] | null,
  once: GivenOnce | null,
): ChosenChecks {
  if (once?.type === 'command') return { [TYPED]: { command: once.command, report: null } };
  const mistake = mistakeIn(setup);
  if (mistake !== null) throw refused(`The checks in .airlock.json cannot be read. ${mistake}`);
  if (setup.type !== 'found')
    throw refused('This project has no checks. Add them to .airlock.json.');
  const isGiven = once?.hash === setup.hash;
  if (setup.trust !== 'trusted' && !isGiven) {
    throw refused('The checks of this project are not trusted. Review .airlock.json first.');
  }
  const all = Object.entries(setup.plan.checks);
  if (all.length === 0) throw refused('This project has no checks. Add them to .airlock.json.');
  const unknown = names?.find((name) => !Object.hasOwn(setup.plan.checks, name));
  if (unknown !== undefined) {
    const known = all.map(([name]) => name).join(', ');
    throw refused(`There is no check named “${unknown}”. This project has: ${known}.`);
  }
  return Object.fromEntries(all.filter(([name]) => names === null || names.includes(name)));
}

/** What can be accepted, and is not decided on. */
function undecidedHunks(views: readonly ChangeView[]): readonly ChosenHunks[] {
  return openFiles(views)
    .filter(({ risk }) => risk.type !== 'refused')
    .map((view) => ({
      changeId: view.change.changeId,
      hunkIds: openHunks(view).map(({ hunk }) => hunk.id),
    }));
}

function refused(message: string): AppException {
  return new AppException({ code: 'refused', message });
}

/** What became of the file that a check was to write its report to. */
type WrittenReport =
  | { readonly type: 'none' | 'missing' | 'too-large' }
  | { readonly type: 'read'; readonly text: string };

const NO_FILE: WrittenReport = { type: 'none' };

/** A file that is not there, or leads out of the copy, is missing: then the output is read. */
async function readReportFile(folder: string, path: string): Promise<WrittenReport> {
  try {
    return await new AnchoredReader([folder]).open(join(folder, path), async (file, status) => {
      if (!status.isFile()) return { type: 'missing' };
      if (status.size > REPORT_BYTES) return { type: 'too-large' };
      return { type: 'read', text: secretValues.redactPiece(await file.readFile('utf8')) };
    });
  } catch {
    // A check that failed early has written none; what it printed says why.
    return { type: 'missing' };
  }
}

/** Names in a report may be written in a way in which only reading it brings a secret to light. */
function withoutSecrets(report: CheckReport | null): CheckReport | null {
  return report && { ...report, failures: report.failures.map((name) => redactPiece(name)) };
}
