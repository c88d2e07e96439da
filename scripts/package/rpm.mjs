import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../setup/processes.mjs';
import { root } from '../setup/project.mjs';

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Named by library, because package names differ between Fedora and openSUSE. For the reasons see
 * deb.mjs.
 */
const LIBRARIES = [
  'libgtk-3.so.0',
  'libnss3.so',
  'libgbm.so.1',
  'libasound.so.2',
  'libX11-xcb.so.1',
  'libatomic.so.1',
];

export async function packRpm({ work, output, version, arch, date, electron }, tree, mark) {
  const spec = join(work, 'airlock.spec');
  const scripts = await Promise.all(
    ['postinst', 'prerm', 'postrm'].map((name) =>
      readFile(join(root, 'packaging/linux', name), 'utf8'),
    ),
  );
  await writeFile(spec, specFile({ version, isOfficial: electron.isOfficial, scripts }));
  const built = join(work, 'rpm-built');
  const target = ARCHITECTURES[arch];
  await runQuietly(
    'rpmbuild',
    [
      ...['-bb', '--target', target],
      ...['--define', `_topdir ${join(work, 'rpm-top')}`, '--define', `_rpmdir ${built}`],
      ...['--define', `airlock_tree ${tree}`, '--define', '_build_id_links none'],
      // As in the deb; the default takes minutes to save a tenth.
      ...['--define', '_binary_payload w9.zstdio'],
      ...['--define', 'use_source_date_epoch_as_buildtime 1'],
      ...['--define', 'clamp_mtime_to_source_date_epoch 1', '--define', '_buildhost airlock'],
      spec,
    ],
    {
      environment: { ...process.env, SOURCE_DATE_EPOCH: `${date}` },
      failure: 'The rpm could not be packed',
      next: 'read what rpmbuild says above, then run this again.',
    },
  );
  const name = `airlock-${version}-1.${target}`;
  await cp(join(built, target, `${name}.rpm`), join(output, `${name}${mark}.rpm`));
}

export function specFile({ version, isOfficial, scripts: [postinst, prerm, postrm] }) {
  const body = (script) => script.replace(/^#!.*\n/, '');
  return `Name: airlock
Version: ${version}
Release: 1
Summary: Run many coding agents side by side, and accept what they change
License: Apache-2.0
# The files are finished: rpm looks for no dependencies in them and changes none.
AutoReqProv: no
Requires: ${LIBRARIES.map((name) => `${name}()(64bit)`).join(', ')}, xdg-utils
Recommends: bubblewrap, git
%global debug_package %{nil}
%global __os_install_post %{nil}

%description
Each agent works in a copy of your project. What it changes there reaches your files only after you
have seen it and accepted it.
${isOfficial ? '' : 'Unfit to ship: its Electron is not the official one.\n'}
%install
mkdir -p %{buildroot}
cp -a %{airlock_tree}/. %{buildroot}/

%post
${body(postinst)}
%preun
${body(prerm)}
%postun
${body(postrm)}
%files
%defattr(-,root,root,-)
/usr/lib/airlock
/usr/bin/airlock
/usr/share/applications/airlock.desktop
/usr/share/doc/airlock
/usr/share/icons/hicolor/*/apps/airlock.*
/usr/share/man/man1/airlock.1.gz
`;
}
