import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { AppException } from '#shared/errors';
import { GIT_MESSAGE_CHARACTERS, GIT_OUTPUT_BYTES, GIT_TIMEOUT_MILLISECONDS } from '../limits';

export interface GitPlace {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
}

export interface GitRun {
  readonly input?: string | Buffer;
  /** Exit codes that are answers, not failures. */
  readonly accepts?: readonly number[];
}

export interface GitAnswer {
  readonly code: number;
  readonly output: Buffer;
}

/** What must not happen on our account: no hook, no daemon, no housekeeping, no question. */
const quiet: Readonly<Record<string, string>> = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.splitIndex': 'false',
  'core.safecrlf': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'commit.gpgSign': 'false',
  'advice.addEmbeddedRepo': 'false',
};

const environment: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_EDITOR: ':',
  LC_ALL: 'C',
};

/** The git program, at work in one place. Throws an `AppException` when it fails. */
export class Git {
  constructor(
    private readonly program: string,
    private readonly place: GitPlace,
  ) {}

  get cwd(): string {
    return this.place.cwd;
  }

  /** The same git, with more to go by. */
  with(extra: Partial<GitPlace>): Git {
    return new Git(this.program, {
      cwd: extra.cwd ?? this.place.cwd,
      environment: { ...this.place.environment, ...extra.environment },
      config: { ...this.place.config, ...extra.config },
    });
  }

  async run(args: readonly string[], { input, accepts = [0] }: GitRun = {}): Promise<GitAnswer> {
    const config = Object.entries({ ...quiet, ...this.place.config });
    const settings = config.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(this.program, [...settings, ...args], {
      cwd: this.place.cwd,
      env: { ...inherited(), ...environment, ...this.place.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: GIT_TIMEOUT_MILLISECONDS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    let message = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > GIT_OUTPUT_BYTES) child.kill('SIGKILL');
      else output.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      message = (message + chunk).slice(-GIT_MESSAGE_CHARACTERS);
    });
    // It may end without reading all of it; how it ended says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', (error) => reject(this.unavailable(error)));
      child.on('close', (exit) => resolve(exit));
    });
    if (code !== null && accepts.includes(code)) return { code, output: Buffer.concat(output) };
    throw failed(args, code, message);
  }

  /** A folder that is not there looks to the system like a program that is not there. */
  private unavailable(error: Error): AppException {
    const { cwd } = this.place;
    const isGone = !existsSync(cwd);
    return new AppException({
      code: isGone ? 'not-found' : 'unavailable',
      message: isGone
        ? `The folder ${cwd} is not there.`
        : `Git could not be started (${this.program}). Is it installed?`,
      detail: error.message,
    });
  }

  /** What it printed, without the last line's end. */
  async text(args: readonly string[], run?: GitRun): Promise<string> {
    const { output } = await this.run(args, run);
    return output.toString('utf8').replace(/\r?\n$/, '');
  }

  /** What it printed, or null if it had nothing to say and exited with 1. */
  async maybe(args: readonly string[]): Promise<string | null> {
    const { code, output } = await this.run(args, { accepts: [0, 1, 128] });
    return code === 0 ? output.toString('utf8').replace(/\r?\n$/, '') : null;
  }

  /** What it printed between zero bytes. */
  async list(args: readonly string[], run?: GitRun): Promise<string[]> {
    const { output } = await this.run(args, run);
    return splitZeros(output);
  }
}

export function splitZeros(output: Buffer): string[] {
  const items = output.toString('utf8').split('\0');
  items.pop();
  return items;
}

export function joinZeros(items: readonly string[]): string {
  return items.map((item) => `${item}\0`).join('');
}

/** Variables of an outer git command, a hook say, would lead ours to another repository. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_')),
  );
}

function failed(args: readonly string[], code: number | null, message: string): AppException {
  const reason = message.trim().split('\n').at(-1) ?? '';
  const command = args.find((argument) => !argument.startsWith('-')) ?? '';
  return new AppException({
    code: 'io',
    message: `git ${command} failed: ${reason === '' ? `exit code ${code}` : reason}`,
    detail: message.trim(),
  });
}
