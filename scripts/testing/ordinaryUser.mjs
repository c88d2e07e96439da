import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from '../setup/failure.mjs';
import { isRoot } from '../setup/project.mjs';

const NAME = 'nobody';
// Links are skipped, because a broken one does no harm.
const UNREADABLE = '! -type l ( ! -readable -o -type d ! -executable )'.split(' ');

/** The user for testing the app if the caller is root; undefined means the caller. */
export function ordinaryUser() {
  if (process.platform !== 'linux' || !isRoot()) return undefined;
  const user = userIn(readFileSync('/etc/passwd', 'utf8'), NAME);
  if (user) return user;
  throw new Failure(
    `The tests run the app as "${NAME}", and this system has no such user.`,
    'run the tests from an ordinary account.',
  );
}

export function userIn(passwd, name) {
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/**
 * Whether that user can read everything under `paths`, including access to the folders above them.
 */
export function canRead(user, paths) {
  const { status, stdout } = spawnSync('find', [...paths, ...UNREADABLE, '-print', '-quit'], {
    cwd: '/',
    uid: user.uid,
    gid: user.gid,
    encoding: 'utf8',
  });
  return status === 0 && stdout === '';
}
