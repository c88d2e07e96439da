import type { AgentDetails } from '#shared/session/state';
import { whyUnavailable } from '#shared/session/unavailable';
import type { WireFeature } from '#shared/session/wires';

export interface Ability {
  readonly feature: WireFeature;
  readonly name: string;
  /** Why it is not there; null if it is. */
  readonly reason: string | null;
}

/** In the order in which one misses them. */
const names: readonly (readonly [WireFeature, string])[] = [
  ['permissions', 'Asks before it acts'],
  ['fileWrites', 'Writes files through Airlock'],
  ['terminals', 'Runs commands through Airlock'],
  ['cancel', 'Can be stopped'],
  ['steer', 'Listens while it works'],
  ['images', 'Takes pictures'],
  ['modes', 'Has modes'],
  ['options', 'Has a choice of models and options'],
  ['resume', 'Resumes sessions'],
  ['list', 'Lists its conversations'],
  ['fork', 'Forks conversations'],
  ['logout', 'Logs out from here'],
];

export function abilitiesOf(details: AgentDetails): readonly Ability[] {
  return names.map(([feature, name]) => ({
    feature,
    name,
    reason: whyUnavailable(details, feature),
  }));
}
