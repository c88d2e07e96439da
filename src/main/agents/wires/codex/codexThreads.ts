import {
  ConnectionError,
  type ListedSession,
  type OpenedSession,
  type SessionPlace,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { type JsonRecord, recordsOf } from '../json';
import { LIST_PAGES, LISTED_SESSIONS } from '../limits';
import { listedThread, type Page, readPage, readRecord, readThread, readTurn } from './answers';
import type { CodexLink } from './codexLink';
import type { CodexThread } from './codexThread';
import { HISTORY_PAGES, PAGE_SIZE } from './limits';
import { promptToWire } from './translate/prompts';

/** What we ask of Codex about its threads. */
export class CodexThreads {
  /** Settings that this Codex takes only with a turn. */
  private readonly withNextTurn = new Map<AgentSessionId, JsonRecord>();

  constructor(private readonly link: CodexLink) {}

  create(place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    return this.open('thread/start', placeToWire(place), signal);
  }

  fork(session: AgentSessionId, place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    const params = { threadId: session, excludeTurns: true, ...placeToWire(place) };
    return this.open('thread/fork', params, signal);
  }

  async resume(
    session: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    const { opened } = await this.reopen(session, place, signal);
    return opened;
  }

  /** The history is told from the beginning, so that nothing is known of it yet. */
  async load(
    session: AgentSessionId,
    place: SessionPlace,
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
    const settings = this.withNextTurn.get(session) ?? {};
    this.withNextTurn.delete(session);
    const params = { threadId: session, input, ...settings };
    const started = (answer: unknown) => thread.turnStarted(readTurn(answer));
    this.link.request('turn/start', params, started).catch((error: unknown) => {
      thread.failTurn(error as ConnectionError);
    });
    return turn;
  }

  /** A turn that has no name yet is stopped as soon as it has. */
  cancel(session: AgentSessionId): void {
    const ignore = () => undefined;
    void this.link
      .find(session)
      ?.runningTurn()
      .then((turnId) => {
        if (turnId === null) return;
        // The end of the turn is the answer that counts.
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

  private async change(
    session: AgentSessionId,
    change: JsonRecord | null,
    what: string,
  ): Promise<readonly SessionEvent[]> {
    if (change === null) throw new ConnectionError('unsupported', `Codex has no ${what}.`);
    const { settings } = this.link.threadOf(session).translator;
    try {
      const params = { threadId: session, ...change };
      await this.link.request('thread/settings/update', params, readRecord);
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.code !== 'unsupported') throw error;
      this.withNextTurn.set(session, { ...this.withNextTurn.get(session), ...change });
    }
    settings.chosen(change);
    return settings.events();
  }

  private open(method: string, params: object, signal?: AbortSignal): Promise<OpenedSession> {
    return this.link.threads.expecting(async () => {
      await this.mayWork();
      // Read at once, so that the thread is known to whatever was sent after the answer.
      const read = (value: unknown) => {
        const { id, answer } = readThread(value);
        const thread = this.link.admit(id);
        const events = thread.open(answer);
        thread.openSoon();
        return { thread, events };
      };
      const { thread, events } = await this.link.request(method, params, read, signal);
      return { agentSessionId: thread.id, events: [...events, ...thread.takeHeld()] };
    });
  }

  private async reopen(session: AgentSessionId, place: SessionPlace, signal?: AbortSignal) {
    await this.mayWork();
    const isNew = this.link.threads.find(session) === undefined;
    const thread = this.link.admit(session);
    thread.translator.beginTurn();
    const params = { threadId: session, excludeTurns: true, ...placeToWire(place) };
    try {
      const answer = await this.link.request('thread/resume', params, readThread, signal);
      const events = thread.open(answer.answer);
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
      // A cursor that comes again would lead round in a circle.
      if (page.nextCursor === null || cursors.has(page.nextCursor)) return;
      cursors.add(page.nextCursor);
      at = { cursor: page.nextCursor };
    }
  }

  /** Asks anew when it was not logged in: the user may have done it elsewhere meanwhile. */
  private async mayWork(): Promise<void> {
    const { account } = this.link;
    if (account.isBarred) await account.read();
    account.check();
  }
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

function placeToWire({ cwd, additionalDirectories }: SessionPlace): object {
  return additionalDirectories.length === 0
    ? { cwd }
    : { cwd, runtimeWorkspaceRoots: [cwd, ...additionalDirectories] };
}
