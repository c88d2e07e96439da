import { DisposableOwner } from '#main/base/disposable';
import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalState } from '#shared/terminal/terminal';
import type { UserTerminals } from './userTerminals';

export interface Setup {
  readonly sessionId: SessionId;
  readonly project: string;
  readonly cwd: string;
  readonly command: string;
}

export interface SetupResult {
  readonly outcome: 'done' | 'failed';
  readonly message?: string;
}

/** The size until a window shows the terminal and sends its own. */
const SIZE = { columns: 120, rows: 30 };

/** Setup commands of projects, each in its own terminal, which closes after success. */
export class SetupTerminals extends DisposableOwner {
  private readonly running = new Map<TerminalId, (result: SetupResult) => void>();

  constructor(private readonly terminals: UserTerminals) {
    super();
    this.register(terminals.onDidChange(() => this.look()));
  }

  async run({ sessionId, project, cwd, command }: Setup): Promise<SetupResult> {
    // With the variable a script can find files that were not carried over.
    const run = { name: 'Setup', command, env: { AIRLOCK_PROJECT: project } };
    const opened = await this.terminals.create({ ...SIZE, cwd, sessionId, run });
    if (!opened.ok) return { outcome: 'failed', message: opened.error.message };
    return new Promise((resolve) => {
      this.running.set(opened.value.id, resolve);
      this.look();
    });
  }

  private look(): void {
    for (const [id, resolve] of this.running) {
      const state = this.terminals.get(id)?.state;
      if (state?.type === 'running') continue;
      this.running.delete(id);
      const isDone = state?.exitCode === 0;
      if (isDone) this.terminals.close(id);
      resolve(isDone ? { outcome: 'done' } : { outcome: 'failed', message: reasonOf(state) });
    }
  }
}

function reasonOf(state: Extract<TerminalState, { type: 'ended' }> | undefined): string {
  if (state === undefined) return 'It was stopped: its terminal was closed.';
  if (state.cause === 'lost') return 'The terminal has crashed.';
  if (state.signal !== null) return `It was ended by ${state.signal}.`;
  return `It ended with exit code ${state.exitCode}. Its terminal says why.`;
}
