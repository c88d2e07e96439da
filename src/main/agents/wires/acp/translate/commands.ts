import type { SlashCommand } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, recordsOf, textOr } from '../../json';

export function commandsFromWire(update: JsonRecord): SessionEvent | null {
  if (!Array.isArray(update.availableCommands)) return null;
  const commands: SlashCommand[] = [];
  for (const item of recordsOf(update.availableCommands)) {
    const name = identifier(item.name);
    if (name === null) continue;
    const command = { name, description: textOr(item.description, '') };
    const hint = isRecord(item.input) ? item.input.hint : undefined;
    commands.push(typeof hint === 'string' ? { ...command, hint } : command);
  }
  return { type: 'commands.updated', commands };
}
