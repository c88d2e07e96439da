import type { GuardedPlace } from '#shared/airlock/guardedChange';

/** A file that no review of a tree can show, and that can all the same run code or steer git. */
export interface GuardedFile {
  readonly place: GuardedPlace;
  /** Below the place, with forward slashes. */
  readonly path: string;
  readonly reason: string;
}

export function guardedId({ place, path }: Pick<GuardedFile, 'place' | 'path'>): string {
  return `${place}:${path}`;
}
