import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { ProcessNamespace, systemProgram } from '#main/base/process/processNamespace';
import { spawnProgram } from '#main/base/process/spawnProgram';
import type { SealAvailability, SealProblem } from '#shared/seal';
import { smallestSeal } from './bwrapArguments';
import { leakOf } from './selfTest';

export const BUBBLEWRAP = 'bwrap';
const LEAST_VERSION = [0, 8] as const;

/** The questions that the probe asks the system; tests answer for other systems. */
export interface ProbeSystem {
  readonly platform: NodeJS.Platform;
  /** The path of bubblewrap in the system's own folders. */
  readonly program: string | undefined;
  isSetuid(file: string): boolean;
  version(file: string): Promise<string>;
  /** Null if a seal can be created; otherwise the system's message. */
  trySeal(file: string): Promise<string | null>;
  /** The text of a small file; empty if the file does not exist. */
  read(file: string): string;
}

/** Whether this system can seal agents, and if not, why and what to do. */
export async function probeSeal(system: ProbeSystem = thisSystem()): Promise<SealAvailability> {
  const { platform, program } = system;
  if (platform === 'win32') {
    return no('windows', 'Windows has no such seal. In WSL, Airlock for Linux can seal agents.');
  }
  if (platform !== 'linux') {
    return no('mac', 'Sealing is not offered on macOS yet: it has not been tried there.');
  }
  if (program === undefined) {
    return no('missing', 'Sealing needs bubblewrap, which is not installed.', installation(system));
  }
  if (system.isSetuid(program)) {
    const message = `${program} is setuid root. Airlock only uses it without setuid.`;
    return no('setuid', message, `sudo chmod u-s ${program}`);
  }
  const version = await system.version(program);
  if (!isNewEnough(version)) {
    const message = `Sealing needs bubblewrap ${LEAST_VERSION.join('.')} or newer. This system has ${version.trim() || 'an unknown version'}.`;
    return no('old', message, installation(system));
  }
  const words = await system.trySeal(program);
  return words === null ? { available: true } : explain(words, system);
}

function explain(words: string, system: ProbeSystem): SealAvailability {
  const forbidden = (what: string, fix: string) =>
    no('forbidden', `${what} So no agent can be sealed. (${words})`, fix);
  if (system.read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns').trim() === '1') {
    return forbidden(
      'AppArmor prevents programs from creating user namespaces.',
      setting('kernel.apparmor_restrict_unprivileged_userns', 0),
    );
  }
  if (system.read('/proc/sys/kernel/unprivileged_userns_clone').trim() === '0') {
    return forbidden(
      'The kernel is configured to refuse user namespaces.',
      setting('kernel.unprivileged_userns_clone', 1),
    );
  }
  if (system.read('/proc/sys/user/max_user_namespaces').trim() === '0') {
    return forbidden(
      'The kernel is configured to allow no user namespaces.',
      setting('user.max_user_namespaces', 15_000),
    );
  }
  const isContainer =
    system.read('/run/.containerenv') !== '' ||
    system.read('/.dockerenv') !== '' ||
    /docker|kubepods|containerd|lxc/.test(system.read('/proc/1/cgroup'));
  if (isContainer) {
    return no('container', `The container that Airlock runs in does not allow sealing. (${words})`);
  }
  if (/namespace|not permitted|permission denied/i.test(words)) {
    const message =
      'The system refused a user namespace, which sealing needs: ask its administrator to allow them for ordinary users.';
    return no('forbidden', `${message} (${words})`);
  }
  return no('failed', `The system could not create a seal: ${words}`);
}

function setting(name: string, value: number): string {
  return `echo '${name} = ${value}' | sudo tee /etc/sysctl.d/60-airlock.conf && sudo sysctl --system`;
}

/** Chooses by the distribution's name, or by the name of the one that it derives from. */
function installation({ read }: ProbeSystem): string {
  const about = read('/etc/os-release');
  const ids = [...about.matchAll(/^(?:ID|ID_LIKE)=["']?([^"'\n]*)/gm)].map(([, id]) => id);
  const is = (names: RegExp) => names.test(ids.join(' '));
  if (is(/fedora|rhel|centos/)) return 'sudo dnf install bubblewrap';
  if (is(/arch/)) return 'sudo pacman -S bubblewrap';
  if (is(/suse/)) return 'sudo zypper install bubblewrap';
  if (is(/alpine/)) return 'sudo apk add bubblewrap';
  return 'sudo apt install bubblewrap';
}

function isNewEnough(version: string): boolean {
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major > LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor >= LEAST_VERSION[1]);
}

function no(problem: SealProblem, message: string, fix: string | null = null): SealAvailability {
  return { available: false, problem, message, fix };
}

function thisSystem(): ProbeSystem {
  return {
    platform: process.platform,
    program: process.platform === 'linux' ? systemProgram(BUBBLEWRAP) : undefined,
    isSetuid: (file) => (statSync(file).mode & 0o4000) !== 0,
    version: outputOf,
    trySeal,
    read: (file) => {
      try {
        // An existing but empty file means something, too.
        return existsSync(file) ? readFileSync(file, 'utf8') || ' ' : '';
      } catch {
        return '';
      }
    },
  };
}

async function outputOf(file: string): Promise<string> {
  const child = spawnProgram(file, ['--version'], {
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text = `${text}${chunk}`.slice(0, 200);
  });
  await once(child, 'close');
  return text;
}

async function trySeal(file: string): Promise<string | null> {
  try {
    using namespace = await ProcessNamespace.open({
      file,
      args: smallestSeal,
      copies: [],
      environment: (env) => env,
    });
    return await leakOf(namespace, { unseen: [], unwritable: ['/', '/usr'] });
  } catch (error) {
    return (error as Error).message;
  }
}
