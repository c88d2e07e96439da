import { installDependencies } from './dependencies.mjs';
import { electronBinary } from './electronBinary.mjs';
import { installSystemPackages } from './systemPackages.mjs';

/** Everything a fresh clone lacks before the app can be built or run; answers with Electron's path. */
export async function prepare({ virtualDisplay = false } = {}) {
  await installDependencies();
  const electron = await electronBinary();
  await installSystemPackages(electron, { virtualDisplay });
  return electron;
}
