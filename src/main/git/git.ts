import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { isOutOfDescriptors, NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import { spawnGit } from '#main/base/process/spawnProgram';
import { AppException } from '#shared/errors';
import { hardenedGit } from '#shared/git/hardenedGit';
import { findPipe } from './findPipe';
import {
  GIT_MESSAGE_CHARACTERS,
  GIT_OUTPUT_BYTES,
  GIT_PATIENCE_MILLISECONDS,
  GIT_TIMEOUT_MILLISECONDS,
} from './limits';

export interface GitPlace {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  /** Aborts when the user stops the work that the command belongs to. */
  readonly signal?: AbortSignal | undefined;
}

export interface GitRun {
  readonly input?: string | Buffer;
  /** Exit codes that are answers, not failures. */
  readonly accepts?: readonly number[];
  /** The time after which the process is ended. */
  readonly milliseconds?: number;
  /** Receives the progress of a command that was told to report it. */
  onProgress?(done: number, total: number): void;
}

export interface GitAnswer {
  readonly code: number;
  readonly output: Buffer;
  /** The end of its warnings. */
  readonly said: string;
}

interface GitEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Commands that may start hooks or run filters: a command that writes an index compares the content
 * of files that are as new as the index.
 */
const SETTING_OFF = new Set([
  ...['update-ref', 'symbolic-ref', 'update-index', 'read-tree', 'checkout-index'],
  ...['worktree', 'add', 'commit', 'status', 'diff-files', 'diff-index'],
]);

/** Whether the command is one of these but only reads and examines no file. */
function isReading([command, ...options]: readonly string[]): boolean {
  return options.includes(command === 'symbolic-ref' ? '--quiet' : '--cached');
}

const PROGRAMS = '^(hook\\..*\\.event|filter\\..*\\.(clean|smudge|process|required))$';

/**
 * I22: the git program in one place, with settings that name no program. Throws an `AppException`
 * when it fails.
 */
export class Git {
  constructor(
    private readonly program: string,
    private readonly place: GitPlace,
  ) {}

  get cwd(): string {
    return this.place.cwd;
  }

  get signal(): AbortSignal | undefined {
    return this.place.signal;
  }

  /** The same git with additional settings. */
  with(extra: Partial<GitPlace>): Git {
    return new Git(this.program, {
      cwd: extra.cwd ?? this.place.cwd,
      environment: { ...this.place.environment, ...extra.environment },
      config: { ...this.place.config, ...extra.config },
      signal: extra.signal ?? this.place.signal,
    });
  }

  async run(
    args: readonly string[],
    { input, accepts = [0], milliseconds = GIT_TIMEOUT_MILLISECONDS, onProgress }: GitRun = {},
  ): Promise<GitAnswer> {
    const { signal: stop } = this.place;
    if (stop?.aborted) throw cancelled();
    const program = locateProgram(this.program);
    if (program === null) throw this.unavailable('It was not found in PATH.');
    const child = this.start(program, args, milliseconds, await this.withoutPrograms(args));
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
      const [, done, total] = (onProgress && /\((\d+)\/(\d+)\)[^(]*$/.exec(chunk)) ?? [];
      if (done && total) onProgress?.(Number(done), Number(total));
    });
    // Git may end without reading all of its input; its exit tells why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    let pipe: string | null = null;
    const ended = new AbortController();
    const patience = setTimeout(async () => {
      const root = this.place.environment?.GIT_WORK_TREE ?? this.place.cwd;
      pipe = await findPipe(root, ended.signal);
      if (pipe !== null) child.kill('SIGKILL');
    }, GIT_PATIENCE_MILLISECONDS);
    const end = () => void child.kill('SIGKILL');
    stop?.addEventListener('abort', end);
    const { code, signal } = await new Promise<GitEnd>((resolve, reject) => {
      child.on('error', (error) => reject(this.unavailable(error.message)));
      child.on('close', (exit, end) => resolve({ code: exit, signal: end }));
    }).finally(() => {
      clearTimeout(patience);
      ended.abort();
      stop?.removeEventListener('abort', end);
    });
    if (stop?.aborted && signal !== null) throw cancelled();
    if (pipe !== null && signal !== null) throw heldUp(pipe);
    if (code !== null && accepts.includes(code)) {
      return { code, output: Buffer.concat(output), said: message };
    }
    throw failed(args, signal ?? `exit code ${code}`, message);
  }

  /**
   * Variables that turn off the filters and hooks defined in the configuration, each by its name:
   * git has no other way, and `-c` would cut a name at an equals sign. Our own git folders define
   * none.
   */
  private async withoutPrograms(
    args: readonly string[],
  ): Promise<Readonly<Record<string, string>>> {
    const isOurs = this.place.environment?.GIT_DIR !== undefined;
    if (isOurs || !SETTING_OFF.has(args[0] ?? '') || isReading(args)) return {};
    const asked = ['config', '--null', '--name-only', '--get-regexp', PROGRAMS];
    const names = await this.list(asked, { accepts: [0, 1] });
    const drivers = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
    const settings = [...drivers].flatMap((driver) =>
      driver.startsWith('hook.')
        ? [[`${driver}.enabled`, 'false']]
        : [
            ...['clean', 'smudge', 'process'].map((key) => [`${driver}.${key}`, '']),
            [`${driver}.required`, 'false'],
          ],
    );
    const variables = settings.flatMap(([name = '', setting = ''], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, setting],
    ]);
    return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(variables) };
  }

  private start(
    program: string,
    args: readonly string[],
    milliseconds: number,
    variables: Readonly<Record<string, string>>,
  ): ChildProcessWithoutNullStreams {
    const environment = { ...this.place.environment, ...variables };
    const call = hardenedGit({ args, inherited: process.env, ...this.place, environment });
    try {
      return spawnGit(program, call.args, {
        cwd: this.place.cwd,
        env: call.environment as NodeJS.ProcessEnv,
        timeout: milliseconds,
        killSignal: 'SIGKILL',
        windowsHide: true,
      });
    } catch (error) {
      if (isOutOfDescriptors(error)) {
        const detail = (error as Error).message;
        throw new AppException({ code: 'io', message: NO_DESCRIPTORS, detail });
      }
      throw this.unavailable((error as Error).message);
    }
  }

  /**
   * The error if git cannot be started: for a missing or closed folder, the system reports the same
   * as for a missing program.
   */
  private unavailable(detail: string): AppException {
    const { cwd } = this.place;
    if (!mayBeFolder(cwd)) {
      return new AppException({
        code: 'not-found',
        message: `The folder ${cwd} does not exist.`,
        detail,
      });
    }
    if (isClosed(cwd)) {
      const message = `You may not open the folder ${cwd}. Change its permissions and try again.`;
      return new AppException({ code: 'io', message });
    }
    return new AppException({
      code: 'unavailable',
      message: `Git could not be started (${this.program}). Is it installed?`,
      detail,
    });
  }

  /** The output without the last line break. */
  async text(args: readonly string[], run?: GitRun): Promise<string> {
    const { output } = await this.run(args, run);
    return output.toString('utf8').replace(/\r?\n$/, '');
  }

  /**
   * The single path in the output. A path may itself end in a line break, so only git's own is
   * removed.
   */
  async path(args: readonly string[]): Promise<string> {
    const { output } = await this.run(args);
    return output.toString('utf8').replace(/\n$/, '');
  }

  /** The output, or null if git printed nothing and exited with 1. */
  async maybe(args: readonly string[]): Promise<string | null> {
    const { code, output } = await this.run(args, { accepts: [0, 1, 128] });
    return code === 0 ? output.toString('utf8').replace(/\r?\n$/, '') : null;
  }

  /** The output, split at zero bytes. */
  async list(args: readonly string[], run?: GitRun): Promise<string[]> {
    const { output } = await this.run(args, run);
    return splitZeros(output);
  }
}

/** A path that cannot be read may still be a folder. */
function mayBeFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ELOOP';
  }
}

/** Whether the user may not enter this folder or one of its parents. */
function isClosed(path: string): boolean {
  try {
    statSync(`${path}/.`);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
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

function cancelled(): AppException {
  return new AppException({ code: 'cancelled', message: 'You cancelled it.' });
}

function heldUp(pipe: string): AppException {
  return new AppException({
    code: 'refused',
    message: `${pipe} is a pipe, and git would wait for it forever. Remove it, then try again.`,
  });
}

/** Git's messages for a full disk, and the system's. */
const FULL_DISK = /: No space left on device$|: Disk quota exceeded$| Out of diskspace$/m;

/**
 * Another program writes to the same repository, or has left this lock behind; git's last line does
 * not name it.
 */
const LOCKED = /Unable to create '([^'\n]+\.lock)': File exists/;

function failed(args: readonly string[], end: string, message: string): AppException {
  const lock = LOCKED.exec(message)?.[1];
  const reason = lock
    ? `${lock} exists. If no git command is running there, remove this file and try again.`
    : (message.trim().split('\n').at(-1) ?? '');
  const command = args.find((argument) => !argument.startsWith('-')) ?? '';
  return new AppException({
    code: 'io',
    message: FULL_DISK.test(message)
      ? 'The disk is full. Free some space and try again.'
      : `git ${command} failed: ${reason === '' ? end : reason}`,
    detail: message.trim(),
  });
}

/**
 * The absolute path of a program in PATH; null if it is not found. Windows would search the current
 * folder first, as does a relative entry of PATH, and agents can write there.
 */
function locateProgram(
  name: string,
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const path = platform === 'win32' ? win32 : posix;
  if (path.isAbsolute(name)) return name;
  const key = Object.keys(variables).find((variable) =>
    platform === 'win32' ? variable.toUpperCase() === 'PATH' : variable === 'PATH',
  );
  const folders = (variables[key ?? 'PATH'] ?? '').split(path.delimiter);
  const file = platform === 'win32' && win32.extname(name) === '' ? `${name}.exe` : name;
  const places = folders.filter(path.isAbsolute).map((folder) => path.join(folder, file));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // The program does not exist, or we may not run it.
    return false;
  }
}
