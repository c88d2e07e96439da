import {
  ConnectionError,
  type ListedSession,
  type OpenedSession,
  type SessionRoots,
  type TurnResult,
} from '#main/agents/connection';
import type { Event } from '#main/base/emitter';
import type { AgentSessionId } from '#shared/ids';
import type { NamedMcpServer } from '#shared/mcp/server';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { abandoned } from '../connectionErrors';
import { type JsonRecord, makeRoom, recordsOf } from '../json';
import { LIST_PAGES, LISTED_SESSIONS } from '../limits';
import { unlessAborted } from '../unlessAborted';
import { listedThread, type Page, readPage, readRecord, readThread, readTurn } from './answers';
import type { CodexLink } from './codexLink';
import { CodexThread } from './codexThread';
import { CHOOSING_THREADS, HISTORY_PAGES, LATE_NAME_MILLISECONDS, PAGE_SIZE } from './limits';
import { promptToWire } from './translate/prompts';
import { READ_ONLY, settingsToWire } from './translate/threadSettings';

/** Our requests to Codex about threads. */
export class CodexThreads {
  /** The user's choices for Codex versions that accept settings only together with a turn. */
  private readonly withTurns = new Map<AgentSessionId, JsonRecord>();

  /** Threads for which the user has chosen the mode that forbids every write. */
  private readonly readOnly = new Set<AgentSessionId>();

  constructor(
    private readonly link: CodexLink,
    private readonly sealed = false,
  ) {}

  create(place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    const params = { ...placeToWire(place), experimentalRawEvents: false };
    return this.open('thread/start', place, { ...params, ...atStart(chosenBefore(place)) }, signal);
  }

  fork(session: AgentSessionId, place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    const params = { threadId: session, excludeTurns: true, ...placeToWire(place) };
    return this.open('thread/fork', place, { ...params, ...this.chosenIn(session) }, signal);
  }

  async resume(
    session: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    const { opened } = await this.reopen(session, place, signal);
    return opened;
  }

  /** Replays the whole history, so the known state of the thread is dropped first. */
  async load(
    session: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    this.link.letGo(session);
    const { opened, thread, turns } = await this.reopen(session, place, signal);
    if (turns.length > 0) replay(thread, turns);
    else await this.replayPages(thread, signal);
    return opened;
  }

  async list(cwd: string | null, signal?: AbortSignal): Promise<readonly ListedSession[]> {
    const listed: ListedSession[] = [];
    const params = { limit: PAGE_SIZE, ...(cwd === null ? {} : { cwd }) };
    for await (const page of this.pages('thread/list', params, LIST_PAGES, signal)) {
      listed.push(...page.data.flatMap(listedThread));
      if (listed.length >= LISTED_SESSIONS) break;
    }
    return listed.slice(0, LISTED_SESSIONS);
  }

  async prompt(session: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const thread = this.link.threadOf(session);
    const input = promptToWire(content);
    this.link.account.check();
    const turn = thread.beginTurn();
    const chosen = this.withTurns.get(session);
    const params = { threadId: session, input, ...chosen, ...this.sandbox(session) };
    const started = (answer: unknown) => thread.turnStarted(readTurn(answer));
    this.link.request('turn/start', params, started).catch((error: unknown) => {
      thread.failTurn(error as ConnectionError);
    });
    return turn;
  }

  /** A turn that has no id yet is stopped as soon as it gets one. */
  cancel(session: AgentSessionId): void {
    const ignore = () => undefined;
    void this.link
      .find(session)
      ?.runningTurn()
      .then((turnId) => {
        if (turnId === null) return;
        // The answer is ignored: the end of the turn is what counts.
        this.link.request('turn/interrupt', { threadId: session, turnId }, ignore).catch(ignore);
      });
  }

  async steer(session: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    const thread = this.link.threadOf(session);
    const input = promptToWire(content);
    const expectedTurnId = await thread.runningTurn();
    if (expectedTurnId === null) return false;
    try {
      const params = { threadId: session, input, expectedTurnId };
      await this.link.request('turn/steer', params, readRecord);
    } catch (error) {
      if (error instanceof ConnectionError && error.code !== 'closed') return false;
      throw error;
    }
    thread.translator.items.spoken.pause();
    return true;
  }

  setMode(session: AgentSessionId, modeId: string): Promise<readonly SessionEvent[]> {
    const { settings } = this.link.threadOf(session).translator;
    if (modeId === READ_ONLY) this.readOnly.add(session);
    else this.readOnly.delete(session);
    return this.change(session, settings.modeChange(modeId), `mode “${modeId}”`);
  }

  setOption(
    session: AgentSessionId,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]> {
    const { settings } = this.link.threadOf(session).translator;
    return this.change(session, settings.optionChange(optionId, value), `option “${optionId}”`);
  }

  async setTitle(session: AgentSessionId, name: string): Promise<void> {
    await this.link.request('thread/name/set', { threadId: session, name }, readRecord);
  }

  async close(session: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.link.request('thread/unsubscribe', { threadId: session }, readRecord, signal);
  }

  async delete(session: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.link.request('thread/delete', { threadId: session }, readRecord, signal);
  }

  /**
   * A sealed Codex needs no sandbox of its own, which would only get in its way. Codex is told only
   * with a turn, but the option shows it from the beginning.
   */
  private sandbox(session: AgentSessionId): JsonRecord {
    if (!this.sealed || this.readOnly.has(session)) return {};
    return { sandboxPolicy: { type: 'externalSandbox', networkAccess: 'enabled' } };
  }

  private async change(
    session: AgentSessionId,
    change: JsonRecord | null,
    what: string,
  ): Promise<readonly SessionEvent[]> {
    if (change === null) throw new ConnectionError('unsupported', `Codex has no ${what}.`);
    const { settings } = this.link.threadOf(session).translator;
    const isTaken = await this.update(session, change);
    // Settings that are sent with each turn must not undo this change.
    if (!isTaken || this.withTurns.has(session)) {
      makeRoom(this.withTurns, CHOOSING_THREADS);
      this.withTurns.set(session, { ...this.withTurns.get(session), ...change });
    }
    settings.chosen(change);
    const kept = this.withTurns.get(session);
    // The collaboration mode includes the model and the effort.
    if (kept?.collaborationMode !== undefined) {
      this.withTurns.set(session, { ...kept, collaborationMode: settings.collaborationMode() });
    }
    return settings.events();
  }

  /** False for a Codex that accepts settings only together with a turn. */
  private async update(session: AgentSessionId, change: JsonRecord): Promise<boolean> {
    try {
      const params = { threadId: session, ...change };
      await this.link.request('thread/settings/update', params, readRecord);
      return true;
    } catch (error) {
      if (error instanceof ConnectionError && error.code === 'unsupported') return false;
      throw error;
    }
  }

  private open(
    method: string,
    place: SessionRoots,
    params: object,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    return this.link.threads.expecting(async () => {
      await this.mayWork(signal);
      const admit = (id: AgentSessionId, answer: JsonRecord) => {
        const thread = this.link.admit(id);
        const events = this.opened(thread, place, answer);
        thread.openSoon();
        return { thread, events };
      };
      const { first, stop } = firstOf(this.link.onDidStart);
      try {
        // Read the answer at once, so that messages sent right after it find the thread.
        const read = (value: unknown) => {
          const { id, answer } = readThread(value);
          return id === null ? answer : admit(id, answer);
        };
        const answered = await this.link.request(method, params, read, signal);
        const { thread, events } = isAdmitted(answered)
          ? answered
          : admit(await named(first, signal), answered);
        return { agentSessionId: thread.id, events: [...events, ...thread.takeHeld()] };
      } finally {
        stop();
      }
    });
  }

  /** The user's choices with which a thread can begin. */
  private chosenIn(session: AgentSessionId): object {
    return atStart(this.withTurns.get(session) ?? {});
  }

  /** Sends earlier choices with the turns, because a new thread accepts only some of them. */
  private opened(thread: CodexThread, place: SessionRoots, answer: JsonRecord) {
    const { cwd } = place;
    if (place.chosen?.mode === READ_ONLY) this.readOnly.add(thread.id);
    const events = thread.open({ cwd, ...answer, ...this.sandbox(thread.id) });
    const { settings } = thread.translator;
    const chosen = settings.takeUp(place.chosen ?? {});
    if (Object.keys(chosen).length === 0) return events;
    makeRoom(this.withTurns, CHOOSING_THREADS);
    this.withTurns.set(thread.id, { ...chosen, ...this.withTurns.get(thread.id) });
    return settings.events();
  }

  private async reopen(session: AgentSessionId, place: SessionRoots, signal?: AbortSignal) {
    await this.mayWork(signal);
    const isNew = this.link.threads.find(session) === undefined;
    const thread = this.link.admit(session);
    thread.translator.beginTurn();
    const given = { threadId: session, excludeTurns: true, ...placeToWire(place) };
    const params = { ...given, ...atStart(chosenBefore(place)), ...this.chosenIn(session) };
    try {
      const answer = await this.link.request('thread/resume', params, readThread, signal);
      const events = this.opened(thread, place, answer.answer);
      const opened: OpenedSession = {
        agentSessionId: session,
        events: [...events, ...thread.takeHeld()],
      };
      return { opened, thread, turns: recordsOf(answer.thread.turns) };
    } catch (error) {
      if (isNew) this.link.letGo(session);
      throw error;
    }
  }

  private async replayPages(thread: CodexThread, signal?: AbortSignal): Promise<void> {
    const params = {
      threadId: thread.id,
      itemsView: 'full',
      sortDirection: 'asc',
      limit: PAGE_SIZE,
    };
    for await (const page of this.pages('thread/turns/list', params, HISTORY_PAGES, signal)) {
      replay(thread, page.data);
    }
  }

  private async *pages(
    method: string,
    params: object,
    most: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Page> {
    const cursors = new Set<string>();
    let at: { readonly cursor?: string } = {};
    while (cursors.size < most) {
      const page: Page = await this.link.request(method, { ...params, ...at }, readPage, signal);
      yield page;
      // A repeated cursor would make this an endless loop.
      if (page.nextCursor === null || cursors.has(page.nextCursor)) return;
      cursors.add(page.nextCursor);
      at = { cursor: page.nextCursor };
    }
  }

  /**
   * Asks again if Codex was not logged in: the user may have logged in elsewhere in the meantime.
   */
  private async mayWork(signal?: AbortSignal): Promise<void> {
    const { account } = this.link;
    if (account.isBarred) await account.read(signal);
    account.check();
  }
}

interface Admitted {
  readonly thread: CodexThread;
  readonly events: readonly SessionEvent[];
}

function isAdmitted(answered: JsonRecord | Admitted): answered is Admitted {
  return answered.thread instanceof CodexThread;
}

/** The first event that is fired from now on. */
function firstOf<T>(event: Event<T>): { readonly first: Promise<T>; readonly stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  const listening = event(resolve);
  return { first: promise, stop: () => listening.dispose() };
}

/** The thread that Codex reports to have started, if the answer did not name it. */
function named(
  started: Promise<AgentSessionId>,
  signal: AbortSignal | undefined,
): Promise<AgentSessionId> {
  const late = AbortSignal.timeout(LATE_NAME_MILLISECONDS);
  const over = signal ? AbortSignal.any([signal, late]) : late;
  return unlessAborted(started, over, () =>
    signal?.aborted
      ? abandoned('thread/start', signal.reason)
      : new ConnectionError(
          'protocol',
          'The agent named no thread when it was asked to start one.',
          'It may speak another protocol than that of Codex.',
        ),
  );
}

function replay(thread: CodexThread, turns: readonly JsonRecord[]): void {
  const { translator } = thread;
  for (const turn of turns) {
    translator.beginTurn();
    for (const item of recordsOf(turn.items)) {
      const heard = translator.items.replay(item);
      thread.deliver(heard ?? [translator.keepUnknown('item', item)]);
    }
  }
  translator.beginTurn();
}

function chosenBefore({ chosen }: SessionRoots): JsonRecord {
  return chosen === undefined ? {} : settingsToWire(chosen);
}

/** The settings that the request for a thread accepts. */
function atStart({ model, approvalPolicy }: JsonRecord): JsonRecord {
  return {
    ...(model !== undefined && { model }),
    ...(approvalPolicy !== undefined && { approvalPolicy }),
  };
}

function placeToWire({ cwd, additionalDirectories, mcpServers = [] }: SessionRoots): object {
  return {
    cwd,
    ...(additionalDirectories.length > 0 && {
      runtimeWorkspaceRoots: [cwd, ...additionalDirectories],
    }),
    // Codex adds these to the servers in its own settings.
    ...(mcpServers.length > 0 && {
      config: { mcp_servers: Object.fromEntries(mcpServers.map(serverToWire)) },
    }),
  };
}

/** A server in the form of Codex's `config.toml`. */
function serverToWire({ name, server }: NamedMcpServer): readonly [string, object] {
  if (server.type === 'stdio') {
    const { command, args, env } = server;
    return [name, { command, args, env }];
  }
  return [name, { url: server.url, http_headers: server.headers }];
}
