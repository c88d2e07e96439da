import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { RepositoryFacts } from './gitFacts';
import type { GuardedFile } from './guardedFile';

/** The limit of configuration files that include each other. */
const MOST_FILES = 32;
/** The examined part of a command; longer commands are cut. */
const COMMAND_CHARACTERS = 4_096;

const NAMING = [
  '^(include|includeif\\..*)\\.path$',
  '^core\\.(hookspath|attributesfile|excludesfile|fsmonitor|sshcommand|editor|pager)$',
  '^(filter|diff|merge|gpg|credential|hook)(\\..*)?\\.(clean|smudge|process|command|textconv|driver|program|helper)$',
].join('|');

const reasons: Readonly<Record<string, string>> = {
  path: 'Git’s configuration includes it, and runs commands that it names.',
  hookspath: 'Git’s configuration names it as a hooks folder, whose files git runs automatically.',
  attributesfile: 'Git’s configuration names it: it tells git how to read files.',
  excludesfile: 'Git’s configuration names it: it tells git what to ignore.',
};
const COMMAND = 'Git’s configuration names it in a command that git runs automatically.';

const LOOKS: ReadonlySet<string | undefined> = new Set([
  reasons.attributesfile,
  reasons.excludesfile,
]);

/** Whether the file can run code; the others only tell git how to read files. */
export function runsCode({ reason }: GuardedFile): boolean {
  return !LOOKS.has(reason);
}

/**
 * Files, and folders of hooks, that the configuration of the user's repository names and that are
 * in its own folder or in the user's working tree. Files elsewhere are not the project's.
 */
export async function namedFiles(repository: RepositoryFacts): Promise<readonly GuardedFile[]> {
  const { folder, root } = repository;
  const found = new Map<string, GuardedFile>();
  const read = new Set<string>();
  const waiting = [join(folder, 'config'), join(folder, 'config.worktree')];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (read.size >= MOST_FILES) break;
    if (read.has(file)) continue;
    read.add(file);
    for (const { key, value } of await namedIn(repository, file)) {
      const isInclude = key === 'path';
      const reason = reasons[key];
      const named = reason === undefined ? await filesInCommand(root, value) : [withHome(value)];
      for (const name of named) {
        const path = resolve(isInclude ? dirname(file) : root, name);
        if (isInclude) waiting.push(path);
        const inFolder = below(folder, path);
        const inTree = below(root, path);
        const why = reason ?? COMMAND;
        if (inFolder !== null)
          found.set(path, { place: 'repository', path: inFolder, reason: why });
        else if (inTree !== null) found.set(path, { place: 'project', path: inTree, reason: why });
      }
    }
  }
  return [...found.values()];
}

async function namedIn(
  { git }: RepositoryFacts,
  file: string,
): Promise<readonly { readonly key: string; readonly value: string }[]> {
  // Only a file can name others, and git would wait for a pipe.
  const isFile = await lstat(file).then(
    (status) => status.isFile(),
    () => false,
  );
  if (!isFile) return [];
  const asked = ['config', '--file', file, '--no-includes', '--null', '--get-regexp', NAMING];
  const answer = await git.maybe(asked);
  return (answer ?? '').split('\0').flatMap((line) => {
    const at = line.indexOf('\n');
    const key = line.slice(0, at).split('.').at(-1)?.toLowerCase();
    const value = line.slice(at + 1);
    return at < 0 || key === undefined || value === '' ? [] : [{ key, value }];
  });
}

/** The words of a command that name files, relative to the working tree, where git runs it. */
async function filesInCommand(root: string, command: string): Promise<readonly string[]> {
  const words = command.slice(0, COMMAND_CHARACTERS).split(/[\s'"=;&|<>()!]+/);
  const files: string[] = [];
  for (const word of new Set(words.filter(Boolean).map(withHome))) {
    const status = await lstat(resolve(root, word)).catch(() => null);
    if (status?.isFile()) files.push(word);
  }
  return files;
}

function withHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

/** The path below the folder, with forward slashes; null if it is not inside. */
function below(folder: string, path: string): string | null {
  const way = relative(folder, path);
  const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isInside ? way.replaceAll(sep, '/') : null;
}
