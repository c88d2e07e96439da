import { sep } from 'node:path';
import type { KeptChanges, SessionChanges } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Host } from '#main/host/host';
import { fail, ok, type Result } from '#shared/errors';
import type { RefreshId, SessionId } from '#shared/ids';
import type { Refreshed, RefreshReport, SessionStanding } from '#shared/ipc/refresh';
import { worksInCopy } from '#shared/session/isolation';

const AT_WORK = fail(
  'conflict',
  'The agent is at work. Wait until its turn has ended, or stop it.',
);

interface Known {
  readonly root: string;
  /** The number of decisions that the session had. */
  readonly decisions: number;
}

/**
 * Finds sessions whose files are behind the user's. After a decision in the project, all files that
 * a session wants to change are compared with the user's; after a change of its own, only those
 * that are new or behind.
 */
export class MovedBases extends DisposableOwner {
  private readonly known = new Map<SessionId, Known>();
  private readonly behind = new Map<SessionId, SessionStanding>();
  /** Files that were unchanged since the session began when they were last compared. */
  private readonly compared = new Map<SessionId, ReadonlySet<string>>();
  /** Sessions in which some file may have changed, even while they are being compared. */
  private readonly outdated = new Set<SessionId>();
  private readonly waiting = new Set<SessionId>();
  private readonly work = new Queue();
  private readonly news = this.register(new Emitter<SessionStanding>());
  readonly onDidChange = this.news.event;

  constructor(
    private readonly host: Pick<
      Host,
      'onDidChangeChanges' | 'onDidOpen' | 'onDidRemove' | 'opened' | 'open' | 'list' | 'kept'
    >,
  ) {
    super();
    this.register(host.onDidOpen((id) => this.note(id)));
    this.register(host.onDidChangeChanges((id) => this.note(id)));
    this.register(host.onDidRemove((id) => this.forget(id)));
  }

  all(): readonly SessionStanding[] {
    return [...this.behind.values()];
  }

  async refresh(sessionId: SessionId): Promise<Result<RefreshReport>> {
    const session = await this.host.open(sessionId);
    if (!session.ok) return session;
    const { changes, live } = session.value;
    if (!changes.ok) return changes;
    const { head } = live.state;
    if (!worksInCopy(head.isolation)) return fail('refused', 'It works on your own files.');
    if (head.base !== null) {
      return fail('refused', 'Its copy began from a branch, and not from your files.');
    }
    if (head.turn !== null) return AT_WORK;
    const { refresh, projectRoot } = changes.value;
    return refresh.run(await this.takenFrom(sessionId, head.project, projectRoot));
  }

  async undo(sessionId: SessionId, refreshId: RefreshId): Promise<Result<null>> {
    const session = await this.host.open(sessionId);
    if (!session.ok) return session;
    const { changes, live } = session.value;
    if (!changes.ok) return changes;
    if (live.state.head.turn !== null) return AT_WORK;
    const undone = await changes.value.refresh.undo(refreshId);
    // Files that were like the user's are behind again.
    this.outdated.add(sessionId);
    this.compareSoon(sessionId);
    return undone.ok ? ok(null) : undone;
  }

  /** Called when the user has seen the result of a refresh. */
  async dismiss(sessionId: SessionId, refreshId: RefreshId): Promise<Result<null>> {
    const session = await this.host.open(sessionId);
    if (!session.ok) return session;
    const { changes } = session.value;
    if (!changes.ok) return changes;
    const dismissed = await changes.value.refresh.dismiss(refreshId);
    return dismissed.ok ? ok(null) : dismissed;
  }

  /** Settles when all sessions are compared. */
  drain(): Promise<void> {
    return this.work.drain();
  }

  private note(id: SessionId): void {
    const changes = this.changesOf(id);
    if (changes === null) return;
    const before = this.known.get(id);
    const decisions = changes.steps.count;
    const root = changes.projectRoot;
    this.known.set(id, { root, decisions });
    this.compareSoon(id);
    if (before === undefined || before.decisions === decisions) return;
    for (const [other, known] of this.known) {
      if (known.root !== root) continue;
      this.outdated.add(other);
      this.compareSoon(other);
    }
  }

  private compareSoon(id: SessionId): void {
    if (this.waiting.has(id)) return;
    this.waiting.add(id);
    this.work.run(() => this.compare(id)).catch(onUnexpectedError);
  }

  private async compare(id: SessionId): Promise<void> {
    this.waiting.delete(id);
    const changes = this.changesOf(id);
    const head = this.host.opened(id)?.live.state.head;
    if (changes === null || this.isDisposed) return;
    const isOwnBase = head === undefined || !worksInCopy(head.isolation) || head.base !== null;
    const open = changes.refresh.openPaths;
    const seen = this.outdated.delete(id) ? new Set() : (this.compared.get(id) ?? new Set());
    const paths = open.filter((path) => !seen.has(path));
    const standing = isOwnBase ? null : await changes.refresh.standing(paths);
    const offered = isOwnBase ? null : await changes.refresh.offered();
    // A base that cannot be read now is compared after the next change.
    if (standing?.ok === false || offered?.ok === false) {
      this.outdated.add(id);
      return;
    }
    const refreshed = offered?.value ?? null;
    const next = { ...(standing?.value ?? UP_TO_DATE), refreshed };
    const moved = new Set(next.moved);
    this.compared.set(id, new Set(open.filter((path) => !moved.has(path))));
    const known = this.behind.get(id);
    if (isSame(known, next) || !this.known.has(id)) return;
    if (next.moved.length === 0 && refreshed === null) this.behind.delete(id);
    else this.behind.set(id, { sessionId: id, ...next });
    this.news.fire({ sessionId: id, ...next });
  }

  /** Files that other sessions of the project have changed, whether or not they are open. */
  private async takenFrom(
    id: SessionId,
    project: string,
    root: string,
  ): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const other of this.host.list()) {
      // Another project may be a folder of the same repository.
      const isNear = other.project === project || other.project.startsWith(`${root}${sep}`);
      if (other.id === id || !isNear) continue;
      const kept = await this.keptOf(other.id);
      if (kept?.projectRoot !== root) continue;
      const taken = kept.all.filter(({ hunks }) =>
        hunks.some(({ outcome }) => outcome.state === 'accepted'),
      );
      paths.push(...taken.flatMap(({ change: { path, oldPath } }) => [path, oldPath ?? path]));
    }
    return paths;
  }

  /** Null for a session whose changes cannot be read. */
  private async keptOf(id: SessionId): Promise<KeptChanges | null> {
    const open = this.changesOf(id);
    if (open !== null) return open;
    const kept = await this.host.kept(id);
    return kept.ok ? kept.value : null;
  }

  private changesOf(id: SessionId): SessionChanges | null {
    const changes = this.host.opened(id)?.changes;
    return changes?.ok ? changes.value : null;
  }

  private forget(id: SessionId): void {
    this.known.delete(id);
    this.compared.delete(id);
    this.outdated.delete(id);
    if (this.behind.delete(id)) this.news.fire({ sessionId: id, ...UP_TO_DATE });
  }
}

const UP_TO_DATE = { moved: [], conflicts: 0, refreshed: null } as const;

function isSame(
  known: SessionStanding | undefined,
  next: Omit<SessionStanding, 'sessionId'>,
): boolean {
  const before = known ?? UP_TO_DATE;
  return (
    before.conflicts === next.conflicts &&
    before.moved.length === next.moved.length &&
    before.moved.every((path, index) => path === next.moved[index]) &&
    isSameRefresh(before.refreshed, next.refreshed)
  );
}

function isSameRefresh(left: Refreshed | null, right: Refreshed | null): boolean {
  return (
    left?.refreshId === right?.refreshId &&
    left?.state === right?.state &&
    left?.canUndo === right?.canUndo
  );
}
