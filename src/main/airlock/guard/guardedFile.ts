import type { GuardedPlace } from '#shared/airlock/guardedChange';

/** A file that no review of a tree can show, but that can run code or change how git behaves. */
export interface GuardedFile {
  readonly place: GuardedPlace;
  /** Below the place, with forward slashes. */
  readonly path: string;
  readonly reason: string;
  /** A folder that we may not list: what is in it is unknown. */
  readonly isClosed?: true;
}

export function guardedId({ place, path }: Pick<GuardedFile, 'place' | 'path'>): string {
  return `${place}:${path}`;
}
