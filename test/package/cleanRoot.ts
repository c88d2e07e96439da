import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Why there can be no clean system here; null if there can. */
export function whyNoCleanRoot(): string | null {
  if (process.platform !== 'linux') return 'only on Linux';
  if (process.getuid?.() !== 0) return 'only as root';
  return existsSync('/usr/bin/mmdebstrap') ? null : 'mmdebstrap is not installed';
}

const USER = 1000;

/**
 * Changes the root folder for real and not by chroot, in which the kernel refuses user namespaces. All
 * mounts are in a namespace of its own: nothing is left of them.
 */
const ENTER = `
mount --make-rprivate /
root=$1; shift
mount --rbind "$root" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/.old"
cd "$root"
pivot_root . .old
umount -l /.old
cd /
exec "$@"`;

/** A minimal Debian in a folder, with a user; what it consists of is downloaded once. */
export class CleanRoot {
  constructor(
    readonly folder: string,
    suite: 'bookworm' | 'trixie' = 'bookworm',
  ) {
    const archive = join(homedir(), `.cache/airlock/clean-root/${suite}.tar`);
    if (!existsSync(archive)) {
      mkdirSync(dirname(archive), { recursive: true });
      const partial = archive.replace('.tar', '.partial.tar');
      execFileSync('mmdebstrap', ['--variant=minbase', suite, partial], { stdio: 'ignore' });
      renameSync(partial, archive);
    }
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xf', archive, '-C', folder, '--exclude=./dev/*']);
    execFileSync('cp', ['/etc/resolv.conf', join(folder, 'etc')]);
    // Nobody needs this system after a power cut, and waiting for the disk takes minutes.
    writeFileSync(join(folder, 'etc/dpkg/dpkg.cfg.d/fast'), 'force-unsafe-io\n');
    this.asRoot('useradd', '--create-home', '--uid', `${USER}`, 'tester');
  }

  /** Runs a program as root, and answers with what it printed. */
  asRoot(...command: readonly string[]): string {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };
    return execFileSync('unshare', this.enter(command), { env, encoding: 'utf8' });
  }

  /** Starts a program as the user, in the home folder and with nothing else of this system but a display. */
  asUser(display: string, ...command: readonly string[]): ChildProcess {
    const user = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];
    const env = { PATH: '/usr/bin:/bin', HOME: '/home/tester', USER: 'tester', SHELL: '/bin/bash' };
    const words = Object.entries({ ...env, DISPLAY: display, AIRLOCK_DEMO_AGENT_PACE: 'instant' });
    const variables = words.map(([name, value]) => `${name}=${value}`);
    const args = this.enter([...user, 'env', '-i', '-C', '/home/tester', ...variables, ...command]);
    return spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** The exit code of a command of the user's, and what it said. */
  async told(display: string, ...command: readonly string[]): Promise<string> {
    const child = this.asUser(display, ...command);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        text += chunk;
      });
    }
    const [code] = await once(child, 'close');
    return `${code}:${text}`;
  }

  /** Every path in it, without what a package manager keeps for itself. */
  paths(): readonly string[] {
    const ours =
      /^(?:proc|sys|dev|tmp|run|home|root|var\/(?:lib\/(?:dpkg|apt|rpm)|log|cache))(?:\/|$)/;
    return readdirSync(this.folder, { recursive: true })
      .map(String)
      .filter((path) => !ours.test(path))
      .sort();
  }

  private enter(command: readonly string[]): string[] {
    return ['--mount', '--fork', '--kill-child', 'sh', '-ec', ENTER, 'sh', this.folder, ...command];
  }
}
