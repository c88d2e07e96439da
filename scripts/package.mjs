import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeAppFolder } from './package/appFolder.mjs';
import { packageArchitectures, readPackageArguments } from './package/arguments.mjs';
import { runBuilder } from './package/builder.mjs';
import { writeChecksums } from './package/checksums.mjs';
import { packagedElectron } from './package/electron.mjs';
import { makeLinuxPackages } from './package/linuxPackages.mjs';
import { makePrograms } from './package/programs.mjs';
import { writeBillOfMaterials } from './package/sbom.mjs';
import { reportSizes } from './package/sizes.mjs';
import { sourceDate } from './package/sourceDate.mjs';
import { packSourceMaps } from './package/sourceMaps.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { runEntry } from './setup/entry.mjs';
import { Failure } from './setup/failure.mjs';
import { prepare } from './setup/prepare.mjs';
import { say } from './setup/progress.mjs';
import { readJson, root } from './setup/project.mjs';

/** Removes an earlier result, but never a user's folder that is not empty. */
async function makeEmpty(output) {
  if (output === join(root, 'dist')) await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  if ((await readdir(output)).length === 0) return;
  throw new Failure(`${output} is not empty.`, 'name a new folder or an empty one.');
}

/**
 * `npm run package`: makes the packages for the system that it runs on, in `dist` or the given
 * folder.
 */
await runEntry(async (args) => {
  const options = readPackageArguments(args, process.env);
  const electron = packagedElectron(await prepare());
  await installDependencies(join(root, 'packaging'), 'the packaging tools');
  const { version } = readJson(join(root, 'package.json'));
  const output = resolve(root, options.output);
  const work = join(output, 'work');
  await makeEmpty(output);
  await mkdir(work, { recursive: true });

  const release = {
    version,
    electron,
    output,
    work,
    date: await sourceDate(process.env),
    arch: process.arch,
    updates: options.updates,
  };
  await makeAppFolder(release);
  for (const arch of packageArchitectures()) await makePrograms(release, arch);
  await runBuilder(release);
  if (process.platform === 'linux') await makeLinuxPackages(release, options.formats);
  await packSourceMaps(release);
  await writeBillOfMaterials(release);
  await reportSizes(release);
  const names = await writeChecksums(release);
  if (!options.keepsWork) await rm(work, { recursive: true });

  for (const name of names) process.stdout.write(`${join(options.output, name)}\n`);
  if (!electron.isOfficial) {
    say('These packages are unfit to ship: their Electron is not the official one.');
    say('They test the packaging. See docs/decisions/0002-electron-binary.md.');
  }
});
