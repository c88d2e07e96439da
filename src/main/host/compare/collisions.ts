import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { Host } from '#main/host/host';
import type { HostedSession } from '#main/host/session/hostedSession';
import {
  type Collision,
  collisionLevel,
  type TouchedFiles,
  touchedFiles,
} from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import type { SessionCollisions } from '#shared/ipc/compare';

/** Collisions that are told of one session; a session with more collides everywhere. */
const MAX_COLLISIONS = 200;

interface Member {
  readonly root: string;
  readonly files: TouchedFiles;
}

/**
 * Sessions at work in the same project that change the same files. Compared when the changes of one of
 * them are others than before, with the cost of that session's files.
 */
export class Collisions extends DisposableOwner {
  private readonly members = new Map<SessionId, Member>();
  private readonly byPath = new Map<string, Set<SessionId>>();
  private readonly known = new Map<SessionId, readonly Collision[]>();
  private readonly news = this.register(new Emitter<SessionCollisions>());
  readonly onDidChange = this.news.event;

  constructor(host: Pick<Host, 'onDidChangeChanges' | 'onDidOpen' | 'onDidRemove' | 'opened'>) {
    super();
    const look = (sessionId: SessionId) => {
      const session = host.opened(sessionId);
      if (session !== null) this.update(sessionId, session);
    };
    this.register(host.onDidChangeChanges(look));
    // Those of an earlier run come with their changes.
    this.register(host.onDidOpen(look));
    this.register(host.onDidRemove((sessionId) => this.put(sessionId, null)));
  }

  all(): readonly SessionCollisions[] {
    return [...this.known].map(([sessionId, collisions]) => ({ sessionId, collisions }));
  }

  private update(sessionId: SessionId, { changes }: Pick<HostedSession, 'changes'>): void {
    if (!changes.ok) return;
    const { all, projectRoot } = changes.value;
    this.put(sessionId, { root: projectRoot, files: touchedFiles(all) });
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

  private collisionsOf(sessionId: SessionId): readonly Collision[] {
    const member = this.members.get(sessionId);
    const found: Collision[] = [];
    for (const [path, own] of member?.files ?? []) {
      for (const other of this.byPath.get(placeOf(member?.root ?? '', path)) ?? []) {
        const theirs = this.members.get(other)?.files.get(path);
        const level = other === sessionId || !theirs ? null : collisionLevel(own, theirs);
        if (level !== null) found.push({ path, level, other });
        if (found.length === MAX_COLLISIONS) return found;
      }
    }
    return found;
  }
}

function placesOf(member: Member | null): readonly string[] {
  return member === null ? [] : [...member.files.keys()].map((path) => placeOf(member.root, path));
}

/** A NUL is in no path. */
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
