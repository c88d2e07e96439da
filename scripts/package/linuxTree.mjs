import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runQuietly } from '../setup/processes.mjs';
import { root } from '../setup/project.mjs';

const APP = 'usr/lib/airlock';
const ICON_SIZES = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512];

/** The files that a package of the system installs, laid out from the root folder. */
export async function makeSystemTree({ app, work, version, date }, packageType) {
  const tree = join(work, packageType);
  const place = async (path, content) => {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), content);
  };
  const own = (name) => readFile(join(root, 'packaging/linux', name));

  await mkdir(join(tree, dirname(APP)), { recursive: true });
  await cp(app, join(tree, APP), { recursive: true, verbatimSymlinks: true });
  await place(`${APP}/resources/package-type`, packageType);
  await mkdir(join(tree, 'usr/bin'), { recursive: true });
  await symlink('../lib/airlock/bin/airlock', join(tree, 'usr/bin/airlock'));
  await place('usr/share/applications/airlock.desktop', await own('airlock.desktop'));
  await place('usr/share/man/man1/airlock.1.gz', manualPage(await own('airlock.1'), version, date));
  for (const size of ICON_SIZES) {
    const icon = await readFile(join(root, `packaging/icons/${size}x${size}.png`));
    await place(`usr/share/icons/hicolor/${size}x${size}/apps/airlock.png`, icon);
  }
  const logo = await readFile(join(root, 'docs/images/logo.svg'));
  await place('usr/share/icons/hicolor/scalable/apps/airlock.svg', logo);
  await place('usr/share/doc/airlock/copyright', await readFile(join(root, 'LICENSE')));
  const changelog = await readFile(join(root, 'CHANGELOG.md'));
  await place('usr/share/doc/airlock/changelog.gz', gzipSync(changelog, { level: 9 }));
  await setModes(tree);
  return tree;
}

export function manualPage(source, version, date) {
  const day = new Date(date * 1000).toISOString().slice(0, 10);
  const text = String(source).replace('@DATE@', day).replace('@VERSION@', version);
  return gzipSync(text, { level: 9 });
}

/** Folders and programs get 755 and everything else 644, whatever the umask of the build. */
async function setModes(tree) {
  const failed = {
    failure: 'Modes of files could not be set',
    next: 'see what the lines above say.',
  };
  await runQuietly('chmod', ['-R', 'u=rwX,go=rX', tree], failed);
  await chmod(join(tree, APP, 'chrome-sandbox'), 0o755);
}
