import { createIdSource, type IdSource } from '#shared/ids';

/** Ids that a failing test can be read by: msg_1, not_2 … */
export function countingIds(): IdSource {
  let count = 0;
  return createIdSource(() => String(++count));
}
