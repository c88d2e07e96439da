import type { TerminalId } from '#shared/ids';
import type { TerminalSize, ToPtyHost } from '#shared/terminal/portMessages';
import { INPUT_CHARACTERS, MAXIMUM_COLUMNS, MAXIMUM_ROWS } from './limits';

/**
 * I10: checks messages from the window. It uses no schema, because every key press is a message.
 */
export function readWindowMessage(raw: unknown): ToPtyHost | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const message = raw as Readonly<Record<string, unknown>>;
  if (typeof message.id !== 'string') return null;
  const id = message.id as TerminalId;
  switch (message.type) {
    case 'attach':
    case 'resize': {
      const size = readSize(message);
      return size && { type: message.type, id, ...size };
    }
    case 'input':
      return isInput(message.data) ? { type: 'input', id, data: message.data } : null;
    case 'acknowledge':
      return isCount(message.characters)
        ? { type: 'acknowledge', id, characters: message.characters }
        : null;
    case 'detach':
    case 'clear':
      return { type: message.type, id };
    default:
      return null;
  }
}

function readSize({ columns, rows }: Readonly<Record<string, unknown>>): TerminalSize | null {
  if (!isCount(columns) || !isCount(rows) || columns === 0 || rows === 0) return null;
  return { columns: Math.min(columns, MAXIMUM_COLUMNS), rows: Math.min(rows, MAXIMUM_ROWS) };
}

function isInput(value: unknown): value is string {
  return typeof value === 'string' && value.length <= INPUT_CHARACTERS;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
