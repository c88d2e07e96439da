import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import {
  SHELL_MILLISECONDS,
  SHELL_OUTPUT_BYTES,
  STDERR_GRACE_MILLISECONDS,
} from '#main/agents/process/limits';
import { sendSignal } from '#main/agents/process/table/processTable';
import { definedOnly } from '#main/base/process/definedOnly';
import { spawnProgram } from '#main/base/process/spawnProgram';
import type { Variables } from './environmentLookup';
import { MarkedOutput, printEnvironmentCommand } from './loginShell';

/** Tells startup files that Airlock runs them, so that they can skip slow steps. */
const RESOLVING_VARIABLE = 'AIRLOCK_RESOLVING_ENVIRONMENT';

/** The environment that the user's own terminal would have, and its source. */
export interface ShellEnvironment {
  readonly variables: Variables;
  readonly source: 'login-shell' | 'process';
  readonly shell: string | null;
  /** Why the login shell could not be asked, as a sentence. */
  readonly problem?: string;
}

export interface ShellEnvironmentOptions {
  readonly inherited?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly timeoutMilliseconds?: number;
}

/** Asks the login shell at the first call; later calls get the same answer. */
export function createShellEnvironment(
  options: ShellEnvironmentOptions = {},
): () => Promise<ShellEnvironment> {
  let answer: Promise<ShellEnvironment> | undefined;
  return () => {
    answer ??= readShellEnvironment(options);
    return answer;
  };
}

/**
 * Runs the login shell once and asks for its environment: a program started from a desktop lacks
 * what the user's shell sets up, such as PATH, keys and proxies. Never rejects: without an answer
 * it returns our own environment and the reason.
 */
export async function readShellEnvironment({
  inherited = process.env,
  platform = process.platform,
  timeoutMilliseconds = SHELL_MILLISECONDS,
}: ShellEnvironmentOptions = {}): Promise<ShellEnvironment> {
  const own = withHome(definedOnly(inherited), platform);
  if (platform === 'win32') return { variables: own, source: 'process', shell: null };
  const shell = own.SHELL || shellOfUser() || '/bin/sh';
  const printed = await runShell(shell, own, timeoutMilliseconds).catch(
    (error: Error): Printed => ({ problem: `${shell} cannot be run (${error.message}).` }),
  );
  return 'problem' in printed
    ? { variables: own, source: 'process', shell, problem: printed.problem }
    : { variables: merge(own, printed.variables), source: 'login-shell', shell };
}

type Printed = { readonly variables: Variables } | { readonly problem: string };

/** Rejects when there is no such program. */
async function runShell(
  shell: string,
  variables: Variables,
  milliseconds: number,
): Promise<Printed> {
  const mark = `airlock-${randomBytes(16).toString('hex')}`;
  const { file, args } = printEnvironmentCommand(shell, mark);
  // The shell gets its own session: an interactive shell would otherwise stop at our terminal.
  const child = spawnProgram(file, args, {
    detached: true,
    env: { ...variables, [RESOLVING_VARIABLE]: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const timers: NodeJS.Timeout[] = [];
  const printed = new Promise<Printed>((resolve) => {
    const giveUp = (problem: string) => resolve({ problem: `${shell} ${problem}.` });
    const giveUpAfter = (delay: number, problem: string) =>
      timers.push(setTimeout(() => giveUp(problem), delay));
    giveUpAfter(milliseconds, `did not answer within ${milliseconds / 1_000} seconds`);
    const output = new MarkedOutput(mark);
    child.stdout.on('data', (chunk: Buffer) => {
      output.add(chunk);
      const environment = output.isWhole ? output.environment() : undefined;
      if (environment) resolve({ variables: environment });
      else if (output.isWhole) giveUp('printed no environment');
      else if (output.bytes > SHELL_OUTPUT_BYTES) giveUp('does not stop printing');
    });
    child.on('error', (error) => giveUp(`cannot be run (${error.message})`));
    child.on('exit', (code, signal) => {
      giveUpAfter(STDERR_GRACE_MILLISECONDS, `ended (${signal ?? code}) without an answer`);
    });
  });
  return printed.finally(() => {
    for (const timer of timers) clearTimeout(timer);
    child.stdout.destroy();
    // The signal also ends processes that the startup files left running, and a shell that has
    // replaced itself by another program.
    if (child.pid !== undefined && !isReused(child)) sendSignal(-child.pid, 'SIGKILL');
  });
}

/** True once the process has ended and was reaped: its id may then belong to another process. */
function isReused({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (exitCode === null && signalCode === null) return false;
  try {
    process.kill(pid ?? 0, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * The shell's values win, unless we were started from a terminal: then our own environment is newer
 * and includes what the user set there. Both keep all folders of their PATH.
 */
function merge(own: Variables, printed: Variables): Variables {
  const { [RESOLVING_VARIABLE]: _ours, ...fromShell } = printed;
  const isFromTerminal = own.TERM !== undefined && own.TERM !== 'dumb';
  const [first, second] = isFromTerminal ? [own, fromShell] : [fromShell, own];
  const folders = [first.PATH, second.PATH].flatMap((path) => path?.split(':') ?? []);
  const path = [...new Set(folders.filter((folder) => folder !== ''))].join(':');
  return { ...second, ...first, ...(path === '' ? {} : { PATH: path }) };
}

/** Adds HOME: agents keep their logins there, and some end at once without it. */
function withHome(variables: Variables, platform: NodeJS.Platform): Variables {
  return platform === 'win32' || variables.HOME ? variables : { ...variables, HOME: homedir() };
}

function shellOfUser(): string | null {
  try {
    return userInfo().shell;
  } catch {
    // The user id may have no entry, as in containers.
    return null;
  }
}
