import type { JsonRecord } from '../../../json';
import { recordsOf } from '../../../json';

/** The draft calls the id of an option by another name; all else is as it was. */
export function optionsFromDraft(value: unknown): unknown {
  return Array.isArray(value) ? recordsOf(value).map(withId) : value;
}

function withId(option: JsonRecord): JsonRecord {
  return { ...option, id: option.configId };
}
