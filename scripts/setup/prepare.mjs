import { installDependencies } from './dependencies.mjs';
import { electronBinary } from './electronBinary.mjs';
import { installSystemPackages } from './systemPackages.mjs';

/**
 * Installs everything that a fresh clone needs to build or run the app; returns Electron's path.
 */
export async function prepare({ virtualDisplay = false } = {}) {
  await installDependencies();
  const electron = await electronBinary();
  await installSystemPackages(electron, { virtualDisplay });
  return electron;
}
