import {
  incomplete,
  parseCreate,
  parseDelete,
  parseFind,
  parseMode,
  parseRead,
  parseRename,
  parseReplace,
  parseRun,
} from './operands';
import type { CommandName, Request } from './request';

const aliases: Readonly<Record<string, CommandName>> = {
  find: 'find',
  search: 'find',
  grep: 'find',
  replace: 'replace',
  change: 'replace',
  read: 'read',
  show: 'read',
  open: 'read',
  cat: 'read',
  rename: 'rename',
  move: 'rename',
  mv: 'rename',
  create: 'create',
  new: 'create',
  delete: 'delete',
  remove: 'delete',
  rm: 'delete',
  run: 'run',
  exec: 'run',
  explain: 'explain',
  recap: 'explain',
  help: 'help',
  ask: 'ask',
  compact: 'compact',
  mode: 'mode',
};

export const slashNames: readonly string[] = Object.keys(aliases);

export function commandNamed(name: string): CommandName | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined;
}

/** The slash command that a line starts with; undefined if there is none that we know. */
export function slashCommand(line: string): { command: CommandName; rest: string } | undefined {
  const match = /^\/([A-Za-z]+)(?:\s+([\s\S]*))?$/.exec(line.trim());
  const command = match?.[1] === undefined ? undefined : commandNamed(match[1]);
  return command ? { command, rest: match?.[2]?.trim() ?? '' } : undefined;
}

export function parseCommand(
  command: CommandName,
  rest: string,
  body: string | undefined,
): Request {
  switch (command) {
    case 'find':
      return parseFind(rest);
    case 'replace':
      return parseReplace(rest, ['with', 'by']);
    case 'read':
      return parseRead(rest);
    case 'rename':
      return parseRename(rest);
    case 'create':
      return parseCreate(rest, body);
    case 'delete':
      return parseDelete(rest);
    case 'run':
      return parseRun(body !== undefined && rest === '' ? body.trim() : rest);
    case 'mode':
      return parseMode(rest);
    case 'ask':
      return rest === '' || rest === 'form' || rest === 'url'
        ? { kind: 'ask', form: rest === 'url' ? 'url' : 'form' }
        : incomplete('ask', '`/ask` takes nothing, or `url`.');
    case 'help':
      return { kind: 'help', greeting: false };
    case 'explain':
    case 'compact':
      return { kind: command };
  }
}
