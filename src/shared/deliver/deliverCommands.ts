import { shellQuote } from '#shared/terminal/shellQuote';

/** Programs that open pull requests in the user's name. */
export type RequestTool = 'gh' | 'glab';

/** The user's own git, with the user's own settings and credentials. */
export function pushCommand(remote: string, branch: string): string {
  return shellQuote(['git', 'push', '--set-upstream', remote, `refs/heads/${branch}`]);
}

/** A note on a commit, in a place of its own that is not pushed by itself. */
export function noteCommand(commit: string, file: string): string {
  return shellQuote(['git', 'notes', '--ref=airlock', 'add', '-f', '-F', file, commit]);
}

export interface PullRequestFacts {
  readonly tool: RequestTool;
  readonly branch: string;
  /** The branch that it is to be merged into; null: the tool's own choice. */
  readonly base: string | null;
  readonly title: string;
  /** The file with its text. */
  readonly file: string;
}

export function requestCommand({ tool, branch, base, title, file }: PullRequestFacts): string {
  if (tool === 'gh') {
    const target = base === null ? [] : ['--base', base];
    return shellQuote([
      ...['gh', 'pr', 'create', '--head', branch],
      ...target,
      ...['--title', title, '--body-file', file],
    ]);
  }
  const target = base === null ? [] : ['--target-branch', base];
  const words = ['glab', 'mr', 'create', '--source-branch', branch, ...target, '--title', title];
  // It takes no file: the shell reads it.
  return `${shellQuote([...words, '--yes'])} --description "$(cat ${shellQuote([file])})"`;
}
