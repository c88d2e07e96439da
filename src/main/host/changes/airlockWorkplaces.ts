import { basename } from 'node:path';
import type { Airlock, KeptChanges, SessionAirlock, SessionPlace } from '#main/airlock/airlock';
import type { Logger } from '#main/base/log/logger';
import type { LongWorks } from '#main/base/longWorks';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Projects } from '#main/projects/projects';
import type { LedgerFacts } from '#shared/airlock/score';
import { type AppError, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { CopyBase } from '#shared/project/copyBase';
import { type CarryManner, mistakeIn, type ProjectSetup } from '#shared/project/projectSetup';
import type { StorageProblem } from '#shared/session/condition';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { AirlockWorkplace } from './airlockWorkplace';
import type { Workplace, Workplaces } from './workplace';

/** Replaces a workplace that cannot be used: the session can be read, but nothing is written. */
class ClosedWorkplace implements Workplace {
  readonly gate = { write: async (): Promise<Result<void>> => this.changes };
  readonly changes: Result<never>;
  readonly storage: StorageProblem;

  constructor(
    readonly cwd: string,
    reason: AppError,
  ) {
    this.changes = { ok: false, error: reason };
    this.storage = {
      kind: 'read-only',
      title: 'The files of this session cannot be used.',
      advice: `${reason.message} You can read the conversation. To continue it, fix this and open it again, or continue in a new session.`,
    };
  }

  async beforeTurn(): Promise<void> {
    // Nothing is stored for the session.
  }

  onAppended(): void {
    // There are no files to check.
  }

  dispose(): void {
    // Nothing was opened.
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

type Extra = Pick<Workplace, 'setup' | 'remark'>;

/** Sessions whose writes go through the airlock, in their own tree or the user's. */
export class AirlockWorkplaces implements Workplaces {
  /** Sessions being closed; opening or removing one of them waits until it is closed. */
  private readonly closing = new Map<SessionId, Promise<void>>();

  constructor(
    private readonly airlock: Airlock,
    private readonly logger: Logger,
    private readonly projects: Pick<Projects, 'read'>,
    private readonly works: LongWorks,
  ) {}

  create(
    sessionId: SessionId,
    project: string,
    isolation: Isolation,
    base?: string,
  ): Promise<Result<Workplace>> {
    const place = { sessionId, project, isolation, base };
    if (!worksInCopy(isolation)) return this.make(place);
    const title = `Copying ${basename(project)}`;
    return this.works.run({ title, canCancel: true }, (task) => this.make({ ...place, task }));
  }

  private async make(place: SessionPlace): Promise<Result<Workplace>> {
    const { project, isolation } = place;
    // In place everything exists already, and the user has set it up.
    const found = worksInCopy(isolation) ? await this.projects.read(project) : null;
    const setup = found?.ok ? found.value : null;
    const remark = setup && remarkOn(setup);
    if (remark) return this.take(place, { remark });
    if (setup?.type !== 'found' || setup.trust !== 'trusted') return this.take(place, {});
    const pathsOf = (manner: CarryManner) =>
      setup.carried.filter((thing) => thing.as === manner).map(({ path }) => path);
    const carry = { copy: pathsOf('copy'), link: pathsOf('link') };
    const command = setup.plan.setup;
    return this.take({ ...place, carry }, command === null ? {} : { setup: command });
  }

  bases(project: string): Promise<Result<readonly CopyBase[]>> {
    return this.airlock.bases(project);
  }

  /** Reopens a session. Missing or broken files do not prevent reading the conversation. */
  async reopen(
    sessionId: SessionId,
    place: { readonly project: string; readonly cwd: string; readonly isolation: Isolation },
  ): Promise<Result<Workplace>> {
    const { project, isolation } = place;
    const opened = await this.take({ sessionId, project, isolation }, {}, { isNew: false });
    if (opened.ok) {
      opened.value.catchUp();
      return opened;
    }
    this.logger.warn('a session has no place to work in', { sessionId, error: opened.error });
    return ok(new ClosedWorkplace(place.cwd, opened.error));
  }

  async settled(sessionId: SessionId): Promise<void> {
    await this.closing.get(sessionId);
  }

  async remove(sessionId: SessionId): Promise<Result<void>> {
    await this.closing.get(sessionId);
    return this.airlock.remove(sessionId);
  }

  /** The disk space of a session, in bytes. */
  size(sessionId: SessionId): Promise<Result<number>> {
    return this.airlock.size(sessionId);
  }

  score(sessionId: SessionId): Promise<Result<LedgerFacts>> {
    return this.airlock.score(sessionId);
  }

  async kept(sessionId: SessionId): Promise<Result<KeptChanges | null>> {
    await this.closing.get(sessionId);
    return this.airlock.kept(sessionId);
  }

  /** Settles when no file of a closed session is still being written. */
  async drain(): Promise<void> {
    await Promise.all(this.closing.values());
  }

  private async take(
    place: SessionPlace,
    extra: Extra,
    options: { readonly isNew: boolean } = { isNew: true },
  ): Promise<Result<AirlockWorkplace>> {
    const { sessionId } = place;
    await this.closing.get(sessionId);
    const opened = await this.airlock.openSession(place, options);
    if (!opened.ok) return opened;
    const rested = await opened.value.awaitFirstTurn();
    if (!rested.ok) this.logger.warn('the user’s edits may be listed', { error: rested.error });
    const close = () => this.close(sessionId, opened.value);
    return ok(new AirlockWorkplace(opened.value, this.logger, close, extra));
  }

  private close(sessionId: SessionId, airlock: SessionAirlock): void {
    const closing = airlock
      .close()
      .catch(onUnexpectedError)
      .finally(() => this.closing.delete(sessionId));
    this.closing.set(sessionId, closing);
  }
}

/**
 * The remark on a project's setup file: one that was never trusted is not missed, one that is no
 * longer valid is.
 */
function remarkOn(setup: ProjectSetup): string | null {
  const isChanged = setup.type === 'found' && setup.trust === 'changed';
  return isChanged ? 'It has changed since you trusted it.' : mistakeIn(setup);
}
