import { Failure } from './failure.mjs';
import { run, runQuietly } from './processes.mjs';
import { say, withProgress } from './progress.mjs';
import { findProgram, isRoot } from './project.mjs';
import { missingLibraries, packagesFor } from './systemLibraries.mjs';

const DISPLAY_PROGRAMS = ['Xvfb', 'xauth'];

/**
 * Makes sure that the libraries Electron links against and the programs around it are installed.
 * For root on a Debian-like system it installs them; others are told the one command to run.
 */
export async function installSystemPackages(electron, { virtualDisplay }) {
  await installBubblewrap();
  const missing = await findMissing(electron, virtualDisplay);
  if (missing.length === 0) return;
  if (!findProgram('apt-get')) throw new Failure(missingMessage(missing), byHand);
  const packages = packagesFor(missing, await hasRenamedPackages());
  if (packages.length === 0) throw new Failure(missingMessage(missing), byHand);
  if (!isRoot()) throw new Failure(missingMessage(missing), `run: ${aptCommand(packages)}`);

  await withProgress(`Installing ${packages.join(' ')}`, () => aptInstall(packages));
  const left = await findMissing(electron, virtualDisplay);
  if (left.length > 0) throw new Failure(missingMessage(left), byHand);
}

/** Sealed sessions need it; everything else works without. */
async function installBubblewrap() {
  if (process.platform !== 'linux' || findProgram('bwrap')) return;
  const packages = ['bubblewrap'];
  if (!findProgram('apt-get') || !isRoot()) {
    const command = findProgram('apt-get') ? ' (sudo apt install bubblewrap)' : '';
    say(`Sessions can be sealed once the package "bubblewrap" is installed${command}.`);
    return;
  }
  try {
    await withProgress('Installing bubblewrap', () => aptInstall(packages));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`Sessions cannot be sealed: bubblewrap could not be installed. ${error.message}`);
  }
}

const byHand = "install them with your system's package manager, then run this again.";

function missingMessage(missing) {
  return `This machine lacks what Airlock needs to run: ${missing.join(', ')}.`;
}

async function findMissing(electron, virtualDisplay) {
  const programs = virtualDisplay ? ['git', ...DISPLAY_PROGRAMS] : ['git'];
  const missing = programs.filter((name) => !findProgram(programFile(name)));
  // Other systems include every library that Electron uses.
  if (process.platform !== 'linux') return missing;
  const { output } = await run('ldd', [electron], { collect: true });
  return [...missingLibraries(output), ...missing];
}

function programFile(name) {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Debian 13 and Ubuntu 24.04 renamed packages for their 64-bit time. */
async function hasRenamedPackages() {
  const { code } = await run('dpkg-query', ['-W', 'lib*t64'], { collect: true });
  return code === 0;
}

function aptCommand(packages) {
  const install = `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  return `sudo apt-get update && ${install}`;
}

async function aptInstall(packages) {
  const options = {
    environment: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    failure: 'The system packages could not be installed',
    next: `run this by hand and see what it says: ${aptCommand(packages)}`,
  };
  // Fresh machines often run their own updates, and waiting for the lock is better than failing.
  const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
  await runQuietly('apt-get', [...waiting, 'update'], options);
  await runQuietly(
    'apt-get',
    [...waiting, 'install', '-y', '--no-install-recommends', ...packages],
    options,
  );
}
