import { DisposableOwner } from '#main/base/disposable';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import type { SessionId, TerminalId } from '#shared/ids';
import type { UserTerminals } from './userTerminals';

export interface CheckCommand {
  /** The session whose pane shows the terminal. */
  readonly sessionId: SessionId;
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** The user's own folder. */
  readonly project: string;
  /** The namespace that the check is sealed in; null if it is not sealed. */
  readonly enclosure: ProcessNamespace | null;
  readonly signal: AbortSignal;
}

export interface CheckEnd {
  /** The exit code; null if the check was ended from outside, or never started. */
  readonly exitCode: number | null;
  /** Why there is no exit code. */
  readonly message: string | null;
  /** The end of its unchanged output. */
  readonly output: string;
}

/** The size until a window shows the terminal and sends its own. */
const SIZE = { columns: 120, rows: 30 };

/**
 * Checks of projects, each in its own terminal, which closes after success or with the next run.
 */
export class CheckTerminals extends DisposableOwner {
  private readonly running = new Map<TerminalId, (end: CheckEnd) => void>();
  /** The terminals of checks that failed, by session and name. */
  private readonly left = new Map<string, TerminalId>();

  constructor(private readonly terminals: UserTerminals) {
    super();
    this.register(terminals.onDidChange(() => this.look()));
  }

  async run({ name, command, project, signal, ...place }: CheckCommand): Promise<CheckEnd> {
    const key = `${place.sessionId} ${name}`;
    const before = this.left.get(key);
    if (before !== undefined) this.terminals.close(before);
    this.left.delete(key);
    if (signal.aborted) {
      place.enclosure?.dispose();
      return notStarted('It was cancelled.');
    }
    const run = {
      name,
      command,
      env: { AIRLOCK_PROJECT: project, CI: '1' },
      isOneOff: true,
    } as const;
    const opened = await this.terminals.create({ ...SIZE, ...place, run });
    if (!opened.ok) return notStarted(opened.error.message);
    const { id } = opened.value;
    const cancel = () => {
      this.finish(id, { exitCode: null, message: 'It was cancelled.', output: this.output(id) });
      this.terminals.close(id);
    };
    signal.addEventListener('abort', cancel);
    const end = await new Promise<CheckEnd>((resolve) => {
      this.running.set(id, resolve);
      this.look();
      // The user may have cancelled while the terminal was opened.
      if (signal.aborted) cancel();
    }).finally(() => signal.removeEventListener('abort', cancel));
    if (end.exitCode === 0) this.terminals.close(id);
    else if (this.terminals.get(id) !== undefined) this.left.set(key, id);
    return end;
  }

  private look(): void {
    for (const id of [...this.running.keys()]) {
      const state = this.terminals.get(id)?.state;
      if (state?.type === 'running') continue;
      const exitCode = state?.exitCode ?? null;
      this.finish(id, {
        exitCode,
        message: exitCode === null ? endWords(state?.cause, state?.signal ?? null) : null,
        output: this.output(id),
      });
    }
  }

  private finish(id: TerminalId, end: CheckEnd): void {
    const resolve = this.running.get(id);
    this.running.delete(id);
    resolve?.(end);
  }

  private output(id: TerminalId): string {
    const tail = this.terminals.tail(id);
    return tail.ok ? tail.value : '';
  }
}

function notStarted(message: string): CheckEnd {
  return { exitCode: null, message, output: '' };
}

function endWords(cause: string | undefined, signal: number | null): string {
  if (cause === undefined) return 'Its terminal was closed.';
  return signal === null ? 'The terminal has crashed.' : `It was ended by signal ${signal}.`;
}
