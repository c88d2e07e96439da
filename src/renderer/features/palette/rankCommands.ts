import { fuzzyMatch } from '#shared/text/fuzzyMatch';
import type { Command } from '#window/commands/command';

export interface RankedCommand {
  readonly command: Command;
  /** Places in the title to emphasise. */
  readonly positions: readonly number[];
}

export interface PaletteGroup {
  /** Empty for search results, which are in order of merit and so have no groups. */
  readonly label: string;
  readonly items: readonly RankedCommand[];
}

/** Words that only the group or the keywords have count less than words of the title. */
const PENALTY_NOT_TITLE = 20;

export function rankCommands(query: string, commands: readonly Command[]): readonly PaletteGroup[] {
  if (query.trim() === '') return inGroups(commands);
  const items = commands
    .map((command) => ({ command, ...match(query, command) }))
    .filter((result) => result.score !== undefined)
    .toSorted((left, right) => (right.score ?? 0) - (left.score ?? 0));
  return items.length === 0 ? [] : [{ label: '', items }];
}

function match(query: string, command: Command) {
  const title = fuzzyMatch(query, command.title);
  if (title !== undefined) return title;
  const rest = fuzzyMatch(query, `${command.group} ${command.title} ${command.keywords ?? ''}`);
  return { score: rest && rest.score - PENALTY_NOT_TITLE, positions: [] };
}

function inGroups(commands: readonly Command[]): readonly PaletteGroup[] {
  const labels = [...new Set(commands.map((command) => command.group))];
  return labels.map((label) => ({
    label,
    items: commands
      .filter((command) => command.group === label)
      .map((command) => ({ command, positions: [] })),
  }));
}
