import { describe, expect, it } from 'vitest';
import { bwrapArguments } from './bwrapArguments';
import type { SealMount, SealPlan } from './sealPlan';

const mount = (path: string, access: SealMount['access'], more: Partial<SealMount> = {}) => ({
  path,
  access,
  source: path,
  kind: 'folder' as const,
  why: '',
  ...more,
});

const plan: SealPlan = {
  mounts: [
    mount('/home/ada', 'scratch'),
    mount('/home/ada/.claude/projects', 'write', { source: '/dots/projects' }),
    mount('/home/ada/app', 'hidden'),
    mount('/home/ada/app/modules', 'read'),
    mount('/home/ada/key', 'hidden', { kind: 'file' }),
  ],
  links: [{ path: '/bin', target: 'usr/bin' }],
  keptLinks: [{ path: '/home/ada/.codex/auth.json', target: '/states/auth.json' }],
  copies: [{ from: '/run/airlock/0', to: '/home/ada/.claude.json' }],
  needs: [],
  homeLinks: [],
  home: '/home/ada',
  dropped: [],
  environment: (variables) => variables,
  network: { type: 'open' },
  closesKernel: false,
  unseen: [],
  unwritable: [],
  words: [],
  login: 'project',
};

describe('the arguments of bubblewrap', () => {
  const args = bwrapArguments(plan).join(' ');

  it.each([
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--cap-drop ALL',
    '--die-with-parent',
    '--new-session',
    '--symlink usr/bin /bin',
    '--perms 0700 --tmpfs /home/ada ',
    '--bind /dots/projects /home/ada/.claude/projects',
    '--tmpfs /home/ada/app --ro-bind /home/ada/app/modules /home/ada/app/modules',
    '--ro-bind /dev/null /home/ada/key',
    '--ro-bind /home/ada/.claude.json /run/airlock/0',
    '--dev /dev --proc /proc',
  ])('hold %s', (part) => {
    expect(args).toContain(part);
  });

  it('close the settings of the kernel to root', () => {
    const closed = bwrapArguments({ ...plan, closesKernel: true }).join(' ');
    expect(closed).toContain('--proc /proc --ro-bind-try /proc/sys /proc/sys');
    expect(args).not.toContain('/proc/sys');
  });

  it('make the root folder and hidden folders read-only last', () => {
    expect(args).toMatch(/--remount-ro \/home\/ada\/app --remount-ro \/ --chdir \/ --$/);
  });
});
