import type {
  PathStatus,
  PermissionAsk,
  SessionClient,
  SessionTerminals,
} from '#main/agents/connection';
import type { OnHeld } from '#main/airlock/airlock';
import { ByteBudget } from '#main/base/byteBudget';
import { Queue } from '#main/base/queue';
import { askForEdits } from '#main/host/changes/askForEdits';
import { RecentCalls } from '#main/host/changes/recentCalls';
import { withOldTexts } from '#main/host/changes/withOldTexts';
import type { Workplace } from '#main/host/changes/workplace';
import type { SessionFiles } from '#main/host/files/sessionFiles';
import { FILE_READ_LIMIT, FOUND_CHARACTERS } from '#main/host/limits';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId, IdSource, TerminalId, ToolCallId } from '#shared/ids';
import { isRestricting } from '#shared/permissions/judge';
import type { ToolContent } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { changedFacts, noFacts } from '#shared/session/request/askedFacts';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOption,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { charactersIn } from '#shared/text/charactersIn';
import type { Questions } from './questions';
import type { Replay } from './replay';
import type { RuledRequests } from './ruledRequests';
import type { SessionRecorder } from './sessionRecorder';

/** The only gate for writes: it answers when the text is on disk, or was refused. */
export interface WriteGate {
  write(path: string, content: string, signal: AbortSignal, onHeld: OnHeld): Promise<Result<void>>;
}

export interface AgentRequestParts {
  readonly recorder: SessionRecorder;
  readonly ids: IdSource;
  readonly questions: Questions;
  readonly files: SessionFiles;
  readonly gate: WriteGate;
  readonly reviewEdits: Workplace['reviewEdits'];
  readonly terminals: SessionTerminals;
  /** The user's rules; without them only the gate decides. */
  readonly rules?: Pick<RuledRequests, 'judge' | 'restrict'> | undefined;
  onTerminalData(terminal: TerminalId, data: string): void;
}

/** The answers to a rule's question about a file. */
const options: readonly PermissionOption[] = [
  { id: 'allow', name: 'Allow', kind: 'allow_once' },
  { id: 'refuse', name: 'Don’t allow', kind: 'reject_once' },
];

/** Passes everything that one session's agent sends to the part that handles it. */
export class AgentRequests implements SessionClient {
  /** Present while the agent replays an earlier conversation. */
  private replay: { readonly heard: Replay; onSignOfLife(): void } | null = null;

  private readonly writes = new Queue();
  private readonly looks = new Queue();
  private readonly found = new ByteBudget(FOUND_CHARACTERS);
  private readonly calls = new RecentCalls();

  constructor(private readonly parts: AgentRequestParts) {}

  get terminals(): SessionTerminals {
    return this.parts.terminals;
  }

  ingest(events: readonly SessionEvent[]): void {
    this.replay?.onSignOfLife();
    this.calls.note(events);
    (this.replay?.heard ?? this.parts.recorder).ingest(events);
  }

  startReplay(heard: Replay, onSignOfLife: () => void): void {
    this.replay = { heard, onSignOfLife };
  }

  endReplay(): void {
    this.replay = null;
  }

  congestion(): Promise<void> | null {
    return this.parts.recorder.congestion();
  }

  warn(message: string): void {
    const { recorder, ids } = this.parts;
    recorder.record({
      type: 'notice.posted',
      noteId: ids.mint('note'),
      severity: 'warning',
      title: message,
    });
  }

  notUnderstood(message: string): void {
    const { recorder, ids } = this.parts;
    const label = `${message} Further messages like this are only in the inspector.`;
    recorder.record({ type: 'unknown.received', noteId: ids.mint('note'), label, raw: '' });
  }

  async askPermission(
    ask: PermissionAsk,
    signal: AbortSignal,
    look?: () => Promise<readonly ToolContent[]>,
  ): Promise<PermissionOutcome> {
    const { files, recorder, questions } = this.parts;
    const noted = questions.note(ask, signal);
    const told = this.calls.get(ask.toolCallId as ToolCallId | null);
    const read = (path: string) => files.read(path, null, null, new ByteBudget(FILE_READ_LIMIT));
    const looking = look ?? withOldTexts(ask, recorder.state.head.cwd, read);
    if (looking === null) return askForEdits({ ask, noted, told }, signal, this.parts);
    const lookUnlessGone = async () => (questions.isGone(noted, signal) ? [] : looking());
    const { outcome } = await this.withRoom(lookUnlessGone, (found) =>
      askForEdits(
        { ask, noted, told, found: found.length > 0 ? found : undefined },
        signal,
        this.parts,
      ),
    );
    return outcome;
  }

  /**
   * I21: looks into one request at a time, and only when the open ones leave enough room for what
   * it finds. The result is wrapped, so that nobody waits for the answer in the meantime.
   */
  private withRoom<T>(
    look: () => Promise<readonly ToolContent[]>,
    use: (found: readonly ToolContent[]) => Promise<T>,
  ): Promise<{ readonly outcome: Promise<T> }> {
    return this.looks.run(async () => {
      const found = await look();
      const begun = Promise.withResolvers<void>();
      const outcome = this.found.run(charactersIn(found), () => {
        begun.resolve();
        return use(found);
      });
      await begun.promise;
      return { outcome };
    });
  }

  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome> {
    return this.parts.questions.elicit(question, signal);
  }

  untilTurnEnds(): AbortSignal {
    return this.parts.questions.untilTurnEnds();
  }

  async readTextFile(
    request: { path: string; line: number | null; limit: number | null },
    room: ByteBudget,
    turnEnd: AbortSignal,
  ): Promise<Result<string>> {
    const may = await this.mayTouch(request.path, 'read', turnEnd);
    if (!may.ok) return may;
    return this.parts.files.read(request.path, request.line, request.limit, room);
  }

  async writeTextFile(
    request: { path: string; content: string },
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const { path, content } = request;
    const turnEnd = this.untilTurnEnds();
    // In the order of the agent's requests: each is passed on before the next one is handled.
    const begun = await this.writes.run(async () => {
      const may = await this.mayTouch(path, 'edit', turnEnd);
      if (!may.ok) return { result: may };
      const place = await this.parts.files.locate(path, 'write');
      return { result: place.ok ? this.write(place.value, content, signal) : place };
    });
    return begun.result;
  }

  /** Whether a rule denies this file or asks about it; otherwise the request continues normally. */
  private async mayTouch(
    path: string,
    kind: 'read' | 'edit',
    turnEnd: AbortSignal,
  ): Promise<Result<void>> {
    const { rules, questions } = this.parts;
    if (!rules?.restrict) return ok();
    const title = kind === 'read' ? 'Read a file' : 'Write a file';
    const tool = { title, kind, locations: [{ path }] };
    const judgement = await rules.judge(changedFacts(noFacts, tool));
    if (!isRestricting(judgement)) return ok();
    const ask = {
      toolCallId: null,
      tool,
      title: `${title}: ${path}`,
      options,
      asker: 'app',
    } as const;
    const outcome = await questions.permission(ask, turnEnd);
    const isAllowed = outcome.type === 'selected' && outcome.optionId === 'allow';
    return isAllowed ? ok() : fail('refused', `The user does not allow access to ${path}.`);
  }

  /** Writes a file. Until the user has decided on the write, the session waits for them. */
  private async write(path: string, content: string, signal: AbortSignal): Promise<Result<void>> {
    const { gate, recorder } = this.parts;
    let held: ChangeId | null = null;
    const result = await gate.write(path, content, signal, (write) => {
      held = write.changeId;
      recorder.record({ type: 'write.held', changeId: held, path: write.path });
    });
    if (held !== null) recorder.record({ type: 'write.decided', changeId: held });
    return result;
  }

  async readFile(
    path: string,
    room: ByteBudget,
    turnEnd: AbortSignal,
  ): Promise<Result<Uint8Array>> {
    const may = await this.mayTouch(path, 'read', turnEnd);
    return may.ok ? this.parts.files.readBytes(path, room) : may;
  }

  pathStatus(path: string): Promise<Result<PathStatus>> {
    return this.parts.files.status(path);
  }

  findFiles(pattern: string): Promise<Result<readonly string[]>> {
    return this.parts.files.find(pattern);
  }

  terminalData(terminal: TerminalId, data: string): void {
    this.parts.onTerminalData(terminal, data);
  }
}
