import { createIdSource, type IdSource } from '#shared/ids';

/** Readable ids for failing tests: msg_1, not_2 … */
export function countingIds(): IdSource {
  let count = 0;
  return createIdSource(() => String(++count));
}
