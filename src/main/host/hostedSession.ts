import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import { AgentTerminals } from '#main/terminals/terminals';
import { ok, type Result } from '#shared/errors';
import type { SessionId, TerminalId } from '#shared/ids';
import type { SessionCondition } from '#shared/session/condition';
import type { EventOf } from '#shared/session/events';
import { AgentRequests } from './agentRequests';
import { CommandPermissions } from './commandPermissions';
import { ConditionWatch } from './conditionWatch';
import type { HostOptions } from './host';
import { LiveSession } from './liveSession';
import type { ConversationOrigin } from './openConversation';
import { Questions } from './questions';
import { SessionRecorder } from './recorder';
import { SessionAgent } from './sessionAgent';
import { SessionFiles } from './sessionFiles';
import { Coalescer } from './store/coalescer';
import { explainReadOnly } from './store/eventLog';
import { internalise } from './store/externalise';
import type { StoredSession } from './store/storedSession';
import type { Workplace } from './workplace';

export interface TerminalData {
  readonly terminal: TerminalId;
  readonly data: string;
}

/** One session with all its parts put together; whoever made the parts is here, and ends them. */
export class HostedSession extends DisposableOwner {
  readonly live: LiveSession;
  private readonly terminalOutput = this.register(new Emitter<TerminalData>());
  readonly onDidWriteTerminal = this.terminalOutput.event;
  private readonly conditions: ConditionWatch;
  readonly recorder: SessionRecorder;
  private readonly agent: SessionAgent;
  readonly terminals: AgentTerminals;

  constructor(
    readonly id: SessionId,
    readonly stored: StoredSession,
    workplace: Workplace,
    options: HostOptions,
    origin: ConversationOrigin | null = null,
  ) {
    super();
    this.register(workplace);
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
    const questions = new Questions(recorder, options.ids);
    const commands = new CommandPermissions(recorder, questions);
    this.register(recorder.onDidAppend((events) => commands.onAppended(events)));
    const files = new SessionFiles([workplace.cwd, ...stored.state.head.additionalDirectories]);
    this.terminals = this.register(
      new AgentTerminals({
        cwd: workplace.cwd,
        ptys: options.ptys,
        environment: options.environment,
        openNamespace: async () => {
          const agent = options.findAgent(stored.state.head.agent.id);
          return agent?.namespace === false ? null : ((await options.openNamespace?.()) ?? null);
        },
        locate: (path) => files.locate(path),
        mayRun: (command) => commands.mayRun(command),
        record: (event) => recorder.record(event),
      }),
    );
    this.register(this.terminals.onDidWrite((news) => this.terminalOutput.fire(news)));
    const requests = new AgentRequests({
      recorder,
      ids: options.ids,
      questions,
      files,
      gate: workplace.gate,
      reviewEdits: workplace.reviewEdits,
      terminals: this.terminals,
      onTerminalData: (terminal, data) => this.terminalOutput.fire({ terminal, data }),
    });
    this.agent = this.register(
      new SessionAgent({
        recorder,
        questions,
        pool: options.pool,
        requests,
        timings: options.timings,
        origin,
        onProgress: (stderrTail) => this.conditions.onProgress(stderrTail),
        onLogIn: () => this.live.goOnAfterLogIn(),
        onExit: () => void this.terminals.endAll().catch(onUnexpectedError),
        findDefinition: options.findAgent,
        isCopyGone: async () => (await workplace.isCopyGone?.()) ?? false,
      }),
    );
    this.live = this.register(
      new LiveSession({
        recorder,
        questions,
        agent: this.agent,
        ids: options.ids,
        timings: options.timings,
        readOnly: whyReadOnly(stored, workplace),
        now: options.now,
        adviseRestart: options.adviseRestart,
        load: async (event) => {
          await workplace.beforeTurn(event.turnId);
          return internalise(event, stored.blobs);
        },
        restoreCopy: async () => (await workplace.restoreCopy?.()) ?? ok(),
      }),
    );
    const lost = workplace.onDidLoseCopy?.(() => {
      this.live.loseCopy();
      this.terminals.endAll().catch(onUnexpectedError);
    });
    if (lost) this.register(lost);
  }

  get condition(): SessionCondition {
    return this.conditions.condition;
  }

  get onDidChangeCondition(): ConditionWatch['onDidChange'] {
    return this.conditions.onDidChange;
  }

  /** What is known so far is on disk, unless that refuses. */
  sync(): Promise<Result<void>> {
    return this.recorder.sync();
  }

  /** The first line of a new log, and the start of its agent. */
  begin(created: EventOf<'session.created'>, title?: string): void {
    this.recorder.record(created);
    if (title) this.recorder.record({ type: 'session.titled', title, by: 'agent' });
    this.live.start();
  }

  /** The last process that was started for the session, even if it has ended. */
  get process(): SessionAgent['process'] {
    return this.agent.process;
  }

  get onDidStartProcess(): SessionAgent['onDidStartProcess'] {
    return this.agent.onDidStartProcess;
  }

  /** Lets the agent go in good order and records it. */
  async end(farewell?: 'close' | 'delete'): Promise<void> {
    this.live.interrupt();
    await Promise.all([this.agent.detach(farewell), this.terminals.close()]);
    await this.live.wrapUp('Airlock closed the session while the agent was working.');
    this.dispose();
  }
}

function whyReadOnly({ log }: StoredSession, { storage }: Workplace): string | null {
  if (log.readOnly) return explainReadOnly(log.readOnly);
  return storage?.kind === 'read-only' ? `${storage.title} ${storage.advice}` : null;
}
