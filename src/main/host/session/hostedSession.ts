import type { AgentConnection, OwnMcpServer } from '#main/agents/connection';
import { DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Workplace } from '#main/host/changes/workplace';
import { SessionFiles } from '#main/host/files/sessionFiles';
import type { HostOptions } from '#main/host/hostOptions';
import { ownServer } from '#main/host/ownServer/ownServer';
import { SessionSeal } from '#main/host/seal/sessionSeal';
import { Coalescer } from '#main/host/store/log/coalescer';
import { explainReadOnly } from '#main/host/store/log/eventLog';
import type { StoredSession } from '#main/host/store/storedSession';
import { internalise } from '#main/host/store/storedSession';
import { AgentTerminals } from '#main/terminals/terminals';
import type { ChangeView } from '#shared/airlock/changeView';
import { fail, ok, type Result } from '#shared/errors';
import type { IdSource, RequestId, SessionId, TerminalId } from '#shared/ids';
import type { ReviewComment } from '#shared/ipc/changes';
import type { Proposal } from '#shared/permissions/proposal';
import type { SessionCondition } from '#shared/session/condition';
import { entryId } from '#shared/session/entries';
import type { EventOf } from '#shared/session/events';
import { AgentRequests } from './agentRequests';
import { CommandPermissions } from './commandPermissions';
import { ConditionWatch } from './conditionWatch';
import { droppedWrites } from './droppedWrites';
import { AIRLOCK_CLOSED, LiveSession } from './liveSession';
import { refusedHosts } from './loggedRefusals';
import { Questions } from './questions';
import { requestChecks } from './requestChecks';
import { RuledRequests } from './ruledRequests';
import { type AgentServers, SessionAgent } from './sessionAgent';
import { SessionRecorder } from './sessionRecorder';

export interface TerminalData {
  readonly terminal: TerminalId;
  readonly data: string;
}

/** One session with all its parts; it creates them and disposes of them. */
export class HostedSession extends DisposableOwner {
  readonly live: LiveSession;
  /** The agent's changes and the decisions on them, or the reason why they are unknown. */
  readonly changes: Workplace['changes'];
  private readonly terminalOutput = this.register(new Emitter<TerminalData>());
  readonly onDidWriteTerminal = this.terminalOutput.event;
  private readonly conditions: ConditionWatch;
  readonly recorder: SessionRecorder;
  private readonly agent: SessionAgent;
  readonly terminals: AgentTerminals;
  readonly seal: SessionSeal;
  private readonly rules: RuledRequests | undefined;
  private readonly errors = this.register(new MutableDisposable());
  private readonly ids: IdSource;
  private readonly ownServer: OwnMcpServer;
  /** The user's unsent comments on the agent's changes, as last reported by the window. */
  comments: readonly ReviewComment[] = [];
  private readonly isReadOnly: boolean;

  constructor(
    readonly id: SessionId,
    readonly stored: StoredSession,
    workplace: Workplace,
    private readonly options: HostOptions,
  ) {
    super();
    this.register(workplace);
    this.changes = workplace.changes;
    this.ids = options.ids;
    const readOnly = whyReadOnly(stored, workplace);
    this.isReadOnly = readOnly !== null;
    const recorder = new SessionRecorder(
      stored.state,
      stored,
      options.now,
      (emit) => new Coalescer(emit),
    );
    this.recorder = recorder;
    this.conditions = this.register(new ConditionWatch(stored, workplace.storage));
    this.register(recorder.onDidAppend((events) => workplace.onAppended(events)));
    this.register(recorder.onDidAppend((events) => this.conditions.onAppended(events)));
    this.seal = this.register(
      new SessionSeal({
        stored,
        workplace,
        recorder,
        options,
        onRefusals: (count) => this.conditions.onRefusals(count),
        restart: () => this.renewSeal(),
      }),
    );
    const files = new SessionFiles([workplace.cwd, ...stored.state.head.additionalDirectories], {
      allowed: () => Object.values(this.seal.allowed()).flat(),
      mayRead: async (path) => (await this.seal.allowance(path)).ok,
      onOutside: (path, access) => this.seal.refused(path, access),
    });
    const { permissions } = options;
    this.rules = permissions && new RuledRequests(permissions, recorder, files, stored.blobs);
    const questions = new Questions(recorder, options.ids, this.rules);
    const commands = new CommandPermissions(recorder, questions, this.rules, () => {
      const definition = options.findAgent(stored.state.head.agent.id);
      return definition !== undefined && definition.url === undefined;
    });
    this.register(recorder.onDidAppend((events) => commands.onAppended(events)));
    if (permissions) {
      this.register(
        permissions.onDidChange(() => void questions.judgeAgain().catch(onUnexpectedError)),
      );
    }
    this.terminals = this.register(
      new AgentTerminals({
        cwd: workplace.cwd,
        ptys: options.ptys,
        environment: options.environment,
        openNamespace: () => this.seal.openNamespace(),
        locate: (path) => files.locate(path),
        untilTurnEnds: () => questions.untilTurnEnds(),
        mayRun: (command, signal) => commands.mayRun(command, signal && { signal }),
        record: (event) => recorder.record(event),
      }),
    );
    this.register(this.terminals.onDidWrite((news) => this.onTerminalData(news)));
    const requests = new AgentRequests({
      recorder,
      ids: options.ids,
      questions,
      files,
      gate: workplace.gate,
      reviewEdits: workplace.reviewEdits,
      terminals: this.terminals,
      rules: this.rules,
      onTerminalData: (terminal, data) => this.onTerminalData({ terminal, data }),
    });
    this.ownServer = ownServer({
      elicit: (question, signal) => questions.elicit(question, signal),
      changes: () => this.seenChanges(),
      comments: () => this.comments,
      runChecks: (names, signal) =>
        requestChecks(names, signal, { recorder, commands, run: options.runChecks }),
    });
    this.agent = this.register(
      new SessionAgent({
        recorder,
        questions,
        pool: options.pool,
        requests,
        timings: options.timings,
        onProgress: (stderrTail) => this.conditions.onProgress(stderrTail),
        onLoginTold: (login) => this.conditions.onLogin(login),
        onLogOut: () => this.seal.forgetLogin(),
        onLogIn: () => this.live.goOnAfterLogIn(),
        onExit: () => void this.terminals.endAll().catch(onUnexpectedError),
        findDefinition: options.findAgent,
        seal: () => this.seal.request(),
        isCopyGone: async () => (await workplace.isCopyGone?.()) ?? false,
        mcpServers: (connection) => this.mcpServers(connection),
      }),
    );
    this.register(
      this.agent.onDidStartProcess((process) => {
        this.seal.reset();
        this.errors.value = process.onDidRecord(({ direction, text }) => {
          if (direction === 'stderr') this.seal.hearAgent(text);
        });
      }),
    );
    this.live = this.register(
      new LiveSession({
        recorder,
        questions,
        agent: this.agent,
        ids: options.ids,
        timings: options.timings,
        readOnly,
        now: options.now,
        adviseRestart: options.adviseRestart,
        rememberSecrets: options.rememberSecrets,
        load: async (event) => {
          await workplace.beforeTurn(event.turnId);
          return internalise(event, stored.blobs);
        },
        restoreCopy: async () => (await workplace.restoreCopy?.()) ?? ok(),
      }),
    );
    const { copy } = workplace.seal ?? {};
    const attended = copy && options.networks?.attend(copy, refusedHosts(recorder));
    if (attended) this.register(attended);
    const lost = workplace.onDidLoseCopy?.(() => {
      this.live.loseCopy();
      this.terminals.endAll().catch(onUnexpectedError);
    });
    if (lost) this.register(lost);
  }

  private async mcpServers({ wire, powers }: AgentConnection): Promise<AgentServers> {
    const { agent, project, cwd } = this.stored.state.head;
    const served = { id: agent.id, wire, powers, project, cwd };
    const { servers, offered } = (await this.options.mcpServers?.(served)) ?? NO_SERVERS;
    if (powers.mcp?.acp !== true) return { given: { mcpServers: servers }, offered };
    const own = this.ownServer;
    const isTaken = servers.some(({ name }) => name === own.name);
    const leftOut = isTaken ? 'Another server has the same name.' : null;
    return {
      given: isTaken ? { mcpServers: servers } : { mcpServers: servers, ownServer: own },
      offered: [...offered, { name: own.name, type: 'acp', origin: 'airlock', leftOut }],
    };
  }

  /** The agent's changes so far, or the reason why they are unknown. */
  private async seenChanges(): Promise<Result<readonly ChangeView[]>> {
    if (!this.changes.ok) return this.changes;
    const { fault } = await this.changes.value.look();
    if (fault !== null) return fail('unavailable', fault);
    return ok(this.changes.value.snapshot().changes);
  }

  /** Restarts the agent, because running programs keep the seal that they have. */
  private async renewSeal(): Promise<Result<void>> {
    if (this.live.state.head.turn !== null) return ok();
    if (await this.agent.withdraw()) this.recorder.record({ type: 'agent.detached' });
    await this.terminals.endAll();
    return this.live.dispatch({ type: 'agent.restart' });
  }

  private onTerminalData(news: TerminalData): void {
    this.seal.hearCommand(news.terminal, news.data);
    this.terminalOutput.fire(news);
  }

  get condition(): SessionCondition {
    return this.conditions.condition;
  }

  get onDidChangeCondition(): ConditionWatch['onDidChange'] {
    return this.conditions.onDidChange;
  }

  /** The rules that would allow one of the session's open requests. */
  async proposeRules(requestId: RequestId): Promise<Result<Proposal>> {
    const entry = this.stored.state.entries.get(entryId('permission', requestId));
    if (entry?.kind !== 'permission' || this.rules === undefined) {
      return fail('not-found', 'There is no such question.');
    }
    const { asked } = entry.question;
    if (asked === undefined || entry.change) {
      return ok({ type: 'none', reason: 'The agent changed this request after asking.' });
    }
    return ok(await this.rules.propose(asked));
  }

  /** Settles when everything so far is on disk, unless the disk fails. */
  sync(): Promise<Result<void>> {
    return this.recorder.sync();
  }

  /** Writes the first line of a new log, and starts the agent. */
  begin(created: EventOf<'session.created'>, title?: string): void {
    this.recorder.record(created);
    if (title) this.recorder.record({ type: 'session.titled', title, by: 'agent' });
    this.live.start();
  }

  /** Finishes what an earlier run of the app left open. */
  async recover(): Promise<void> {
    await this.live.recover();
    if (!this.changes.ok || this.isReadOnly) return;
    const { recorder, changes, ids } = this;
    const dropped = await droppedWrites(recorder.state, changes.value, ids);
    if (dropped.length === 0) return;
    recorder.record(...dropped);
    await recorder.sync();
  }

  /** The last process that was started for the session, even if it has ended. */
  get process(): SessionAgent['process'] {
    return this.agent.process;
  }

  get onDidStartProcess(): SessionAgent['onDidStartProcess'] {
    return this.agent.onDidStartProcess;
  }

  /** Detaches the agent in good order and records it. */
  async end(farewell?: 'close' | 'delete'): Promise<void> {
    this.live.interrupt();
    await Promise.all([this.agent.detach(farewell), this.terminals.close()]);
    await this.live.wrapUp(AIRLOCK_CLOSED);
    this.dispose();
  }
}

const NO_SERVERS = { servers: [], offered: [] } as const;

function whyReadOnly({ log }: StoredSession, { storage }: Workplace): string | null {
  if (log.readOnly) return explainReadOnly(log.readOnly);
  return storage?.kind === 'read-only' ? `${storage.title} ${storage.advice}` : null;
}
