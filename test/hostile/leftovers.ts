import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { leftOf } from '../support/processes';

const SHOWN_CHARACTERS = 200;

/** Every file below a folder with its mode and content; of `.git` what a program would run or obey. */
export function* fingerprintOf(folder: string, root: string): Generator<[string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isInGit = relative(root, path).split('/').includes('.git');
    if (isInGit && !/\.git(\/(config|hooks|info)(\/|$)|$)/.test(path)) continue;
    if (entry.isDirectory()) {
      yield* fingerprintOf(path, root);
      continue;
    }
    const { mode } = lstatSync(path);
    const content = entry.isFile() ? readFileSync(path) : readlinkSync(path);
    const hash = createHash('sha1').update(content).digest('hex');
    yield [relative(root, path), `${mode.toString(8)} ${hash}`];
  }
}

export function changedPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

/** Files below a folder that hold the text, wherever in them. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found = await new Promise<string>((resolve) => {
    // Files of terabytes without content, which a mode makes in its copy, would take minutes.
    const hollow = ['--exclude=sparse-*', '--exclude=huge'];
    execFile('grep', ['-rlaF', ...hollow, '--', text, folder], (_error, stdout) => resolve(stdout));
  });
  return found
    .split('\n')
    .filter((line) => line !== '')
    .map((path) => relative(folder, path));
}

/** By what a process is known to belong to a run. */
export interface ProcessSigns {
  /** A variable in the environment that it was started with. */
  readonly mark?: readonly [name: string, value: string];
  /** A text in its command line. */
  readonly tag?: string;
  /** The folder that it works in, or one above it. */
  readonly folder?: string;
}

/** The command lines of those that are still there once they had time to go. Linux only. */
export async function leftProcesses(signs: ProcessSigns): Promise<readonly string[]> {
  const left = await leftOf(() => processesWith(signs));
  return left.map((pid) => `${pid} ${commandLine(pid)}`);
}

function processesWith({ mark, tag, folder }: ProcessSigns): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => pid !== process.pid)
    .filter(
      (pid) =>
        (mark && readProcess(pid, 'environ').split('\0').includes(mark.join('='))) ||
        (tag && readProcess(pid, 'cmdline').includes(tag)) ||
        (folder && isIn(folder, workingFolder(pid))),
    );
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path === `${folder} (deleted)`;
}

function commandLine(pid: number): string {
  return readProcess(pid, 'cmdline').replaceAll('\0', ' ').slice(0, SHOWN_CHARACTERS);
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended meanwhile, or is somebody else's.
    return '';
  }
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It ended meanwhile, or is somebody else's.
    return '';
  }
}
