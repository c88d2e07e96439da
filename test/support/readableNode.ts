import { execFileSync, spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';

/**
 * The Node that runs the tests, for a program that runs as another user: the original, or a link or
 * copy in a folder that this user can enter.
 */
export function readableNode(user: number, folder: string): string {
  const file = process.execPath;
  const asUser = { uid: user, gid: user, cwd: '/', env: { ELECTRON_RUN_AS_NODE: '1' } };
  if (user === process.getuid?.() || spawnSync(file, ['-v'], asUser).status === 0) return file;
  const target = join(folder, 'node');
  const linked = spawnSync('cp', ['-al', dirname(file), target]);
  // Links do not work across disks, so only folders were made.
  if (linked.status !== 0) execFileSync('cp', ['-a', `${dirname(file)}/.`, target]);
  execFileSync('find', [target, '-type', 'd', '-exec', 'chmod', 'a+rx', '{}', '+']);
  return join(target, basename(file));
}
