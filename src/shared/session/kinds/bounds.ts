/**
 * The limit of a field that an agent fills: the characters of a text; the number of items of a
 * list, and the limit of each; or a record of limits. `byType`: a record of one of several types.
 */
export type Bound = number | BoundedList | BoundedVariants | BoundedFields;

export interface BoundedFields {
  readonly [field: string]: Bound;
}

export interface BoundedList {
  readonly most: number;
  readonly of: Bound;
}

export interface BoundedVariants {
  readonly byType: ReadonlyMap<string, BoundedFields>;
}

export const NAME = 200;
export const TITLE = 2_000;
export const DESCRIPTION = 1_000;
export const PATH = 4_096;
export const WORDS = 10_000;

export function atMost(most: number, of: Bound): BoundedList {
  return { most, of };
}
