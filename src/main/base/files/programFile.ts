import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

export interface ProgramPlace {
  readonly cwd: string;
  /** The PATH that the program is started with. */
  readonly path: string | undefined;
}

/** The system's default if PATH is not set. */
const DEFAULT_PATH = '/usr/bin:/bin';

/** How much of a script the system reads to find its interpreter. */
const FIRST_LINE_BYTES = 256;

/**
 * The file that the system would run for a name, on Linux and macOS. Throws the system's error, so
 * that a launcher in between does not turn "not found" into an exit code.
 */
export function programFile(name: string, { cwd, path = DEFAULT_PATH }: ProgramPlace): string {
  const places = name.includes('/')
    ? [resolve(cwd, name)]
    : path.split(delimiter).map((folder) => resolve(cwd, folder, name));
  let code = 'ENOENT';
  for (const place of name === '' ? [] : places) {
    const problem = problemWith(place);
    if (problem === undefined) {
      const interpreterProblem = problemWithInterpreter(place, cwd);
      if (interpreterProblem !== undefined) throw spawnError(name, interpreterProblem);
      return place;
    }
    if (problem === 'EACCES') code = problem;
  }
  throw spawnError(name, code);
}

/** Whether the system would run this file. */
export function isProgram(file: string): boolean {
  return problemWith(file) === undefined;
}

function problemWith(file: string): string | undefined {
  try {
    if (!statSync(file).isFile()) return 'EACCES';
    accessSync(file, constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EIO';
  }
}

/**
 * The problem with a script's interpreter; the system's own error looks as if the script were
 * missing.
 */
function problemWithInterpreter(file: string, cwd: string): string | undefined {
  const [, interpreter] = /^#![ \t]*([^\s\0]+)/.exec(firstBytes(file)) ?? [];
  return interpreter === undefined ? undefined : problemWith(resolve(cwd, interpreter));
}

function firstBytes(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    // A program may be executable without being readable.
    return '';
  }
  try {
    const buffer = Buffer.alloc(FIRST_LINE_BYTES);
    return buffer.toString('latin1', 0, readSync(descriptor, buffer));
  } finally {
    closeSync(descriptor);
  }
}

function spawnError(name: string, code: string): NodeJS.ErrnoException {
  const syscall = `spawn ${name}`;
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall, path: name });
}
