import { fail, ok, type Result } from '#shared/errors';
import type { UpdateManifest } from './manifest';

export interface RunningVersion {
  readonly version: string;
  /** Of the newest announcement that was ever accepted; null before the first. */
  readonly lastSequence: number | null;
}

/** Whether an announcement is of a newer version. An old one that is played again is refused. */
export function decideUpdate(
  { version, sequence }: Pick<UpdateManifest, 'version' | 'sequence'>,
  running: RunningVersion,
): Result<'newer' | 'current'> {
  if (running.lastSequence !== null && sequence < running.lastSequence) {
    return fail('refused', 'The server announces an older release than it did before.');
  }
  const order = compareVersions(version, running.version);
  if (order < 0) {
    return fail('refused', `The server offers ${version}, which is older than this version.`);
  }
  return ok(order > 0 ? 'newer' : 'current');
}

/** Of three numbers each; negative if the first is older. */
function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (ours?.[index] ?? 0) - (theirs?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
