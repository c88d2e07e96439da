import { join } from 'node:path';
import { filesBelow } from './appFolder.mjs';
import { packTarball } from './tarball.mjs';

/** Source maps, apart from the app: for whoever reads a stack trace of a released version. */
export async function packSourceMaps({ work, output, version, date, arch }) {
  const maps = (await filesBelow(work)).filter(
    (path) =>
      path.endsWith('.map') && (path.startsWith('app/out/') || path.startsWith(`programs-${arch}`)),
  );
  const name = `airlock-${version}-source-maps-${process.platform}-${arch}.tar.gz`;
  await packTarball(join(output, name), work, maps, date);
}
