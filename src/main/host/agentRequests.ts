import type { SessionClient, SessionTerminals } from '#main/agents/agents';
import type { PermissionAsk } from '#main/agents/connection';
import type { Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
} from '#shared/session/requests';
import type { Questions } from './questions';
import type { SessionRecorder } from './recorder';
import type { Replay } from './replay';
import type { SessionFiles } from './sessionFiles';

/** The one door for writes: it answers when the text is on disk, or was refused. */
export interface WriteGate {
  write(path: string, content: string, signal: AbortSignal): Promise<Result<void>>;
}

export interface AgentRequestParts {
  readonly recorder: SessionRecorder;
  readonly questions: Questions;
  readonly files: SessionFiles;
  readonly gate: WriteGate;
  readonly terminals: SessionTerminals;
  onTerminalData(terminal: TerminalId, data: string): void;
}

/** What one session's agent says and asks, each led to the part that deals with it. */
export class AgentRequests implements SessionClient {
  /** Set while the agent says an earlier conversation again. */
  replay: Replay | null = null;

  constructor(private readonly parts: AgentRequestParts) {}

  get terminals(): SessionTerminals {
    return this.parts.terminals;
  }

  ingest(events: readonly SessionEvent[]): void {
    (this.replay ?? this.parts.recorder).ingest(events);
  }

  congestion(): Promise<void> | null {
    return this.parts.recorder.congestion();
  }

  askPermission(ask: PermissionAsk, signal: AbortSignal): Promise<PermissionOutcome> {
    return this.parts.questions.permission(ask, signal);
  }

  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome> {
    return this.parts.questions.elicit(question, signal);
  }

  readTextFile(request: {
    path: string;
    line: number | null;
    limit: number | null;
  }): Promise<Result<string>> {
    return this.parts.files.read(request.path, request.line, request.limit);
  }

  async writeTextFile(
    request: { path: string; content: string },
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const place = await this.parts.files.locate(request.path);
    return place.ok ? this.parts.gate.write(place.value, request.content, signal) : place;
  }

  terminalData(terminal: TerminalId, data: string): void {
    this.parts.onTerminalData(terminal, data);
  }
}
