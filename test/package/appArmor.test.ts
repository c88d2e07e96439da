import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { artefact } from './artefacts';
import { CleanRoot, whyNoCleanRoot } from './cleanRoot';
import { StartedApp, TEST_SWITCHES } from './startedApp';
import { VirtualDisplay } from './virtualDisplay';

const reason = whyNoCleanRoot();
const PATIENCE = { timeout: 60_000 };

/**
 * A Debian whose AppArmor knows user namespaces, as that of Ubuntu does since 23.10. The kernel of whoever
 * runs this may have none: the profile is read as it would be for loading, and not loaded.
 */
describe.skipIf(reason !== null)(
  `a deb on a system with AppArmor 4${reason ? ` (${reason})` : ''}`,
  () => {
    const folder = new TemporaryFolder('airlock-apparmor');
    let root: CleanRoot;
    let display: VirtualDisplay;
    const installed = () => join(root.folder, 'etc/apparmor.d/airlock');
    const install = () =>
      root.asRoot('apt-get', 'install', '-qy', '--reinstall', '/root/airlock.deb');

    beforeAll(async () => {
      root = new CleanRoot(folder.join('root'), 'trixie');
      cpSync(artefact('.deb'), join(root.folder, 'root/airlock.deb'));
      root.asRoot('apt-get', 'update', '-q');
      root.asRoot('apt-get', 'install', '-qy', '--no-install-recommends', 'apparmor');
      display = await VirtualDisplay.start();
    });
    afterAll(() => {
      display?.dispose();
      folder.dispose();
    });

    it('is installed by apt with what it needs, and with a profile that AppArmor understands', () => {
      install();
      expect(existsSync(join(root.folder, 'usr/bin/bwrap'))).toBe(true);
      const read = ['apparmor_parser', '--skip-kernel-load', '--skip-cache', '--debug'];
      expect(root.asRoot(...read, '/etc/apparmor.d/airlock')).toMatch(
        /Name:\s+airlock\n[\s\S]*userns,/,
      );
    });

    it('starts, with libraries of the new names', async () => {
      const child = root.asUser(display.name, 'airlock', '--wait', ...TEST_SWITCHES);
      const app = await StartedApp.connect(child);
      await see(app.page.getByRole('navigation').first()).toBeVisible(PATIENCE);
      await app.close();
    });

    it('keeps the profile when it is installed again, and removes it with the package', () => {
      install();
      expect(readFileSync(installed(), 'utf8')).toContain('userns,');
      root.asRoot('apt-get', 'remove', '-qy', 'airlock');
      expect(existsSync(installed())).toBe(false);
    });

    it('comes with the same profile for an unpacked folder, and says how to add it', async () => {
      root.asRoot(
        'sh',
        '-c',
        `mkdir '/opt/my apps' && dpkg-deb -x /root/airlock.deb '/opt/my apps'`,
      );
      const app = '/opt/my apps/usr/lib/airlock';
      root.asRoot('sh', '-c', `printf tar.gz > '${app}/resources/package-type'`);
      // The rule of Ubuntu's kernel, which this one may not have.
      const ruled =
        'mount -t tmpfs none /proc/sys/kernel && echo 1 > /proc/sys/kernel/apparmor_restrict_unprivileged_userns';
      const start = `exec setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/tester DISPLAY=:0 '${app}/bin/airlock' --wait`;
      const told = root.asRoot('sh', '-c', `${ruled} && (${start}) 2>&1 || echo "code $?"`);
      expect(told).toContain('code 1');
      const [, command = ''] = /^ {2}(sed .*) \| sudo tee/m.exec(told) ?? [];
      root.asRoot('sh', '-c', `${command} > /etc/apparmor.d/airlock-folder`);
      const profile = readFileSync(join(root.folder, 'etc/apparmor.d/airlock-folder'), 'utf8');
      expect(profile).toContain(`profile airlock-folder "${app}/airlock"`);
      const read = ['apparmor_parser', '--skip-kernel-load', '--skip-cache'];
      expect(root.asRoot(...read, '/etc/apparmor.d/airlock-folder')).toBe('');
    });
  },
);
