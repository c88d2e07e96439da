import { describe, expect, it } from 'vitest';
import { type ProbeSystem, probeSeal } from './sealProbe';

const able: ProbeSystem = {
  platform: 'linux',
  program: '/usr/bin/bwrap',
  isSetuid: () => false,
  version: async () => 'bubblewrap 0.8.0',
  trySeal: async () => null,
  read: () => '',
};
const files = (texts: Readonly<Record<string, string>>) => ({
  read: (file: string) => texts[file] ?? '',
});
const refused = { trySeal: async () => 'bwrap: setting up uid map: Permission denied' };

describe('whether agents can be sealed', () => {
  it('is so where bubblewrap makes a seal that holds', async () => {
    expect(await probeSeal(able)).toEqual({ available: true });
  });

  it.each<[string, Partial<ProbeSystem>, string, string | null]>([
    ['Windows', { platform: 'win32' }, 'windows', null],
    ['macOS', { platform: 'darwin' }, 'mac', null],
    ['nothing installed', { program: undefined }, 'missing', 'sudo apt install bubblewrap'],
    [
      'nothing installed on Fedora',
      { program: undefined, ...files({ '/etc/os-release': 'NAME=F\nID=fedora\n' }) },
      'missing',
      'sudo dnf install bubblewrap',
    ],
    [
      'nothing installed on a system like Arch',
      { program: undefined, ...files({ '/etc/os-release': 'ID=cachyos\nID_LIKE="arch"\n' }) },
      'missing',
      'sudo pacman -S bubblewrap',
    ],
    ['setuid', { isSetuid: () => true }, 'setuid', 'sudo chmod u-s /usr/bin/bwrap'],
    [
      'an old version',
      { version: async () => 'bubblewrap 0.4.1' },
      'old',
      'sudo apt install bubblewrap',
    ],
    ['no version', { version: async () => '' }, 'old', 'sudo apt install bubblewrap'],
    [
      'the rule of Ubuntu',
      { ...refused, ...files({ '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' }) },
      'forbidden',
      "echo 'kernel.apparmor_restrict_unprivileged_userns = 0' | sudo tee /etc/sysctl.d/60-airlock.conf && sudo sysctl --system",
    ],
    ['a container', { ...refused, ...files({ '/.dockerenv': ' ' }) }, 'container', null],
    ['a refusal that no setting explains', refused, 'forbidden', null],
    ['a seal that does not hold', { trySeal: async () => 'can mount' }, 'failed', null],
  ])('is not so with %s', async (_, system, problem, fix) => {
    const found = await probeSeal({ ...able, ...system });
    expect(found).toMatchObject({ available: false, problem, fix });
  });
});
