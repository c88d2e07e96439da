import type { ListedSession } from '#main/agents/connection';
import type { KeptChanges } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import type { LedgerFacts, Score } from '#shared/airlock/score';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentId, SessionId } from '#shared/ids';
import type { SessionScore } from '#shared/ipc/compare';
import type { SearchFindings } from '#shared/ipc/contract';
import type { CopyBase } from '#shared/project/copyBase';
import { NO_SEALS, type SealAvailability } from '#shared/seal';
import type { SessionCommand, StartSetting } from '#shared/session/commands';
import type { SessionCondition } from '#shared/session/condition';
import type { ContentBlock } from '#shared/session/content';
import type { ConversationOrigin, Envelope } from '#shared/session/events';
import type { Isolation } from '#shared/session/isolation';
import { type SessionSummary, summarise } from '#shared/session/summary';
import type { RankedPath } from '#shared/text/rankPaths';
import type { Workplace } from './changes/workplace';
import { linkedIn } from './files/linkedIn';
import { ProjectFiles } from './files/projectFiles';
import type { HostOptions } from './hostOptions';
import { MENTIONED_FILES } from './limits';
import { type PastRequests, pastRequests } from './pastRequests';
import { listRemoteSessions } from './remoteSessions';
import { HostedSession, type TerminalData } from './session/hostedSession';
import { offeredLogin, type TerminalLogin } from './session/terminalLogin';
import { type ExportFormat, exportName, SessionExports } from './sessionExport';
import type { CatalogueProblem } from './store/catalogue/catalogue';
import type { StoredSession } from './store/storedSession';
import { TurnIndexing } from './turnIndexing';
import { UnsavedSessions } from './unsavedSessions';

export interface NewSession {
  readonly agentId: AgentId;
  readonly project: string;
  readonly isolation: Isolation;
  readonly prompt?: readonly ContentBlock[];
  readonly continues?: SessionId;
  /** The branch or tag that the copy starts from; without it, the user's current files. */
  readonly base?: string;
  /** Modes and options that the agent gets before the first prompt. */
  readonly settings?: readonly StartSetting[];
  /** An existing conversation of the agent; without it a new one is started. */
  readonly origin?: ConversationOrigin;
  /** The agent's title for the session. */
  readonly title?: string;
}

export interface TerminalNews extends TerminalData {
  readonly sessionId: SessionId;
}

export interface ConditionNews {
  readonly sessionId: SessionId;
  readonly condition: SessionCondition;
}

/** The facts about a session's changes from its ledger only. */
export interface LedgerScore
  extends Omit<SessionScore, keyof Score | 'isComposed' | 'standing' | 'firstChecks'> {
  readonly found: LedgerFacts;
}

export interface SessionNews {
  readonly sessionId: SessionId;
  readonly events: readonly Envelope[];
}

const GONE = fail('not-found', 'This session was deleted.');

/** All sessions: the open ones, and those that exist only as logs. */
export class Host extends DisposableOwner {
  private readonly news = this.register(new Emitter<SessionNews>());
  private readonly summaries = this.register(new Emitter<SessionSummary>());
  private readonly removals = this.register(new Emitter<SessionId>());
  private readonly sessions = new Map<SessionId, Promise<Result<HostedSession>>>();
  /** The sessions of `sessions` that are open already. */
  private readonly atWork = new Map<SessionId, HostedSession>();
  /** Sessions that are being closed: opening one again waits for that. */
  private readonly closing = new Map<SessionId, Promise<Result<void>>>();
  /** Sessions that are being deleted, with their names in the trash. */
  private readonly deleting = new Map<SessionId, Promise<Result<string>>>();
  private readonly indexing: TurnIndexing;
  private readonly exports: SessionExports;
  private readonly files = new ProjectFiles();
  readonly onDidAppend = this.news.event;
  readonly onDidChangeSummary = this.summaries.event;
  readonly onDidRemove = this.removals.event;
  private readonly failing = this.register(new UnsavedSessions());
  readonly unsaved = this.failing.ids;
  readonly onDidChangeUnsaved = this.failing.onDidChange;
  private readonly conditions = this.register(new Emitter<ConditionNews>());
  readonly onDidChangeCondition = this.conditions.event;
  private readonly changeNews = this.register(new Emitter<SessionId>());
  /** Fires when the changes of a session, or the decisions on them, were updated. */
  readonly onDidChangeChanges = this.changeNews.event;
  private readonly openings = this.register(new Emitter<SessionId>());
  /** Fires when a session of an earlier run, or one that had been closed, was opened. */
  readonly onDidOpen = this.openings.event;
  private readonly terminalNews = this.register(new Emitter<TerminalNews>());
  /** Fires with output of commands that agents run, or have us run. */
  readonly onDidWriteTerminal = this.terminalNews.event;

  constructor(private readonly options: HostOptions) {
    super();
    this.indexing = this.register(new TurnIndexing(options.search));
    this.exports = new SessionExports(options.works);
  }

  list(): readonly SessionSummary[] {
    return this.options.store.list();
  }

  /** Sessions on disk that cannot be listed; each is retried once. */
  async unreadable(): Promise<readonly CatalogueProblem[]> {
    const { catalogue } = this.options.store;
    for (const { id } of catalogue.problems) {
      const summary = await catalogue.look(id);
      if (summary !== null) this.summaries.fire(summary);
    }
    return catalogue.problems;
  }

  async create(wish: NewSession): Promise<Result<SessionId>> {
    const { store, workplaces, ids, findAgent } = this.options;
    const agent = findAgent(wish.agentId);
    if (agent === undefined) return fail('not-found', 'This agent is not in the settings.');
    if (wish.isolation === 'sealed') {
      const can = await this.canSeal({ again: true });
      if (!can.available) return fail('unavailable', can.message, can.fix ?? undefined);
    }
    const id = ids.mint('session');
    const workplace = await workplaces.create(id, wish.project, wish.isolation, wish.base);
    if (!workplace.ok) return workplace;
    const stored = await store.create(id);
    if (!stored.ok) {
      workplace.value.dispose();
      const removed = await workplaces.remove(id);
      if (!removed.ok) this.options.logger.warn('a new copy stayed', { id, error: removed.error });
      return stored;
    }
    const session = new HostedSession(id, stored.value, workplace.value, this.options);
    this.sessions.set(id, Promise.resolve(ok(session)));
    this.follow(id, session);
    session.live.want(wish.settings ?? []);
    session.begin(
      {
        type: 'session.created',
        session: id,
        agent: { id: agent.id, name: agent.name },
        project: wish.project,
        cwd: workplace.value.cwd,
        additionalDirectories: [],
        isolation: wish.isolation,
        ...(wish.continues === undefined ? {} : { continues: wish.continues }),
        ...(wish.base === undefined ? {} : { base: wish.base }),
        ...(wish.origin === undefined ? {} : { origin: wish.origin }),
      },
      wish.title,
    );
    this.setUp(session, wish.project, workplace.value);
    if (wish.prompt) {
      const content = linkedIn(wish.prompt, wish.project, workplace.value.cwd);
      await session.live.dispatch({ type: 'prompt.send', content });
    }
    return ok(id);
  }

  /** Whether sessions can be sealed on this system, and if not, why. */
  async canSeal(options?: { readonly again?: boolean }): Promise<SealAvailability> {
    return (await this.options.canSeal?.(options)) ?? NO_SEALS;
  }

  /**
   * The enclosure in which programs that run code from a session's copy must start; null if the
   * session is not sealed.
   */
  async enclosure(id: SessionId): Promise<Result<ProcessNamespace | null>> {
    const session = await this.open(id);
    return session.ok ? session.value.seal.enclosure() : session;
  }

  /** Opens a session from its log if it is not open yet. */
  open(id: SessionId): Promise<Result<HostedSession>> {
    const known = this.sessions.get(id);
    if (known) return known;
    const deleting = this.deleting.get(id);
    if (deleting) return deleting.then((deleted) => (deleted.ok ? GONE : this.open(id)));
    const opening = this.reopen(id);
    this.sessions.set(id, opening);
    // A session that was closed in the meantime may have been opened again by another caller.
    const forget = () => {
      if (this.sessions.get(id) === opening) this.sessions.delete(id);
    };
    opening.then((session) => (session.ok ? undefined : forget()), forget);
    return opening;
  }

  /** The open session; null if it would have to be opened first. */
  opened(id: SessionId): HostedSession | null {
    return this.atWork.get(id) ?? null;
  }

  async dispatch(id: SessionId, command: SessionCommand): Promise<Result<void>> {
    const session = await this.open(id);
    return session.ok ? session.value.live.dispatch(command) : session;
  }

  /** Creates a session that continues from a copy of the conversation, if the agent can fork. */
  async fork(id: SessionId): Promise<Result<SessionId>> {
    const session = await this.open(id);
    if (!session.ok) return session;
    const { head, order } = session.value.live.state;
    const { agentSessionId, agent, project, isolation, details, base } = head;
    if (!details?.powers.fork) return fail('refused', 'This agent cannot fork sessions.');
    if (agentSessionId === null || order.length === 0) {
      return fail('refused', 'This conversation is empty.');
    }
    const origin = { type: 'fork', agentSessionId } as const;
    const { title } = head;
    const wish = { agentId: agent.id, project, isolation, continues: id, origin, title };
    return this.create(base === null ? wish : { ...wish, base });
  }

  /**
   * The conversations that an agent remembers for a folder, or for all, and that are not listed
   * here yet.
   */
  async listRemote(
    agentId: AgentId,
    folder: string,
    { everywhere = false }: { readonly everywhere?: boolean } = {},
  ): Promise<Result<readonly ListedSession[]>> {
    const { pool, timings, findAgent } = this.options;
    const definition = findAgent(agentId);
    if (definition === undefined) return fail('not-found', 'This agent is not in the settings.');
    const milliseconds = timings.openMilliseconds;
    const known = () =>
      this.list().flatMap(({ agent, agentSessionId }) =>
        agent.id === agentId ? (agentSessionId ?? []) : [],
      );
    const listing = { pool, definition, folder, everywhere, milliseconds, known };
    return listRemoteSessions(listing);
  }

  /** The command to run in a terminal for this login; after it the agent is restarted. */
  async terminalLogin(id: SessionId, methodId: string): Promise<Result<TerminalLogin>> {
    const session = await this.open(id);
    if (!session.ok) return session;
    const { head } = session.value.live.state;
    return offeredLogin(this.options.findAgent(head.agent.id), head, methodId);
  }

  /** Detaches the agent and releases the log; the session stays in the list. */
  close(id: SessionId): Promise<Result<void>> {
    return this.letGo(id, 'close');
  }

  /**
   * Moves the session to the trash and returns its name there. Opening it in the meantime waits.
   */
  delete(id: SessionId): Promise<Result<string>> {
    const known = this.deleting.get(id);
    if (known) return known;
    const deleting = this.discard(id).finally(() => this.deleting.delete(id));
    this.deleting.set(id, deleting);
    return deleting;
  }

  /** Restores a session from the trash. */
  async restore(item: string): Promise<Result<SessionId>> {
    const { trash, store, search, logger } = this.options;
    const restored = await trash.restore(item);
    if (!restored.ok) return restored;
    const id = restored.value;
    const summary = await store.catalogue.look(id);
    if (summary !== null) this.summaries.fire(summary);
    const indexed = await search.refresh(id);
    if (!indexed.ok) logger.warn('a restored session is not indexed', { id, error: indexed.error });
    return restored;
  }

  /** Files in the session's folder, for mentions. */
  async findFiles(id: SessionId, query: string): Promise<Result<readonly RankedPath[]>> {
    const session = await this.open(id);
    if (!session.ok) return session;
    return ok(await this.files.search(session.value.live.state.head.cwd, query, MENTIONED_FILES));
  }

  /** The branches and tags that copies of a folder can start from. */
  bases(folder: string): Promise<Result<readonly CopyBase[]>> {
    return this.options.workplaces.bases(folder);
  }

  /** Files in a folder, for mentions before there is a session. */
  filesIn(folder: string, query: string): Promise<readonly RankedPath[]> {
    return this.files.search(folder, query, MENTIONED_FILES);
  }

  async search(query: string): Promise<Result<SearchFindings>> {
    const { search } = this.options;
    const found = await search.search(query);
    if (!found.ok) return found;
    const hits = found.value.map(({ sessionId, entryId, kind, at, snippet }) => ({
      sessionId,
      entryId,
      kind,
      at,
      snippet,
    }));
    return ok({ hits, isComplete: search.isComplete });
  }

  /** Indexes the transcripts that were left out when the user stopped the indexing. */
  finishIndex(): Promise<Result<void>> {
    return this.options.search.refreshAll();
  }

  /** The file name for an export of this session, without an extension. */
  async exportName(id: SessionId): Promise<Result<string>> {
    const session = await this.open(id);
    return session.ok ? ok(exportName(session.value.stored)) : session;
  }

  /** Writes the session to a file, completely or not at all. */
  async export(id: SessionId, format: ExportFormat, path: string): Promise<Result<void>> {
    const session = await this.open(id);
    if (!session.ok) return session;
    return this.exports.save(session.value.stored, format, path);
  }

  /** Earlier permission requests of agents, newest first. */
  pastRequests(): Promise<PastRequests> {
    return pastRequests(this.options.store);
  }

  /** The disk space of a session in bytes. The session is not opened for it. */
  size(id: SessionId): Promise<Result<number>> {
    return this.options.workplaces.size(id);
  }

  /** The outcome of each session's changes; sessions that cannot be read are left out. */
  async scores(): Promise<readonly LedgerScore[]> {
    const scores: LedgerScore[] = [];
    for (const { id, agent, project, createdAt, turnCount, model, effort, usage } of this.list()) {
      const score = await this.options.workplaces.score?.(id);
      if (!score?.ok) continue;
      const { tokens, questions } = effort;
      const cost = usage?.cost ?? null;
      const facts = { agent, project, createdAt, turnCount, model, tokens, cost, questions };
      scores.push({ sessionId: id, ...facts, found: score.value });
    }
    return scores;
  }

  /** The changes in the ledger of a session that is not open; null if there are none. */
  async kept(id: SessionId): Promise<Result<KeptChanges | null>> {
    return (await this.options.workplaces.kept?.(id)) ?? ok(null);
  }

  /** Tries at once to save what a disk has refused. */
  async retrySaving(id: SessionId): Promise<Result<void>> {
    const session = await this.open(id);
    if (!session.ok) return session;
    session.value.stored.retry();
    return ok();
  }

  /** Called before the app ends: every agent is asked to stop, and every log is written. */
  async shutDown(): Promise<void> {
    this.indexing.stop();
    await this.exports.giveUp();
    const closing = [...this.sessions.keys()].map((id) => this.close(id));
    await Promise.all([...closing, ...this.deleting.values()]);
    await this.options.store.dispose();
    await this.options.search.close();
  }

  /** Settles when no started work is left. */
  async drain(): Promise<void> {
    for (const opening of this.sessions.values()) {
      const session = await opening;
      if (session.ok) await session.value.live.drain();
    }
    await this.indexing.drain();
  }

  /** Deletes a session. The decision is on disk before its first effect (I3). */
  private async discard(id: SessionId): Promise<Result<string>> {
    const { trash, store, workplaces, search, logger } = this.options;
    const summary = store.list().find((session) => session.id === id);
    const { title = null, project = null } = summary ?? {};
    const begun = await trash.begin(id, { reason: 'deleted', title, project });
    if (!begun.ok) return begun;
    const closed = await this.letGo(id, 'delete');
    // A full disk must not prevent deleting the rest.
    if (!closed.ok) logger.warn('a deleted session was not saved', { id, error: closed.error });
    await workplaces.settled(id);
    const done = await trash.carryOut(begun.value);
    if (!done.ok) return done;
    store.catalogue.remove(id);
    this.removals.fire(id);
    const removed = await search.remove(id);
    if (!removed.ok) logger.warn('a deleted session is still indexed', { error: removed.error });
    return begun;
  }

  private setUp(session: HostedSession, project: string, { cwd, setup, remark }: Workplace): void {
    const { runSetup } = this.options;
    if (remark !== undefined) session.live.remark(remark);
    if (setup === undefined || runSetup === undefined) return;
    const wish = { sessionId: session.id, project, cwd, command: setup };
    session.live.setUp(setup, runSetup(wish));
  }

  private letGo(id: SessionId, farewell: 'close' | 'delete'): Promise<Result<void>> {
    const opening = this.sessions.get(id);
    if (opening === undefined) return this.closing.get(id) ?? Promise.resolve(ok());
    this.sessions.delete(id);
    this.atWork.delete(id);
    const closed = this.end(id, opening, farewell).finally(() => this.closing.delete(id));
    this.closing.set(id, closed);
    return closed;
  }

  private async end(
    id: SessionId,
    opening: Promise<Result<HostedSession>>,
    farewell: 'close' | 'delete',
  ): Promise<Result<void>> {
    const session = await opening;
    if (!session.ok) return ok();
    await session.value.end(farewell);
    this.failing.forget(id);
    // The search index needs the log until it has read all of it.
    await this.indexing.caughtUp();
    return this.options.store.close(id);
  }

  private async reopen(id: SessionId): Promise<Result<HostedSession>> {
    await this.closing.get(id);
    const stored = await this.options.store.open(id);
    return stored.ok ? this.revive(id, stored.value) : stored;
  }

  private async revive(id: SessionId, stored: StoredSession): Promise<Result<HostedSession>> {
    const { project, cwd, isolation } = stored.state.head;
    const workplace = await this.options.workplaces.reopen(id, { project, cwd, isolation });
    if (!workplace.ok) {
      await this.options.store.close(id);
      return workplace;
    }
    // The log has the folder where it was created; the data folder may have been moved or copied
    // since.
    stored.state.head = { ...stored.state.head, cwd: workplace.value.cwd };
    const session = new HostedSession(id, stored, workplace.value, this.options);
    this.follow(id, session);
    await session.recover();
    this.openings.fire(id);
    return ok(session);
  }

  private follow(id: SessionId, session: HostedSession): void {
    this.atWork.set(id, session);
    session.onDidChangeCondition((condition) => {
      this.failing.note(id, condition);
      this.conditions.fire({ sessionId: id, condition });
    });
    if (session.changes.ok) session.changes.value.onDidChange(() => this.changeNews.fire(id));
    session.onDidWriteTerminal((news) => this.terminalNews.fire({ sessionId: id, ...news }));
    session.recorder.onDidAppend((events) => {
      this.options.store.catalogue.update(session.live.state.head);
      this.news.fire({ sessionId: id, events });
      this.summaries.fire(summarise(session.live.state.head));
      if (events.some(({ type }) => type === 'turn.ended')) this.indexing.add(session);
    });
  }
}
