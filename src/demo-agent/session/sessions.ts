import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import {
  type AgentContext,
  type ListSessionsRequest,
  type ListSessionsResponse,
  RequestError,
} from '@agentclientprotocol/sdk/unstable';
import { Roots } from '../files/roots';
import { replayUpdates, turnsOf } from '../history/replay';
import type { HistoryStore, SessionMeta } from '../history/store';
import { logError } from '../log';
import type { ClientPowers } from '../powers';
import { Session } from './session';
import type { DemoSettings } from './settings';

export interface SessionAddress {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | null | undefined;
}

export interface Caller {
  readonly client: AgentContext;
  readonly powers: ClientPowers;
}

const pageSize = 50;

/** The open sessions of this connection, and access to the stored ones. */
export class Sessions {
  readonly #store: HistoryStore;
  readonly #settings: DemoSettings;
  readonly #open = new Map<string, Session>();
  #pruned = false;

  constructor(store: HistoryStore, settings: DemoSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  get(sessionId: string): Session {
    const session = this.#open.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  async create(caller: Caller, place: SessionAddress): Promise<Session> {
    const roots = await openRoots(place);
    const session = await Session.open({
      ...caller,
      id: `airlock-${randomUUID()}`,
      store: this.#store,
      roots,
      settings: this.#settings,
    });
    this.#open.set(session.id, session);
    await session.save();
    await this.#pruneOnce();
    return session;
  }

  async #pruneOnce(): Promise<void> {
    if (this.#pruned) return;
    this.#pruned = true;
    await this.#store
      .prune()
      .catch((error: unknown) => logError('Old sessions were not removed', error));
  }

  /** Opens a stored session. Its history is replayed only on request. */
  async reopen(
    caller: Caller,
    sessionId: string,
    place: SessionAddress,
    options: { replay: boolean },
  ): Promise<Session> {
    const live = this.#open.get(sessionId);
    await live?.end();
    const meta = await this.#store.readMeta(sessionId);
    if (!meta) throw RequestError.sessionNotFound(sessionId);
    const roots = await openRoots(place);
    const { records, damagedLines } = await this.#store.readTranscript(sessionId);
    const session = await Session.open({
      ...caller,
      id: sessionId,
      store: this.#store,
      roots,
      settings: meta.settings,
      permissions: live?.permissions,
      title: meta.title,
      turns: turnsOf(records),
      used: meta.used,
    });
    this.#open.set(sessionId, session);
    if (options.replay) {
      for (const update of replayUpdates(records)) await session.wire.send(update, null);
      await session.wire.send({ sessionUpdate: 'usage_update', ...session.usage.toUpdate() });
      if (meta.title !== undefined) {
        await session.wire.send({
          sessionUpdate: 'session_info_update',
          title: meta.title,
          updatedAt: meta.updatedAt,
        });
      }
    }
    if (damagedLines > 0) await warnAboutDamage(session, damagedLines);
    await session.announceCommands();
    return session;
  }

  async fork(caller: Caller, sessionId: string, place: SessionAddress): Promise<Session> {
    const original = this.#open.get(sessionId);
    await original?.journal.flush();
    const meta = original?.meta() ?? (await this.#store.readMeta(sessionId));
    if (!meta) throw RequestError.sessionNotFound(sessionId);
    const id = `airlock-${randomUUID()}`;
    await this.#store.copyTranscript(sessionId, id);
    await this.#store.saveMeta({ ...meta, sessionId: id, updatedAt: new Date().toISOString() });
    const { records } = await this.#store.readTranscript(id);
    const session = await Session.open({
      ...caller,
      id,
      store: this.#store,
      roots: await openRoots(place),
      settings: meta.settings,
      title: meta.title,
      turns: turnsOf(records),
      used: meta.used,
    });
    this.#open.set(id, session);
    await session.save();
    return session;
  }

  async list(request: ListSessionsRequest): Promise<ListSessionsResponse> {
    const all = await this.#store.list();
    const cwd = request.cwd == null ? undefined : resolve(request.cwd);
    const matching = cwd === undefined ? all : all.filter((meta) => meta.cwd === cwd);
    const start = request.cursor == null ? 0 : afterCursor(matching, request.cursor);
    const page = matching.slice(start, start + pageSize);
    const last = page.at(-1);
    return {
      sessions: page.map((meta) => ({
        sessionId: meta.sessionId,
        cwd: meta.cwd,
        additionalDirectories: [...meta.additionalDirectories],
        title: meta.title ?? null,
        updatedAt: meta.updatedAt,
      })),
      ...(last && start + pageSize < matching.length ? { nextCursor: cursorOf(last) } : {}),
    };
  }

  async close(sessionId: string): Promise<void> {
    const session = this.get(sessionId);
    await session.end();
    this.#open.delete(sessionId);
  }

  /** Deletes a session; an unknown session is not an error. */
  async delete(sessionId: string): Promise<void> {
    await this.#open.get(sessionId)?.end();
    this.#open.delete(sessionId);
    await this.#store.remove(sessionId);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.end()));
  }
}

async function openRoots(place: SessionAddress): Promise<Roots> {
  const additional = place.additionalDirectories ?? [];
  for (const folder of [place.cwd, ...additional]) {
    if (!isAbsolute(folder))
      throw RequestError.invalidParams({ path: folder }, `not an absolute path: ${folder}`);
    const info = await stat(folder).catch(() => undefined);
    if (!info?.isDirectory())
      throw RequestError.invalidParams({ path: folder }, `no such folder: ${folder}`);
  }
  return Roots.open(place.cwd, additional);
}

function cursorOf(meta: SessionMeta): string {
  return Buffer.from(JSON.stringify([meta.updatedAt, meta.sessionId])).toString('base64url');
}

/** The index after the cursor's session, even if that was deleted in the meantime. */
function afterCursor(metas: readonly SessionMeta[], cursor: string): number {
  let updatedAt: unknown;
  let sessionId: unknown;
  try {
    [updatedAt, sessionId] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw RequestError.invalidParams({ cursor }, 'unknown cursor');
  }
  const at = String(updatedAt);
  const next = metas.findIndex(
    (meta) => meta.updatedAt < at || (meta.updatedAt === at && meta.sessionId > String(sessionId)),
  );
  return next < 0 ? metas.length : next;
}

async function warnAboutDamage(session: Session, lines: number): Promise<void> {
  logError(session.id, `${lines} damaged lines of history were left out`);
  if (!session.powers.notices) return;
  await session.wire.send({
    sessionUpdate: 'notice',
    severity: 'warning',
    title: 'A part of the history could not be read',
    description: `${lines} damaged ${lines === 1 ? 'line was' : 'lines were'} left out.`,
  });
}
