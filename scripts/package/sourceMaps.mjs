import { join } from 'node:path';
import { filesBelow } from './appFolder.mjs';
import { packTarball } from './tarball.mjs';

/** Source maps, apart from the app: for whoever reads a stack trace of a released version. */
export async function packSourceMaps({ work, output, version, date, arch }) {
  const maps = (await filesBelow(work)).filter(
    (path) =>
      path.endsWith('.map') && (path.startsWith('app/out/') || path.startsWith(`programs-${arch}`)),
  );
  await packTarball(join(output, `airlock-${version}-source-maps.tar.gz`), work, maps, date);
}
