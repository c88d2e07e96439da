import { Failure } from '../setup/failure.mjs';
import { run } from '../setup/processes.mjs';
import { root } from '../setup/project.mjs';

/**
 * The date of everything in a package, in seconds, so that building the same source again gives the
 * same bytes.
 */
export async function sourceDate({ SOURCE_DATE_EPOCH: given }) {
  if (given !== undefined) {
    if (/^\d+$/.test(given)) return Number(given);
    throw new Failure(
      `SOURCE_DATE_EPOCH is "${given}", which is not a number of seconds.`,
      'set it to the seconds since 1970, or unset it to take the date of the last commit.',
    );
  }
  const { code, output } = await run('git', ['log', '-1', '--format=%ct'], {
    folder: root,
    collect: true,
  });
  if (code === 0) return Number(output.trim());
  throw new Failure(
    'The date of the source is not known, because this is not a clone.',
    'set SOURCE_DATE_EPOCH to the seconds since 1970.',
  );
}
