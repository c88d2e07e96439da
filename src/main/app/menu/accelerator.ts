import { type AppCommandId, commandFacts, commandTable } from '#shared/commands/commandTable';
import { chordInForce, type KeyOverrides } from '#shared/commands/keyBindings';

const all = (Object.keys(commandTable) as AppCommandId[]).map((id) => ({
  id,
  ...commandFacts(id),
}));

/** The shortcut of a command as a menu shows it; undefined if no shortcut runs it now. */
export function acceleratorOf(
  id: AppCommandId,
  keys: KeyOverrides,
  isMac: boolean,
): string | undefined {
  const { key } = commandFacts(id);
  const bound = { id, ...(key !== undefined && { key }) };
  if (chordInForce(bound, all, keys, isMac) === undefined) return undefined;
  const chord = Object.hasOwn(keys, id) ? keys[id] : key;
  return chord?.replace(/\bMod\b/i, 'CmdOrCtrl');
}
