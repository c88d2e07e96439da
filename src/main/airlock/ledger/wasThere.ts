import { sameVersion } from '#shared/airlock/change';
import type { LedgerState } from '#shared/airlock/ledger';
import type { Effect } from '#shared/airlock/ledgerEvents';

/** Whether this exact version was at that path before an agent or a decision changed it. */
export function wasThere(
  { changes, decisions }: Pick<LedgerState, 'changes' | 'decisions'>,
  { place, path, next }: Effect,
): boolean {
  if (next === null) return false;
  for (const { change } of changes.values()) {
    if ((change.oldPath ?? change.path) === path && sameVersion(change.base, next)) return true;
  }
  for (const { made } of decisions.values()) {
    const isBefore = (effect: Effect) =>
      effect.place === place && effect.path === path && sameVersion(effect.expected, next);
    if (made.effects.some(isBefore)) return true;
  }
  return false;
}
