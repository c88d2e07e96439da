import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../setup/processes.mjs';
import { root } from '../setup/project.mjs';
import { filesBelow } from './appFolder.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * The packages that Electron links against; GTK brings the rest. Alternatives are the names since
 * the 64-bit time transition.
 */
const DEPENDS = [
  'libc6 (>= 2.31)',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libgbm1',
  'libasound2 | libasound2t64',
  // Chromium loads it by name, and ends with SIGTRAP without it.
  'libx11-xcb1',
  // For the Node that comes with the app.
  'libatomic1',
  'xdg-utils',
];

/** Debian 12 and Ubuntu 22.04 can read it; xz takes ten times as long to save a tenth. */
const COMPRESSION = ['-Zzstd', '-z9'];

/** The same as in the rpm, which runs them at the same stages. */
const SCRIPTS = ['postinst', 'prerm', 'postrm'];

export async function packDeb({ output, version, arch, date, electron }, tree, mark) {
  const control = join(tree, 'DEBIAN');
  const files = await filesBelow(tree);
  await mkdir(control);
  const facts = { version, arch, size: await sizeOf(tree, files), isOfficial: electron.isOfficial };
  await writeFile(join(control, 'control'), controlFile(facts));
  await writeFile(join(control, 'md5sums'), await md5sums(tree, files));
  for (const name of SCRIPTS) {
    await writeFile(join(control, name), await readFile(join(root, 'packaging/linux', name)));
    await chmod(join(control, name), 0o755);
  }
  const target = join(output, `airlock_${version}_${ARCHITECTURES[arch]}${mark}.deb`);
  await runQuietly('dpkg-deb', ['--root-owner-group', ...COMPRESSION, '--build', tree, target], {
    environment: { ...process.env, SOURCE_DATE_EPOCH: `${date}` },
    failure: 'The deb could not be packed',
    next: 'read what dpkg-deb says above, then run this again.',
  });
}

export function controlFile({ version, arch, size, isOfficial }) {
  const description = [
    'Description: Run many coding agents side by side, and accept what they change',
    ' Each agent works in a copy of your project. What it changes there reaches your',
    ' files only after you have seen it and accepted it.',
    ...(isOfficial ? [] : [' .', ' Unfit to ship: its Electron is not the official one.']),
  ];
  return [
    'Package: airlock',
    `Version: ${version}`,
    `Architecture: ${ARCHITECTURES[arch]}`,
    'Maintainer: The Airlock contributors <noreply@airlock.invalid>',
    'Section: devel',
    'Priority: optional',
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${DEPENDS.join(', ')}`,
    // Sealed sessions need bubblewrap; projects with a history need git.
    'Recommends: bubblewrap, git',
    ...description,
    '',
  ].join('\n');
}

async function sizeOf(tree, files) {
  const sizes = await Promise.all(
    files.map(async (path) => (await stat(join(tree, path), { bigint: false })).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function md5sums(tree, files) {
  const lines = [];
  for (const path of files) {
    if (path === 'usr/bin/airlock') continue;
    const hash = createHash('md5').update(await readFile(join(tree, path)));
    lines.push(`${hash.digest('hex')}  ${path}\n`);
  }
  return lines.join('');
}
