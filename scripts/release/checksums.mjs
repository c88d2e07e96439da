import { writeChecksums } from '../package/checksums.mjs';
import { runEntry } from '../setup/entry.mjs';
import { Failure } from '../setup/failure.mjs';

/**
 * `node scripts/release/checksums.mjs <folder>`: writes `SHA256SUMS` for all files of a release.
 */
await runEntry(async ([output]) => {
  if (!output) {
    throw new Failure(
      'The folder of the release is missing.',
      'run: node scripts/release/checksums.mjs <folder>',
    );
  }
  await writeChecksums({ output });
});
