import type { KeptChanges } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Host } from '#main/host/host';
import {
  areExclusive,
  type Collision,
  collisionLevel,
  type TouchedFiles,
  touchedFiles,
} from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import type { SessionCollisions } from '#shared/ipc/compare';
import type { SessionSummary } from '#shared/session/summary';

/** Files that are recorded for one session; a session with more collides everywhere. */
const MAX_FILES = 2_000;

interface Member {
  readonly root: string;
  readonly files: TouchedFiles;
}

type CollisionsHost = Pick<
  Host,
  | 'onDidChangeChanges'
  | 'onDidChangeSummary'
  | 'onDidOpen'
  | 'onDidRemove'
  | 'opened'
  | 'list'
  | 'kept'
>;

/**
 * Sessions of the same project that change the same files; archived ones are left out. A session is
 * compared when its changes are updated, which costs as much as it has files. Sessions that were
 * not opened since startup are read from their ledgers, once each.
 */
export class Collisions extends DisposableOwner {
  private readonly members = new Map<SessionId, Member>();
  private readonly byPath = new Map<string, Set<SessionId>>();
  private readonly known = new Map<SessionId, readonly Collision[]>();
  private readonly archived = new Set<SessionId>();
  /** Sessions whose changes are known, or being read. */
  private readonly seen = new Set<SessionId>();
  private readonly reading = new Queue();
  private readonly news = this.register(new Emitter<SessionCollisions>());
  readonly onDidChange = this.news.event;

  constructor(private readonly host: CollisionsHost) {
    super();
    const look = (sessionId: SessionId) => this.look(sessionId);
    this.register(host.onDidChangeChanges(look));
    // Sessions of an earlier run have their changes already.
    this.register(host.onDidOpen(look));
    this.register(host.onDidChangeSummary((summary) => this.note(summary)));
    this.register(
      host.onDidRemove((sessionId) => {
        this.seen.delete(sessionId);
        this.archived.delete(sessionId);
        this.put(sessionId, null);
      }),
    );
    for (const summary of host.list()) this.note(summary);
  }

  all(): readonly SessionCollisions[] {
    return [...this.known].map(([sessionId, collisions]) => ({ sessionId, collisions }));
  }

  /** Settles when the ledgers of all sessions are read. */
  drain(): Promise<void> {
    return this.reading.drain();
  }

  /**
   * Called for every event of a session, so it must cost nothing if the event does not matter here.
   */
  private note({ id, archived }: Pick<SessionSummary, 'id' | 'archived'>): void {
    if (archived) {
      if (this.archived.has(id)) return;
      this.archived.add(id);
      this.seen.delete(id);
      this.put(id, null);
      return;
    }
    this.archived.delete(id);
    if (!this.seen.has(id)) this.look(id);
  }

  private look(id: SessionId): void {
    if (this.archived.has(id)) return;
    this.seen.add(id);
    const session = this.host.opened(id);
    if (session === null) this.reading.run(() => this.read(id)).catch(onUnexpectedError);
    else if (session.changes.ok) this.take(id, session.changes.value);
  }

  private async read(id: SessionId): Promise<void> {
    const isWanted = () => this.seen.has(id) && this.host.opened(id) === null && !this.isDisposed;
    if (!isWanted()) return;
    const kept = await this.host.kept(id);
    // A session that cannot be read now is read when it is opened.
    if (kept.ok && kept.value !== null && isWanted()) this.take(id, kept.value);
  }

  private take(id: SessionId, { all, projectRoot }: KeptChanges): void {
    this.put(id, { root: projectRoot, files: touchedFiles(all) });
  }

  private put(sessionId: SessionId, next: Member | null): void {
    const before = this.members.get(sessionId) ?? null;
    const affected = new Set<SessionId>([sessionId]);
    for (const place of placesOf(before)) {
      const sharing = this.byPath.get(place);
      for (const other of sharing ?? []) affected.add(other);
      sharing?.delete(sessionId);
      if (sharing?.size === 0) this.byPath.delete(place);
    }
    if (next === null) this.members.delete(sessionId);
    else this.members.set(sessionId, next);
    for (const place of placesOf(next)) {
      const sharing = this.byPath.get(place) ?? new Set();
      for (const other of sharing) affected.add(other);
      this.byPath.set(place, sharing.add(sessionId));
    }
    for (const id of affected) this.tell(id);
  }

  private tell(sessionId: SessionId): void {
    const collisions = this.collisionsOf(sessionId);
    const before = this.known.get(sessionId) ?? [];
    if (isSame(before, collisions)) return;
    if (collisions.length === 0) this.known.delete(sessionId);
    else this.known.set(sessionId, collisions);
    this.news.fire({ sessionId, collisions });
  }

  /**
   * One entry for each file and each session that it collides with; all pairs would be thousands.
   */
  private collisionsOf(sessionId: SessionId): readonly Collision[] {
    const member = this.members.get(sessionId);
    const byFile = new Map<string, Collision>();
    const byOther = new Map<SessionId, Collision>();
    for (const [path, own] of member?.files ?? []) {
      for (const other of this.byPath.get(placeOf(member?.root ?? '', path)) ?? []) {
        const isTold = isWorst(byFile.get(path)) && isWorst(byOther.get(other));
        const theirs = this.members.get(other)?.files.get(path);
        if (other === sessionId || theirs === undefined || isTold) continue;
        const level = collisionLevel(own, theirs);
        if (level === null) continue;
        const found = { path, level, other };
        if (isWorse(found, byFile.get(path))) byFile.set(path, found);
        if (isWorse(found, byOther.get(other))) byOther.set(other, found);
      }
    }
    return [...new Set([...[...byFile.values()].slice(0, MAX_FILES), ...byOther.values()])];
  }
}

function isWorst(collision: Collision | undefined): boolean {
  return collision !== undefined && areExclusive(collision);
}

function isWorse(collision: Collision, than: Collision | undefined): boolean {
  return than === undefined || (areExclusive(collision) && !areExclusive(than));
}

function placesOf(member: Member | null): readonly string[] {
  return member === null ? [] : [...member.files.keys()].map((path) => placeOf(member.root, path));
}

/** The key of a file. No path contains a NUL. */
function placeOf(root: string, path: string): string {
  return `${root}\0${path}`;
}

function isSame(left: readonly Collision[], right: readonly Collision[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ path, level, other }, index) => {
      const counterpart = right[index];
      return (
        counterpart?.path === path && counterpart.level === level && counterpart.other === other
      );
    })
  );
}
