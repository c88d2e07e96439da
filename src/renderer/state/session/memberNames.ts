import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { visibleWords } from '#shared/text/visiblePath';

/** The facts about a session that its name among others needs. */
export type Named = Pick<SessionSummary, 'id' | 'agent' | 'model' | 'mode'>;

/**
 * Names that tell sessions of one set apart: the agent's; of those with the same agent its model, its mode
 * or, if these are the same or not known yet, a number.
 */
export function memberNames(members: readonly Named[]): ReadonlyMap<SessionId, string> {
  const names = new Map<SessionId, string>();
  for (const same of Map.groupBy(members, ({ agent }) => agent.id).values()) {
    const parts = [same.map(({ model }) => model), same.map(({ mode }) => mode)].filter(
      (values) => new Set(values).size > 1,
    );
    const whole = same.map(({ agent }, index) => {
      const told = parts.flatMap((values) => values[index] ?? []);
      return visibleWords([agent.name, ...told].join(' · '));
    });
    for (const [index, { id }] of same.entries()) {
      const name = whole[index] ?? '';
      const alike = whole.flatMap((other, at) => (other === name ? at : []));
      names.set(id, alike.length === 1 ? name : `${name} (${alike.indexOf(index) + 1})`);
    }
  }
  return names;
}
