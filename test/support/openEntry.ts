import type { Entry } from '#shared/session/entries';

/** Whether an entry is not finished yet. */
export function isOpen(entry: Entry): boolean {
  switch (entry.kind) {
    case 'tool':
      return entry.status === 'pending' || entry.status === 'in_progress';
    case 'permission':
    case 'elicitation':
      return entry.answer === null;
    case 'terminal':
      return entry.exit === null;
    default:
      return false;
  }
}
