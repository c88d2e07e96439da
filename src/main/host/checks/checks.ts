import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionChanges } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { LongWorks } from '#main/base/longWorks';
import { ResultComposer } from '#main/host/compare/resultComposer';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { Projects } from '#main/projects/projects';
import { type ChangeView, openFiles, openHunks } from '#shared/airlock/changeView';
import { type CheckRun, type ChosenHunks, isGreen, standingOf } from '#shared/checks/check';
import { AppException, type Result, resultOf, valueIn } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { CheckSelection, ChecksState, GivenOnce } from '#shared/ipc/checks';
import { mistakeIn, type ProjectSetup } from '#shared/project/projectSetup';
import { CheckRecords } from './checkRecords';
import { CheckRunner, type CheckRunnerOptions, type ChosenChecks } from './checkRunner';
import { prepareSelection } from './checkSelection';

export interface ChecksOptions extends CheckRunnerOptions {
  readonly projects: Pick<Projects, 'read' | 'onDidChangeTrust'>;
  readonly works: LongWorks;
  /** The folder of all sessions' records, with one folder per session. */
  readonly folder: string;
  readonly onProblem: ReportProblem;
  /** Whether the user requires this project's checks to pass before changes are accepted. */
  isRequired(project: string): boolean;
}

/** The name of a check whose command the user typed. */
const TYPED = 'Command';

/** Checks that an agent requests. */
export interface RequestedChecks {
  /** The names of the checks; null for all. */
  readonly names: readonly string[] | null;
  /** Whether a check may run now; may ask the user. */
  mayRun(name: string, command: string): Promise<Result<void>>;
  readonly signal: AbortSignal;
}

interface Running {
  readonly names: readonly string[];
  /** The folder whose file the user trusts; null if the checks were given only once. */
  readonly trusted: string | null;
  current: string | null;
  cancel(): void;
}

/** Runs the checks of projects on hunks that the user has chosen, each run in its own copy. */
export class Checks extends DisposableOwner {
  private readonly news = this.register(new Emitter<SessionId>());
  readonly onDidChange = this.news.event;
  private readonly running = new Map<SessionId, Running>();
  private readonly records = new Map<SessionId, CheckRecords>();
  private readonly composer: ResultComposer;
  private readonly runner: CheckRunner;

  constructor(private readonly options: ChecksOptions) {
    super();
    this.composer = new ResultComposer(options.host);
    this.runner = new CheckRunner(options, this.composer);
    this.register(options.host.onDidRemove((id) => this.forget(id)));
    this.register(
      options.projects.onDidChangeTrust(({ folder, isTrusted }) => {
        if (!isTrusted) this.stopTrusted(folder);
        // Every session of the project can now run other checks.
        for (const { id } of options.host.list()) if (options.host.opened(id)) this.news.fire(id);
      }),
    );
  }

  /** The known state of a selection. Runs nothing. */
  async state(selection: CheckSelection): Promise<Result<ChecksState>> {
    return resultOf(async () => {
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
        // A file that cannot be read may contain checks.
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

  /** Settles when the checks have ended. Their results are on disk by then. */
  run(
    selection: CheckSelection,
    names: readonly string[] | null,
    once: GivenOnce | null,
  ): Promise<Result<readonly CheckRun[]>> {
    const { sessionId } = selection;
    return resultOf(async () => {
      const checks = await this.chosen(sessionId, names, once);
      return this.runThese(selection, checks, { isGiven: once !== null });
    });
  }

  /**
   * Runs checks for an agent on all its changes that the user has not decided on. Only checks that
   * the user trusts and that `mayRun` allows are run.
   */
  runRequested(
    sessionId: SessionId,
    { names, mayRun, signal }: RequestedChecks,
  ): Promise<Result<readonly CheckRun[]>> {
    return resultOf(async () => {
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
    const { session, changes } = await this.opened(sessionId);
    const { title, project } = session.live.state.head;
    const trusted = isGiven ? null : ((await ifExists(realpath(project))) ?? project);
    const work = { title: `Checking ${title}`.slice(0, TITLE_CHARACTERS), canCancel: true };
    return this.options.works.run(work, async (task) => {
      // Another run may have begun in the meantime.
      this.assertIdle(sessionId);
      const stop = new AbortController();
      const cancel = () => stop.abort();
      const signals = [stop.signal, task.signal, ...(signal ? [signal] : [])];
      const running: Running = { names: Object.keys(checks), trusted, current: null, cancel };
      this.running.set(sessionId, running);
      this.news.fire(sessionId);
      const stoppable = { ...task, signal: AbortSignal.any(signals) };
      try {
        return await this.runner.run(
          { session, changes, selection, checks, task: stoppable },
          {
            onBegin: (name) => {
              running.current = name;
              this.news.fire(sessionId);
            },
            onEnd: async (run) => {
              await this.recordsOf(sessionId).add(run);
              this.news.fire(sessionId);
            },
          },
        );
      } finally {
        this.running.delete(sessionId);
        this.news.fire(sessionId);
      }
    });
  }

  /**
   * Stops the checks that run because of trust. A command that was given once was allowed
   * separately.
   */
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

  /** The selection's hash; null without runs to compare it with. */
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
}

const CHECKS_FILE = 'checks.json';
const TITLE_CHARACTERS = 80;

/**
 * The checks to run. Nothing in a project's file runs unless the user trusts it or has allowed it
 * this once.
 */
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

/** Undecided hunks that can be accepted. */
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
