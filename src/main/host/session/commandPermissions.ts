import { onUnexpectedError } from '#main/base/unexpected';
import type { IntendedCommand } from '#main/terminals/terminals';
import { fail, ok, type Result } from '#shared/errors';
import type { TurnId } from '#shared/ids';
import { isRestricting, type Judgement } from '#shared/permissions/judge';
import { entryId } from '#shared/session/entries';
import type { Envelope, EventOf } from '#shared/session/events';
import { type AskedFacts, changedFacts, noFacts } from '#shared/session/request/askedFacts';
import { requestFacts } from '#shared/session/request/requestFacts';
import type { PermissionOption } from '#shared/session/request/requests';
import { commandText } from '#shared/terminal/shellQuote';
import type { Questions } from './questions';
import type { SessionRecorder } from './sessionRecorder';

const options: readonly PermissionOption[] = [
  { id: 'run', name: 'Run', kind: 'allow_once' },
  { id: 'run-always', name: 'Run and don’t ask again', kind: 'allow_always' },
  { id: 'leave', name: 'Don’t run', kind: 'reject_once' },
];

export interface CommandQuestion {
  readonly signal?: AbortSignal;
  readonly description?: string;
  /**
   * Set if it is not run as a command of the agent's: permission for one does not apply to the
   * other.
   */
  readonly as?: string;
}

/**
 * In place, an agent's commands run among the user's own files, so each needs permission, whatever
 * the agent has asked before. So do the commands of a remote agent unless they are sealed, because
 * it could not run anything here by itself. Only an identical command, in the same folder and with
 * the same variables, is not asked for again, unless a rule denies it by then. For other agents in
 * a copy only the user's rules ask or deny.
 */
export class CommandPermissions {
  /** Commands allowed for the rest of the session. */
  private readonly always = new Set<string>();
  /** Commands allowed until the turn ends, this many times. */
  private readonly once = new Map<string, number>();

  constructor(
    private readonly recorder: SessionRecorder,
    private readonly questions: Questions,
    private readonly rules: { judge(asked: AskedFacts): Promise<Judgement> } | undefined,
    /** Whether the agent is a program on this computer, with all rights of the user's. */
    private readonly runsHere: () => boolean,
  ) {}

  /**
   * Asks for permission. `signal` withdraws the question, and `description` says what the command
   * is for.
   */
  async mayRun(
    command: IntendedCommand,
    { signal = new AbortController().signal, description, as }: CommandQuestion = {},
  ): Promise<Result<void>> {
    if (this.recorder.isFull) return fail('refused', 'This session is full. Start a new one.');
    const { isolation } = this.recorder.state.head;
    const isAsked = isolation === 'in-place' || (isolation !== 'sealed' && !this.runsHere());
    const judgement = await this.judged(command);
    if (!isAsked && !(judgement && isRestricting(judgement))) return ok();
    const keys = keysOf(command, as);
    // I27: a rule that denies it overrides an earlier answer.
    if (judgement?.effect !== 'deny' && this.take(keys)) return ok();
    const outcome = await this.questions.permission(
      {
        toolCallId: null,
        tool: { title: 'Run a command', kind: 'execute', input: inputOf(command) },
        title: commandText(command),
        options,
        asker: 'app',
        ...(description === undefined ? {} : { description }),
      },
      signal,
    );
    if (outcome.type === 'cancelled') return fail('cancelled', 'This command was not allowed.');
    const kind = options.find(({ id }) => id === outcome.optionId)?.kind;
    // Compare the command itself, because the log has it without secrets.
    if (kind === 'allow_always') for (const key of keys) this.always.add(key);
    return kind === 'allow_always' || kind === 'allow_once'
      ? ok()
      : fail('refused', 'The user did not allow this command.');
  }

  /** The rules' judgement on the command alone. */
  private async judged(command: IntendedCommand): Promise<Judgement | undefined> {
    return this.rules?.judge(changedFacts(noFacts, { kind: 'execute', input: inputOf(command) }));
  }

  onAppended(events: readonly Envelope[]): void {
    for (const event of events) {
      if (event.type === 'permission.answered') void this.note(event).catch(onUnexpectedError);
      if (event.type === 'turn.ended') this.once.clear();
    }
  }

  private get turnId(): TurnId | null {
    return this.recorder.state.head.turn?.turnId ?? null;
  }

  private take(keys: readonly string[]): boolean {
    if (keys.some((key) => this.always.has(key))) return true;
    const key = keys.find((each) => this.once.has(each));
    if (key === undefined) return false;
    const left = this.once.get(key) ?? 0;
    if (left > 1) this.once.set(key, left - 1);
    else this.once.delete(key);
    return true;
  }

  /**
   * Records a permission. Only what the card of the agent's own question showed counts: nothing if
   * the agent changed it after asking. I3: it counts once the answer is on disk, in the turn in
   * which it was given.
   */
  private async note({ requestId, outcome }: EventOf<'permission.answered'>): Promise<void> {
    const entry = this.recorder.state.entries.get(entryId('permission', requestId));
    if (entry?.kind !== 'permission' || entry.change || outcome.type !== 'selected') return;
    const { asked, options: offered } = entry.question;
    if (entry.question.asker === 'app') return;
    if (asked === undefined || typeof asked.input !== 'string') return;
    const { command, cwd, env } = requestFacts(asked.input);
    if (command === null) return;
    const key = JSON.stringify([command, cwd ?? this.recorder.state.head.cwd, env]);
    const kind = offered.find(({ id }) => id === outcome.optionId)?.kind;
    const { turnId } = this;
    await this.recorder.saved();
    if (kind === 'allow_always') this.always.add(key);
    if (kind !== 'allow_once' || turnId !== this.turnId) return;
    this.once.set(key, (this.once.get(key) ?? 0) + 1);
  }
}

function inputOf({ command, args, cwd, env }: IntendedCommand): string {
  const line = args.length === 0 ? command : [command, ...args];
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return JSON.stringify({ command: line, cwd, ...(env.length > 0 && { env: variables }) });
}

/** Parses like the card's text, so that the allowed command is the one that was shown. */
function keysOf(intended: IntendedCommand, as?: string): readonly string[] {
  const { command, cwd, env } = requestFacts(inputOf(intended));
  const line = shellLineOf(intended);
  const commands = line === null ? [command] : [command, line];
  return commands.map((each) =>
    JSON.stringify([each, cwd, env, ...(as === undefined ? [] : [as])]),
  );
}

/**
 * The line that a shell is given: the shell does only that line, and agents ask only for the line.
 */
function shellLineOf({ command, args }: IntendedCommand): string | null {
  const [flag, line] = args;
  const isShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba)?sh$/.test(command) && flag === '-c';
  return isShell && args.length === 2 && line !== undefined ? line : null;
}
