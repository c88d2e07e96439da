import type { SlashCommand } from '#shared/session/agent';
import { fuzzyMatch } from '#shared/text/fuzzyMatch';
import { SUGGESTIONS } from '#window/features/composer/limits';

/** One row of the list that opens for `@` or `/`. */
export interface Suggestion {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** The text that is put into the prompt. */
  readonly replacement: string;
  /** A path that the prompt will link. */
  readonly path: string | null;
}

/** Pure: the agent's commands that fit what was typed, best first. */
export function suggestCommands(
  commands: readonly SlashCommand[],
  query: string,
): readonly Suggestion[] {
  return commands
    .flatMap((command) => {
      const match = query === '' ? { score: 0 } : fuzzyMatch(query, command.name);
      return match ? [{ command, score: match.score }] : [];
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, SUGGESTIONS)
    .map(({ command }) => ({
      id: command.name,
      label: `/${command.name}`,
      detail: command.description,
      replacement: `/${command.name}`,
      path: null,
    }));
}

export function suggestFile(path: string): Suggestion {
  const end = path.lastIndexOf('/');
  return {
    id: path,
    label: path.slice(end + 1),
    detail: end === -1 ? '' : path.slice(0, end),
    replacement: `@${path}`,
    path,
  };
}

/** Pure: the hint of the command that the text begins with, as long as nothing follows it. */
export function commandHint(commands: readonly SlashCommand[], text: string): string | null {
  const name = /^\/(\S+)\s*$/.exec(text)?.[1];
  return commands.find((command) => command.name === name)?.hint ?? null;
}
