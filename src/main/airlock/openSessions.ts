import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { problemOf, type ReportProblem } from '#main/base/files/keptFile';
import { readableNames } from '#main/base/files/readableNames';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Git } from '#main/git/git';
import { isSessionId, type SessionId } from '#shared/ids';
import { attempt, refuse } from './disk/attempt';
import { OthersInbox } from './find/othersInbox';
import type { OthersDecisions, WrittenFile } from './find/othersWrites';
import { ObjectStore } from './objects/objectStore';
import type { SessionAirlock } from './sessionAirlock';
import { readSessionRecord } from './sessionRecord';
import { SHADOW_FOLDER } from './tree/shadow';

export interface OpenSessionsOptions {
  /** The folder that contains one folder per session. */
  readonly data: string;
  git(folder: string): Git;
  readonly onProblem: ReportProblem;
}

/** The open sessions. Each learns here what another session brought into the user's files. */
export class OpenSessions {
  private readonly sessions = new Map<SessionId, SessionAirlock>();
  /**
   * Serializes writing notes for sessions that are not open, and reading them when one is opened.
   */
  private readonly letters = new Queue();
  /** Results of `inPlaceRoot` by session: they never change. */
  private readonly inPlaceRoots = new Map<SessionId, string | null>();

  /** Notes that could not be written for sessions that are not open, oldest first. */
  private readonly undelivered = new Map<SessionId, OthersDecisions[]>();

  constructor(private readonly options: OpenSessionsOptions) {}

  add(sessionId: SessionId, session: SessionAirlock): void {
    this.sessions.set(sessionId, session);
  }

  /**
   * Makes a session read the notes that were left for it while it was closed; closes it if that
   * fails.
   */
  async takeLetters(sessionId: SessionId, session: SessionAirlock): Promise<void> {
    try {
      await this.letters.run(() => this.deliver(sessionId));
      await session.takeLetters(this.letters);
    } catch (error) {
      this.sessions.delete(sessionId);
      await session.close();
      throw error;
    }
  }

  /**
   * Passes on changes that were accepted in place: they are the user's in every session of the
   * folder. They are recorded for each session, so that none removes them again, even if the app
   * ends at any moment. Open sessions read the record at once.
   */
  async passOn(sessionId: SessionId, decisions: OthersDecisions): Promise<void> {
    await this.letters.run(async () => {
      for (const id of await readableNames(this.options.data)) {
        // The decision stands, whether or not every session can be told.
        if (isSessionId(id) && id !== sessionId) await this.deliver(id, decisions);
      }
    });
    for (const [id, session] of this.others(sessionId)) {
      // Not awaited: a session that waits for another one's files may itself be awaited.
      this.tellOpen(id, session).catch(onUnexpectedError);
    }
  }

  /**
   * Tells other sessions of written files. Not awaited: a session that waits for another one's
   * files may itself be awaited.
   */
  tellOthers(sessionId: SessionId, written: readonly WrittenFile[], store: ObjectStore): void {
    for (const [, session] of this.others(sessionId)) {
      session.noteOthers(written, store).catch(onUnexpectedError);
    }
  }

  /**
   * Tells an open session. If it cannot take in a note now, it reads the note when it is opened
   * again.
   */
  private async tellOpen(id: SessionId, session: SessionAirlock): Promise<void> {
    const told = await attempt('It', () => session.takeLetters(this.letters));
    if (told.ok || session.isDisposed) return;
    this.options.onProblem({
      path: OthersInbox.pathIn(join(this.options.data, id)),
      message: told.error.message,
      aside: null,
      isDerived: false,
    });
  }

  /**
   * Writes a note for a session. A note that cannot be written now is reported, and retried before
   * the next note and when the session is opened.
   */
  private async deliver(id: SessionId, ...next: readonly OthersDecisions[]): Promise<boolean> {
    const waiting = [...(this.undelivered.get(id) ?? []), ...next];
    for (const [index, decisions] of waiting.entries()) {
      const sent = await attempt('It', () => this.writeTo(id, decisions));
      if (sent.ok) continue;
      this.undelivered.set(id, waiting.slice(index));
      this.options.onProblem({
        path: OthersInbox.pathIn(join(this.options.data, id)),
        message: `Changes that you accepted in another session of this folder could not be recorded for this session, which may list them as its agent’s. ${sent.error.message} Airlock tries again when you open the session, until you quit.`,
        aside: null,
        isDerived: false,
        again: () => this.letters.run(() => this.deliver(id)),
      });
      return false;
    }
    this.undelivered.delete(id);
    return true;
  }

  private async writeTo(id: SessionId, decisions: OthersDecisions): Promise<void> {
    const folder = join(this.options.data, id);
    // The session was deleted in the meantime: a new folder in its place would prevent its restore.
    if ((await ifExists(lstat(folder))) === undefined) return;
    const workRoot = await this.inPlaceRoot(id);
    const { root, store } = decisions;
    const isNested = (one: string, other: string) => `${one}${sep}`.startsWith(`${other}${sep}`);
    if (workRoot === null || !(isNested(workRoot, root) || isNested(root, workRoot))) return;
    const own = new ObjectStore(
      this.options.git(workRoot),
      join(folder, SHADOW_FOLDER),
      store.format,
    );
    await new OthersInbox(folder, own, this.options.onProblem).leave(decisions);
  }

  /**
   * The folder of an in-place session; null for any other session, and for one that was never
   * ready.
   */
  private async inPlaceRoot(id: SessionId): Promise<string | null> {
    const known = this.inPlaceRoots.get(id);
    if (known !== undefined) return known;
    const kept = await readSessionRecord(join(this.options.data, id));
    const problem = problemOf(kept);
    if (problem !== null) throw refuse(`Its record cannot be read. ${problem}`);
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
