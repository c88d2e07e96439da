import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { installedOfficial } from '../setup/officialElectron.mjs';

/** The Electron that is packaged. Only the official download may ship (docs/decisions/0002). */
export function packagedElectron(binary) {
  const isOfficial = binary === installedOfficial();
  const folder = isOfficial ? officialFolder(binary) : dirname(binary);
  const version = readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  return { folder, version, isOfficial };
}

/** On macOS the binary is several folders below the app's own folder. */
function officialFolder(binary) {
  return process.platform === 'darwin' ? resolve(dirname(binary), '../../..') : dirname(binary);
}
