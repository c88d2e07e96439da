import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { visibleWords } from '#shared/text/visiblePath';

/** The facts that decide a session's name within a set. */
export type Named = Pick<SessionSummary, 'id' | 'agent' | 'model' | 'mode'>;

/**
 * Names that tell the sessions of a set apart: the agent's name. Sessions with the same agent add
 * the model, the mode or, if these are equal or unknown, a number.
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
