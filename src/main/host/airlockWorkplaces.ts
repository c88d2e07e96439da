import type { Airlock, SessionAirlock, SessionPlace } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { Logger } from '#main/base/logger';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Projects } from '#main/projects/projects';
import { type AppError, fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { CarryManner, ProjectSetup } from '#shared/project/projectSetup';
import type { Isolation } from '#shared/session/events';
import { AirlockWorkplace } from './airlockWorkplace';
import { ClosedWorkplace } from './closedWorkplace';
import type { Workplace, Workplaces } from './workplace';

type Extra = Pick<Workplace, 'setup' | 'remark'>;

/** Sessions whose writes go through the airlock, in a tree of their own or in the user's. */
export class AirlockWorkplaces extends DisposableOwner implements Workplaces {
  private readonly changes = this.register(new Emitter<SessionId>());
  private readonly opened = new Map<SessionId, SessionAirlock>();
  /** Whoever opens or removes a session that is being let go waits for that. */
  private readonly closing = new Map<SessionId, Promise<void>>();
  /** Sessions whose files cannot be used, and why. */
  private readonly closed = new Map<SessionId, AppError>();
  /** A session's changes, or what is decided about them, are others than before. */
  readonly onDidChange = this.changes.event;

  constructor(
    private readonly airlock: Airlock,
    private readonly logger: Logger,
    private readonly projects: Pick<Projects, 'read'>,
  ) {
    super();
  }

  async create(
    sessionId: SessionId,
    project: string,
    isolation: Isolation,
  ): Promise<Result<Workplace>> {
    const place = { sessionId, project, isolation };
    // In place everything is there, and was set up by the user.
    const found = isolation === 'isolated' ? await this.projects.read(project) : null;
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

  /** What is gone or broken keeps nobody from reading the conversation. */
  async reopen(
    sessionId: SessionId,
    place: { readonly project: string; readonly cwd: string; readonly isolation: Isolation },
  ): Promise<Result<Workplace>> {
    const { project, isolation } = place;
    const opened = await this.take({ sessionId, project, isolation }, {}, { isNew: false });
    if (opened.ok) return opened;
    this.logger.warn('a session has no place to work in', { sessionId, error: opened.error });
    this.closed.set(sessionId, opened.error);
    return ok(new ClosedWorkplace(place.cwd, opened.error));
  }

  async settled(sessionId: SessionId): Promise<void> {
    await this.closing.get(sessionId);
    this.closed.delete(sessionId);
  }

  async remove(sessionId: SessionId): Promise<Result<void>> {
    await this.closing.get(sessionId);
    return this.airlock.remove(sessionId);
  }

  /** What a session takes on the disk, in bytes. */
  size(sessionId: SessionId): Promise<Result<number>> {
    return this.airlock.size(sessionId);
  }

  /** The airlock of a session that is open. */
  find(sessionId: SessionId): Result<SessionAirlock> {
    const airlock = this.opened.get(sessionId);
    if (airlock) return ok(airlock);
    const error = this.closed.get(sessionId);
    return error
      ? { ok: false, error }
      : fail('unavailable', 'The files that this session works on cannot be found.');
  }

  /** Settles when nothing of a session that was let go is still being written. */
  async drain(): Promise<void> {
    await Promise.all(this.closing.values());
  }

  private async take(
    place: SessionPlace,
    extra: Extra,
    options: { readonly isNew: boolean } = { isNew: true },
  ): Promise<Result<Workplace>> {
    const { sessionId } = place;
    await this.closing.get(sessionId);
    this.closed.delete(sessionId);
    const opened = await this.airlock.openSession(place, options);
    if (!opened.ok) return opened;
    const rested = await opened.value.awaitFirstTurn();
    if (!rested.ok) this.logger.warn('the user’s edits may be listed', { error: rested.error });
    return ok(this.adopt(sessionId, opened.value, extra));
  }

  private adopt(sessionId: SessionId, airlock: SessionAirlock, extra: Extra): Workplace {
    this.opened.set(sessionId, airlock);
    airlock.onDidChange(() => this.changes.fire(sessionId));
    const close = () => this.close(sessionId, airlock);
    return new AirlockWorkplace(airlock, this.logger, close, extra);
  }

  private close(sessionId: SessionId, airlock: SessionAirlock): void {
    this.opened.delete(sessionId);
    const closing = airlock
      .close()
      .catch(onUnexpectedError)
      .finally(() => this.closing.delete(sessionId));
    this.closing.set(sessionId, closing);
  }
}

/** A file that was never trusted was never counted on; one that no longer counts is missed. */
function remarkOn(setup: ProjectSetup): string | null {
  if (setup.type === 'invalid') {
    const [first] = setup.problems;
    return `It has a mistake in line ${first?.line}, column ${first?.column}: ${first?.message}.`;
  }
  const isChanged = setup.type === 'found' && setup.trust === 'changed';
  return isChanged ? 'It has changed since you trusted it.' : null;
}
