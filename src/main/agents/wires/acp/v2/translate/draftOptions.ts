import type { JsonRecord } from '../../../json';
import { recordsOf } from '../../../json';

/**
 * Renames the id of an option, which has another name in the draft; everything else is unchanged.
 */
export function optionsFromDraft(value: unknown): unknown {
  return Array.isArray(value) ? recordsOf(value).map(withId) : value;
}

function withId(option: JsonRecord): JsonRecord {
  return { ...option, id: option.configId };
}
