import { DisposableOwner } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Result } from '#shared/errors';
import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalSize } from '#shared/terminal/portMessages';
import { shellQuote } from '#shared/terminal/shellQuote';
import type { UserTerminal } from '#shared/terminal/terminal';
import type { UserTerminals } from './userTerminals';

export interface Login {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/**
 * Terminals in which users log in to agents. After a successful login, the terminal is closed and
 * the agent started.
 */
export class LoginTerminals extends DisposableOwner {
  private readonly sessions = new Map<TerminalId, SessionId>();

  constructor(
    private readonly terminals: UserTerminals,
    private readonly restart: (sessionId: SessionId) => Promise<unknown>,
    /** Replaces references in the settings with the user's own variables. */
    private readonly withOwn: (text: string) => Promise<string> = async (text) => text,
  ) {
    super();
    this.register(terminals.onDidChange(() => this.look()));
  }

  async open(
    sessionId: SessionId,
    { label, command, args, env, cwd }: Login,
    size: TerminalSize,
  ): Promise<Result<UserTerminal>> {
    const platform = process.platform === 'win32' ? 'windows' : 'posix';
    const words = await Promise.all(args.map(this.withOwn));
    const variables: Record<string, string> = {};
    for (const [name, value] of Object.entries(env)) variables[name] = await this.withOwn(value);
    const line = shellQuote([command, ...words], platform);
    const run = { name: label, command: line, env: variables };
    const opened = await this.terminals.create({ ...size, cwd, sessionId, run });
    if (opened.ok) this.sessions.set(opened.value.id, sessionId);
    return opened;
  }

  private look(): void {
    for (const [id, sessionId] of this.sessions) {
      const state = this.terminals.get(id)?.state;
      if (state?.type === 'running') continue;
      this.sessions.delete(id);
      if (state?.exitCode !== 0) continue;
      this.terminals.close(id);
      this.restart(sessionId).catch(onUnexpectedError);
    }
  }
}
