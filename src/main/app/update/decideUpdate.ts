import { fail, ok, type Result } from '#shared/errors';
import type { UpdateManifest } from './manifest';

export interface RunningVersion {
  readonly version: string;
  /** The number of the newest accepted announcement; null before the first. */
  readonly lastSequence: number | null;
}

/** Decides whether an announcement offers a newer version. A replayed old one is refused. */
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

/**
 * Compares versions of three numbers; negative if the first is older. A trial version comes before
 * its release.
 */
function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [numbersOf(left), numbersOf(right)];
  for (const [index, number] of ours.entries()) {
    const difference = number - (theirs[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The numbers in a version such as 1.2.3-beta+build; the part after the plus sign has no order. */
function numbersOf(version: string): readonly number[] {
  const [core = ''] = version.split(/[-+]/);
  const isTrial = version.split('+')[0]?.includes('-') ?? false;
  return [...core.split('.').map(Number), isTrial ? 0 : 1];
}
