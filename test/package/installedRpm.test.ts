import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { artefact } from './artefacts';
import { CleanRoot, whyNoCleanRoot } from './cleanRoot';

const reason = whyNoCleanRoot();
const RPM = ['rpm', '--force-debian'];

/** A package that has everything others ask for, because a Debian has no rpm of its libraries. */
function standInFor(needed: readonly string[]): string {
  const provides = needed.map((name) => `Provides: ${name}\n`).join('');
  return `Name: libraries
Version: 1
Release: 1
Summary: What Airlock needs
License: none
BuildArch: noarch
${provides}
%description
Nothing.

%files
`;
}

describe.skipIf(reason !== null)(`an rpm on a clean system${reason ? ` (${reason})` : ''}`, () => {
  const folder = new TemporaryFolder('airlock-rpm');
  let root: CleanRoot;
  let before: readonly string[] = [];

  beforeAll(() => {
    root = new CleanRoot(folder.join('root'));
    cpSync(artefact('.rpm'), join(root.folder, 'root/airlock.rpm'));
    root.asRoot('apt-get', 'update', '-q');
    root.asRoot('apt-get', 'install', '-qy', '--no-install-recommends', 'rpm', 'libatomic1');
    before = root.paths();
  });
  afterAll(() => folder.dispose());

  const requires = () =>
    root
      .asRoot('rpm', '-qpR', '/root/airlock.rpm')
      .trim()
      .split('\n')
      .map((line) => line.trim());

  it('is not installed without the libraries that it needs', () => {
    const said = root.asRoot('sh', '-c', `${RPM.join(' ')} -i /root/airlock.rpm 2>&1 || true`);
    for (const name of ['libgtk-3.so.0()(64bit)', 'libX11-xcb.so.1()(64bit)', 'xdg-utils']) {
      expect(said).toContain(`${name} is needed by airlock`);
    }
  });

  it('is installed with the same files as the deb, each as it was packed', () => {
    const needed = requires().filter((name) => !name.startsWith('rpmlib('));
    writeFileSync(join(root.folder, 'root/libraries.spec'), standInFor(needed));
    root.asRoot('rpmbuild', '-bb', '--quiet', '-D_topdir /root/rpmbuild', '/root/libraries.spec');
    root.asRoot(...RPM, '-i', '/root/rpmbuild/RPMS/noarch/libraries-1-1.noarch.rpm');
    root.asRoot(...RPM, '-i', '/root/airlock.rpm');
    expect(root.asRoot(...RPM, '-V', '--nodeps', 'airlock')).toBe('');
    expect(root.asRoot('airlock', '--version')).toMatch(/^Airlock \d+\.\d+\.\d+\n$/);
    const node = root.asRoot('/usr/lib/airlock/resources/programs/node', '--version');
    expect(node).toMatch(/^v\d/);
    const inDeb = execFileSync('dpkg-deb', ['-c', artefact('.deb')], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /^[-l]/.test(line))
      .map((line) => (line.split(' ./')[1] ?? '').replace(/ -> .*/, ''));
    const inRpm = root
      .asRoot('rpm', '-ql', 'airlock')
      .split('\n')
      .map((line) => line.slice(1));
    expect(inDeb.filter((path) => !inRpm.includes(path))).toEqual([]);
  });

  it('is replaced by the next one, and says nothing of data that it leaves', () => {
    const said = root.asRoot(...RPM, '-U', '--force', '/root/airlock.rpm');
    expect(said).not.toContain('~/.config/airlock');
    expect(root.asRoot(...RPM, '-V', '--nodeps', 'airlock')).toBe('');
  });

  it('is removed with nothing left, and says where the user’s data is', () => {
    expect(root.asRoot(...RPM, '-e', 'airlock')).toContain('~/.config/airlock');
    const left = new Set(root.paths());
    for (const path of before) left.delete(path);
    // Folders that programs share belong to packages of Fedora's, which a Debian does not have.
    const isShared = (path: string) =>
      !path.includes('airlock') && lstatSync(join(root.folder, path)).isDirectory();
    expect([...left].filter((path) => !isShared(path))).toEqual([]);
  });
});
