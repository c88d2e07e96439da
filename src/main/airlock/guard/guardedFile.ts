import type { GuardedPlace } from '#shared/airlock/guardedChange';

/** A file that no review of a tree can show, but that can run code or change git's behaviour. */
export interface GuardedFile {
  readonly place: GuardedPlace;
  /** The path below the place, with forward slashes. */
  readonly path: string;
  readonly reason: string;
  /** Set for a folder that we may not list: its content is unknown. */
  readonly isClosed?: true;
}

export function guardedId({ place, path }: Pick<GuardedFile, 'place' | 'path'>): string {
  return `${place}:${path}`;
}
