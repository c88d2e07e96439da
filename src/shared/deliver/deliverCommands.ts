import { shellQuote } from '#shared/terminal/shellQuote';

/** Programs that open pull requests in the user's name. */
export type RequestTool = 'gh' | 'glab';

/** The user's own git, with the user's own settings and credentials. */
export function pushCommand(remote: string, branch: string): string {
  return shellQuote(['git', 'push', '--set-upstream', remote, `refs/heads/${branch}`]);
}

/** The command that adds a note to a commit, under a separate ref that is not pushed by itself. */
export function noteCommand(commit: string, file: string): string {
  return shellQuote(['git', 'notes', '--ref=airlock', 'add', '-f', '-F', file, commit]);
}

export interface PullRequestFacts {
  readonly tool: RequestTool;
  readonly branch: string;
  readonly title: string;
  /** The file with the description. */
  readonly file: string;
}

/**
 * The command that opens a pull request for the website's main branch; the programs look up its
 * name.
 */
export function requestCommand({ tool, branch, title, file }: PullRequestFacts): string {
  if (tool === 'gh') {
    return shellQuote([
      ...['gh', 'pr', 'create', '--head', branch],
      ...['--title', title, '--body-file', file],
    ]);
  }
  const words = ['glab', 'mr', 'create', '--source-branch', branch, '--title', title];
  // Unlike gh, glab takes no file, so the shell reads it.
  return `${shellQuote([...words, '--yes'])} --description "$(cat ${shellQuote([file])})"`;
}
