import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { AgentTerminals } from '#main/terminals/terminals';
import type { SessionId, TerminalId } from '#shared/ids';
import type { EventOf } from '#shared/session/events';
import { AgentRequests } from './agentRequests';
import type { HostOptions } from './host';
import { LiveSession } from './liveSession';
import { Questions } from './questions';
import { SessionRecorder } from './recorder';
import { SessionAgent } from './sessionAgent';
import { SessionFiles } from './sessionFiles';
import { Coalescer } from './store/coalescer';
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
  private readonly progress = this.register(new Emitter<string>());
  /** What the agent prints while it starts. */
  readonly onDidProgress = this.progress.event;
  private readonly recorder: SessionRecorder;
  private readonly agent: SessionAgent;

  constructor(
    readonly id: SessionId,
    readonly stored: StoredSession,
    workplace: Workplace,
    options: HostOptions,
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
    this.register(recorder.onDidAppend((events) => workplace.onAppended(events)));
    const questions = new Questions(recorder, options.ids);
    const files = new SessionFiles([workplace.cwd, ...stored.state.head.additionalDirectories]);
    const terminals = this.register(
      new AgentTerminals({
        cwd: workplace.cwd,
        environment: options.environment,
        locate: (path) => files.locate(path),
        record: (event) => recorder.record(event),
      }),
    );
    this.register(terminals.onDidWrite((news) => this.terminalOutput.fire(news)));
    const requests = new AgentRequests({
      recorder,
      questions,
      files,
      gate: workplace.gate,
      terminals,
      onTerminalData: (terminal, data) => this.terminalOutput.fire({ terminal, data }),
    });
    this.agent = this.register(
      new SessionAgent({
        recorder,
        questions,
        pool: options.pool,
        requests,
        onProgress: (stderrTail) => this.progress.fire(stderrTail),
        findDefinition: options.findAgent,
      }),
    );
    this.live = this.register(
      new LiveSession({ recorder, questions, agent: this.agent, ids: options.ids }),
    );
  }

  /** The first line of a new log, and the start of its agent. */
  begin(created: EventOf<'session.created'>): void {
    this.recorder.record(created);
    this.live.start();
  }

  /** Lets the agent go in good order and records it. */
  async end(): Promise<void> {
    await this.agent.detach();
    await this.live.recover();
    this.dispose();
  }
}
