import { join, sep } from 'node:path';
import { readableNames } from '#main/base/files/readableNames';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Git } from '#main/git/git';
import { isSessionId, type SessionId } from '#shared/ids';
import { OthersInbox } from './find/othersInbox';
import type { OthersDecisions, WrittenFile } from './find/othersWrites';
import { ObjectStore } from './objects/objectStore';
import type { SessionAirlock } from './sessionAirlock';
import { readSessionRecord } from './sessionRecord';
import { SHADOW_FOLDER } from './tree/shadow';

export interface OpenSessionsOptions {
  /** The folder with one folder per session. */
  readonly data: string;
  git(folder: string): Git;
}

/** The sessions that are open, and how each learns what another one brought into the user's files. */
export class OpenSessions {
  private readonly sessions = new Map<SessionId, SessionAirlock>();
  /** Writing what sessions that are not open must know, and reading it when one is opened. */
  private readonly letters = new Queue();
  /** By session, as `inPlaceRoot` found it: that never changes. */
  private readonly inPlaceRoots = new Map<SessionId, string | null>();

  constructor(private readonly options: OpenSessionsOptions) {}

  add(sessionId: SessionId, session: SessionAirlock): void {
    this.sessions.set(sessionId, session);
  }

  /** Has a session read what was left for it while it was not open; closes it if that fails. */
  async takeLetters(sessionId: SessionId, session: SessionAirlock): Promise<void> {
    try {
      await this.letters.run(() => session.takeLetters());
    } catch (error) {
      this.sessions.delete(sessionId);
      await session.close();
      throw error;
    }
  }

  /**
   * What was accepted in place is the user's in every session of the folder. Those that are open are told at
   * once; for the others it is written down, so that none takes it out again.
   */
  async passOn(sessionId: SessionId, decisions: OthersDecisions): Promise<void> {
    const told = new Set<SessionId>([sessionId]);
    const tell = (id: SessionId, session: SessionAirlock) => {
      told.add(id);
      // Not awaited: a session that waits for another one's files may itself be awaited.
      session.noteAccepted(decisions).catch(onUnexpectedError);
    };
    for (const [id, session] of this.others(sessionId)) tell(id, session);
    await this.letters.run(async () => {
      for (const id of await readableNames(this.options.data)) {
        if (!isSessionId(id) || told.has(id)) continue;
        const opened = this.sessions.get(id);
        // The decision is made: one session that cannot be told does not undo it.
        if (opened !== undefined && !opened.isDisposed) tell(id, opened);
        else await this.writeTo(id, decisions).catch(onUnexpectedError);
      }
    });
  }

  /** Not awaited: a session that waits for another one's files may itself be awaited. */
  tellOthers(sessionId: SessionId, written: readonly WrittenFile[], store: ObjectStore): void {
    for (const [, session] of this.others(sessionId)) {
      session.noteOthers(written, store).catch(onUnexpectedError);
    }
  }

  private async writeTo(id: SessionId, decisions: OthersDecisions): Promise<void> {
    const workRoot = await this.inPlaceRoot(id);
    const { root, store } = decisions;
    const isNested = (one: string, other: string) => `${one}${sep}`.startsWith(`${other}${sep}`);
    if (workRoot === null || !(isNested(workRoot, root) || isNested(root, workRoot))) return;
    const folder = join(this.options.data, id);
    const own = new ObjectStore(
      this.options.git(workRoot),
      join(folder, SHADOW_FOLDER),
      store.format,
    );
    await new OthersInbox(folder, own).leave(decisions);
  }

  /** Where a session in place works; null for any other, and for one that was never ready. */
  private async inPlaceRoot(id: SessionId): Promise<string | null> {
    const known = this.inPlaceRoots.get(id);
    if (known !== undefined) return known;
    const kept = await readSessionRecord(join(this.options.data, id));
    if (kept.type !== 'found' || kept.value.baseTree === null) return null;
    const { isolation, workRoot } = kept.value;
    const root = isolation === 'in-place' ? workRoot : null;
    this.inPlaceRoots.set(id, root);
    return root;
  }

  private *others(sessionId: SessionId): Generator<readonly [SessionId, SessionAirlock]> {
    for (const [id, session] of this.sessions) {
      if (session.isDisposed) this.sessions.delete(id);
      else if (id !== sessionId) yield [id, session];
    }
  }
}
