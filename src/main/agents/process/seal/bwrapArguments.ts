import type { SealMount, SealPlan } from './sealPlan';

const NAMESPACES = [
  ...['--unshare-user', '--uid', '0', '--gid', '0'],
  ...['--unshare-pid', '--as-pid-1', '--unshare-ipc', '--unshare-uts'],
  ...['--cap-drop', 'ALL', '--die-with-parent', '--new-session'],
];

/**
 * Files that root owns and can write to without any other right. For other users they stay
 * unchanged: sandboxes within the seal cannot mount /proc if something is mounted there.
 */
const KERNEL = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs'];

/**
 * The arguments of bubblewrap, before the command that it runs. Inside, bubblewrap is root of a
 * user namespace, which it needs to create terminals. Programs that enter later run in another
 * namespace below it, without privileges.
 */
export function bwrapArguments(plan: SealPlan): readonly string[] {
  const { mounts, links, keptLinks, copies, closesKernel, network } = plan;
  const hiddenFolders = mounts.filter(
    ({ access, kind }) => access === 'hidden' && kind === 'folder',
  );
  return [
    ...NAMESPACES,
    ...(network.type === 'hosts' ? ['--unshare-net'] : []),
    ...links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...mounts.flatMap(mountArguments),
    ...keptLinks.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...copies.flatMap(({ from, to }) => ['--ro-bind', to, from]),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...(closesKernel ? KERNEL.flatMap((path) => ['--ro-bind-try', path, path]) : []),
    // These come last: until then folders are created in them for what is shown deeper.
    ...hiddenFolders.flatMap(({ path }) => ['--remount-ro', path]),
    ...['--remount-ro', '/', '--chdir', '/', '--'],
  ];
}

function mountArguments({ path, access, source, kind }: SealMount): readonly string[] {
  switch (access) {
    case 'read':
      return ['--ro-bind', source, path];
    case 'write':
      return ['--bind', source, path];
    case 'scratch':
      return ['--perms', '0700', '--tmpfs', path];
    case 'hidden':
      return kind === 'folder' ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
  }
}

/** A seal that shows only the system, to test whether seals work at all. */
export const smallestSeal: readonly string[] = [
  ...NAMESPACES,
  ...['--ro-bind', '/', '/', '--tmpfs', '/tmp', '--dev', '/dev', '--proc', '/proc'],
  ...['--remount-ro', '/', '--chdir', '/', '--'],
];
