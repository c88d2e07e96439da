import { Failure } from '../setup/failure.mjs';

const LINUX_FORMATS = ['tar.gz', 'deb', 'rpm'];

const OUTPUT = '--output=';

/**
 * `npm run package -- [tar.gz] [deb] [rpm] [--keep-work] [--output=<folder>]`. Without a format,
 * makes all that this system can.
 */
export function readPackageArguments(words, environment) {
  const formats = words.filter((word) => !word.startsWith('-'));
  const output = words.find((word) => word.startsWith(OUTPUT));
  const unknown = words.find(
    (word) => word !== '--keep-work' && word !== output && !LINUX_FORMATS.includes(word),
  );
  if (unknown !== undefined) {
    throw new Failure(
      `There is no package of the kind "${unknown}".`,
      `name ${LINUX_FORMATS.join(', ')}, or nothing to make all of them; --keep-work keeps the unpacked app, ${OUTPUT}<folder> names another folder than dist.`,
    );
  }
  return {
    formats: formats.length > 0 ? formats : null,
    output: output?.slice(OUTPUT.length) || 'dist',
    keepsWork: words.includes('--keep-work'),
    updates: updatesIn(environment),
  };
}

/** Where the packaged app looks for newer versions, and the key that verifies them. */
function updatesIn({ AIRLOCK_UPDATE_URL: url, AIRLOCK_UPDATE_KEY: publicKey }) {
  if (!url && !publicKey) return null;
  if (!url || !publicKey) {
    throw new Failure(
      'AIRLOCK_UPDATE_URL and AIRLOCK_UPDATE_KEY belong together, and one is missing.',
      'set both, or neither for an app that does not look for newer versions.',
    );
  }
  return { url, publicKey };
}

/** One app for both processors of a Mac. */
export function packageArchitectures(platform = process.platform, arch = process.arch) {
  return platform === 'darwin' ? ['x64', 'arm64'] : [arch];
}
