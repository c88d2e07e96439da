import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withProgress } from '../setup/progress.mjs';
import { findProgram, root } from '../setup/project.mjs';
import { packDeb } from './deb.mjs';
import { makeSystemTree } from './linuxTree.mjs';
import { packRpm } from './rpm.mjs';
import { packTarball } from './tarball.mjs';

/** Each package format, with the tool that makes it and the function for it. */
const FORMATS = [
  { name: 'tar.gz', tool: 'tar', make: makeTarball },
  { name: 'deb', tool: 'dpkg-deb', make: makeDeb },
  { name: 'rpm', tool: 'rpmbuild', make: makeRpm },
];

/** Makes the named packages, or all those whose tool is installed here. */
export async function makeLinuxPackages(release, wanted) {
  const app = join(release.work, 'built/linux-unpacked');
  await addOwnFiles(app, release);
  const formats = FORMATS.filter(({ name, tool }) => wanted?.includes(name) ?? findProgram(tool));
  for (const { name, make } of formats) {
    await withProgress(`Packing ${name}`, () => make({ ...release, app }));
  }
}

/** Adds the start script and its facts to the result of electron-builder. */
async function addOwnFiles(app, { version, electron }) {
  // Electron's own page, which is shown if there is no app.
  await rm(join(app, 'resources/default_app.asar'), { force: true });
  await mkdir(join(app, 'bin'));
  await cp(join(root, 'packaging/linux/airlock'), join(app, 'bin/airlock'));
  await chmod(join(app, 'bin/airlock'), 0o755);
  await cp(join(root, 'packaging/linux/apparmor'), join(app, 'resources/apparmor-profile'));
  await cp(join(root, 'LICENSE'), join(app, 'LICENSE'));
  await writeFile(join(app, 'resources/version'), `Airlock ${version}\n`);
  if (electron.isOfficial) return;
  await writeFile(
    join(app, 'UNFIT-TO-SHIP'),
    `This package tests the packaging. Its Electron (${electron.version}) is not the official one.\n`,
  );
}

/** Tells the app how it was installed, and so how it is updated. */
const PACKAGE_TYPE = 'resources/package-type';

async function makeTarball(release) {
  const { app, work, output, date } = release;
  const name = `airlock-${release.version}-linux-${release.arch}`;
  const folder = join(work, 'tar.gz');
  await mkdir(folder);
  await cp(app, join(folder, name), { recursive: true, verbatimSymlinks: true });
  await writeFile(join(folder, name, PACKAGE_TYPE), 'tar.gz');
  await packTarball(join(output, `${name}${mark(release)}.tar.gz`), folder, [name], date);
}

async function makeDeb(release) {
  const tree = await makeSystemTree(release, 'deb');
  await packDeb(release, tree, mark(release));
}

async function makeRpm(release) {
  const tree = await makeSystemTree(release, 'rpm');
  await packRpm(release, tree, mark(release));
}

/** Part of the name, so that nobody uploads it by mistake. */
function mark({ electron }) {
  return electron.isOfficial ? '' : '-unfit-to-ship';
}
