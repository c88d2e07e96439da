import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DisposableOwner, type HasDispose } from '#main/base/disposable';
import { isProgram, programFile } from '#main/base/files/programFile';
import { definedOnly } from './definedOnly';
import { findBash, sealedLaunch } from './sealedLaunch';
import { spawnProgram } from './spawnProgram';

/** The folders of system programs on Linux, which no agent can write to; the last is NixOS. */
const FOLDERS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** Making one takes some ten milliseconds; past this the system is not going to. */
const READY_MILLISECONDS = 5_000;

/** The environment of the holder and its tools: nothing of the user's is in it. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * The first process of a namespace. It ends when its input does, and with it the kernel ends
 * everything else in there; until then it reaps what others leave.
 */
const HOLD = "trap '' HUP INT QUIT TERM; echo ready; while read -r _; do :; done";

/**
 * Before that: copies each first argument to the second, unless the second is a file that is as
 * new. Anything but a file, such as a pipe that an agent left there, is not touched, because it
 * could block this.
 */
const COPY = `
while [ $# -gt 1 ]; do
  if [ ! -e "$2" ] || { [ -f "$2" ] && [ "$1" -nt "$2" ]; }; then printf '%s\\n' "$(<"$1")" >"$2"; fi
  shift 2
done
`;

/**
 * Becomes what follows, with a pipe to itself as descriptor 3. It is made here, since what waits
 * outside finds no /proc of its own once it has entered the namespace.
 */
const WITH_PIPE = `exec 3<> <(:); wait "$!"; exec "$@"`;

/**
 * Starts the program that follows in the namespace, lets go of its streams and ends as it does. The
 * program must be the only one that holds them: one that closes its output and lives on would not be
 * noticed. A status above 128 may be an exit code or a signal, and only the list of jobs tells which,
 * once, when the program ends. It is read through the pipe: nothing can be started any more when
 * the namespace has ended. An empty line ends it: there may be nothing to tell any more, and nobody
 * may wait for that. What a shell starts in the background ignores keys and reads nothing, unless
 * told otherwise. The shell itself cannot die of SIGQUIT: that is told with exit code 131.
 */
const WAIT_WITHOUT_STREAMS = `
trap 'jobs -l >&3; echo >&3; while IFS= read -r -u 3 line && [ -n "$line" ]; do told+=$line; done' CHLD
exec "$@" <&0 3>&- &
exec </dev/null >/dev/null 2>&1
LC_ALL=C
wait "$!"
wait "$!"
status=$?
trap - CHLD
if [ "$status" -gt 128 ] && [[ $told != *" Exit $status "* ]]; then
  ulimit -c 0
  kill -s "$((status - 128))" "$$"
fi
exit "$status"
`;

/** Keys such as Ctrl+C are for the program, not for what waits for its end outside. */
const IGNORE_KEYS = `trap '' INT QUIT TSTP; exec "$@"`;

export interface NamespaceLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** The process that is started outside, with its own environment and folder. */
export interface NamespaceCall extends NamespaceLaunch {
  readonly env: Readonly<Record<string, string>>;
}

/** A program that makes the namespaces and then becomes what follows its arguments. */
interface NamespaceMaker {
  readonly file: string;
  readonly args: readonly string[];
}

/** How a namespace is sealed: its maker decides what is seen of the file system. */
export interface NamespaceSeal extends NamespaceMaker {
  /** Files that are copied inside, by their names there, before anything is started. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** Whether its maker gives it a network of its own. */
  readonly hasOwnNetwork?: boolean;
  /** The variables of a program that is started inside. */
  environment(env: NamespaceCall['env']): NamespaceCall['env'];
}

/**
 * Whether a program leads a session of its own, shares that of what waits for it outside, or shares
 * it with a terminal, whose keys are for the program alone.
 */
export type SessionKind = 'own' | 'shared' | 'terminal';

/**
 * I9: a pid namespace of Linux for an agent or for a session's commands. Whatever is started in
 * there, and whatever that starts, in whichever session, group or environment, is ended by the
 * kernel when this is disposed of, or when we end, however we end. Nothing in there can see or
 * signal what is outside. Users other than root need a user namespace for it, in which files of
 * other users have no name and `sudo` does not work.
 */
export class ProcessNamespace extends DisposableOwner {
  /** As the system names it. */
  private readonly id: string;

  private constructor(
    private readonly holder: ChildProcess,
    private readonly tools: Tools,
    /** With the first process inside. */
    private readonly seal: (NamespaceSeal & { readonly pid: number }) | null,
  ) {
    super();
    this.id = readlinkSync(this.path(seal === null ? 'pid_for_children' : 'pid'));
  }

  /**
   * Rejects where the system does not let us. `meanwhile` is run while the mounts of a seal are being closed,
   * and awaited, too.
   */
  static async open(
    seal: NamespaceSeal | null = null,
    meanwhile: (namespace: ProcessNamespace) => Promise<void> = async () => undefined,
  ): Promise<ProcessNamespace> {
    const tools = findTools();
    const { file, args } = seal ?? unshareCall(tools);
    const copies = (seal?.copies ?? []).flatMap(({ from, to }) => [from, to]);
    const first = [tools.bash, '--norc', '-p', '-c', `${COPY}${HOLD}`, 'airlock', ...copies];
    const holder = spawnProgram(file, [...args, ...first], {
      cwd: '/',
      env: ENVIRONMENT,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let words = '';
    holder.stderr.on('data', (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(0, 500);
    });
    for (const stream of [holder.stdin, holder.stdout, holder.stderr]) {
      stream.on('error', () => undefined);
    }
    const ended = once(holder, 'exit').then(() => {
      throw new Error(words.trim() || `${basename(file)} ended without output`);
    });
    const late = new AbortController();
    const deadline = delay(READY_MILLISECONDS, undefined, late).then(() => {
      throw new Error(`No namespace within ${READY_MILLISECONDS / 1_000} seconds`);
    });
    // The loser of the race reports nothing more.
    for (const loser of [ended, deadline]) loser.catch(() => undefined);
    try {
      await Promise.race([once(holder.stdout, 'data'), ended, deadline]);
      holder.stdout.destroy();
      holder.stderr.destroy();
      holder.unref();
      if (seal === null) return new ProcessNamespace(holder, tools, null);
      const pid = programInside(holder.pid ?? 0);
      if (pid === undefined) throw new Error('The namespace ended at once');
      const namespace = new ProcessNamespace(holder, tools, { ...seal, pid });
      await Promise.all([namespace.closeMounts(pid), meanwhile(namespace)]);
      return namespace;
    } catch (error) {
      holder.kill('SIGKILL');
      throw error;
    } finally {
      late.abort();
    }
  }

  /** False once it has ended, and all in it. */
  get isAlive(): boolean {
    return this.holder.exitCode === null && this.holder.signalCode === null;
  }

  /**
   * The same program, to be started in here with `spawnProgram` or in a pty. What is started then
   * waits outside for the program and ends as it does, with its exit code or signal. Throws the
   * system's error where the program cannot be found; in a sealed namespace, where it is looked for
   * inside, it then ends with exit code 127. In there it can also wait at the door, all but started,
   * until it is let go by the line `LET_GO`.
   */
  enter(given: NamespaceLaunch, session: SessionKind, { waits = false } = {}): NamespaceCall {
    const { nsenter, setsid, env: resetSignals, bash } = this.tools;
    const { seal } = this;
    const own = definedOnly(given.env);
    const launch = { ...given, env: seal === null ? own : seal.environment(own) };
    const program = seal === null ? openProgram(launch) : this.sealedProgram(launch, waits);
    const shell = (script: string) => ['--norc', '-p', '-c', script, 'airlock'];
    const entering = this.entering();
    // Outside nothing may obey variables that a sealed program chose, nor start in its folder.
    const { env, cwd } = seal === null ? launch : { env: packedEnvironment(launch.env), cwd: '/' };
    switch (session) {
      case 'own': {
        const waiting = [bash, ...shell(WAIT_WITHOUT_STREAMS)];
        const starting = [resetSignals, '--default-signal=INT,QUIT', setsid, ...program];
        const inside = [nsenter, '--no-fork', ...entering, '--', ...waiting, ...starting];
        return { file: bash, args: [...shell(WITH_PIPE), ...inside], env, cwd };
      }
      case 'shared':
        return { file: nsenter, args: [...entering, '--', ...program], env, cwd };
      case 'terminal': {
        const starting = [resetSignals, '--default-signal=INT,QUIT,TSTP', ...program];
        const inside = [nsenter, ...entering, '--', ...starting];
        return { file: bash, args: [...shell(IGNORE_KEYS), ...inside], env, cwd };
      }
    }
  }

  /**
   * A program of ours that is started outside, but has the network of a sealed namespace: what it
   * listens to there can be reached from inside.
   */
  withNetwork({ file, args, env, cwd }: NamespaceCall): NamespaceCall {
    const user = [`--user=${this.path('user')}`, '--preserve-credentials'];
    const entering = [...user, `--net=${this.path('net')}`, '--', file, ...args];
    return { file: this.tools.nsenter, args: entering, env, cwd };
  }

  /** Ends with the namespace. */
  adopt<T extends HasDispose>(item: T): T {
    return this.register(item);
  }

  /** Whether a process of ours runs in here. Its first one, which holds it, does not count. */
  has(pid: number, parent: number): boolean {
    if (parent === this.holder.pid) return false;
    try {
      return readlinkSync(`/proc/${pid}/ns/pid`) === this.id;
    } catch {
      // The process has ended, or belongs to another user.
      return false;
    }
  }

  protected override release(): void {
    this.holder.stdin?.destroy();
    // The kernel ends the first process in there with its parent, and all others with that.
    if (this.isAlive) this.holder.kill('SIGKILL');
    super.release();
  }

  /** Mounts made outside from now on are not seen inside, where they could be written to. */
  private async closeMounts(pid: number): Promise<void> {
    const user = [`--user=${this.path('user')}`, '--preserve-credentials'];
    const closing = [this.tools.mount ?? 'mount', '--make-rprivate', '/'];
    const args = [...user, `--mount=${this.path('mnt')}`, '--', ...closing];
    const child = spawnProgram(this.tools.nsenter, args, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: READY_MILLISECONDS,
      killSignal: 'SIGKILL',
    });
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(0, 500);
    });
    const [code]: unknown[] = await once(child, 'close');
    const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8');
    if (code !== 0 || mounts === '' || / (?:master|shared):/.test(mounts)) {
      throw new Error(`Its mounts could not be closed. ${words.trim()}`.trim());
    }
  }

  private entering(): readonly string[] {
    const user = [`--user=${this.path('user')}`, '--preserve-credentials'];
    const mount = `--mount=${this.path('mnt')}`;
    if (this.seal === null) {
      return [...(isRoot() ? [] : user), mount, `--pid=${this.path('pid_for_children')}`];
    }
    const kinds = ['pid', 'ipc', 'uts', ...(this.seal.hasOwnNetwork ? ['net'] : [])];
    const others = kinds.map((kind) => `--${kind}=${this.path(kind)}`);
    return [...user, mount, ...others];
  }

  /**
   * In a user namespace below the one that owns the mounts, without capabilities and without a way to
   * new ones: it can neither change the mounts nor look into a process that can.
   */
  private sealedProgram(
    { file, args, env, cwd }: NamespaceLaunch,
    waits: boolean,
  ): readonly string[] {
    const { unshare, setpriv } = this.tools;
    if (setpriv === undefined) throw new Error('setpriv is not installed');
    const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const inner = sealedLaunch(
      { file, args, env },
      { name: file, folder: cwd, unpack: PACKED, waits },
    );
    return [
      ...[unshare, '--user', `--map-user=${user}`, `--map-group=${group}`, '--'],
      ...[setpriv, '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all'],
      // Only root may lower it; for others it gives nothing, since they get no new rights.
      ...(isRoot() ? ['--bounding-set=-all'] : []),
      ...['--', inner.file, ...inner.args],
    ];
  }

  private path(kind: string): string {
    return `/proc/${this.seal?.pid ?? this.holder.pid}/ns/${kind}`;
  }
}

/** Before the name of a variable that is for a sealed program alone, and not for what starts it. */
const PACKED = 'AIRLOCK_ENV_';

/** The variable by which processes are found; its value is the same inside and outside. */
const RUN = 'AIRLOCK_RUN';

/** Variables whose names no shell can write are left out. */
function packedEnvironment(env: NamespaceCall['env']): NamespaceCall['env'] {
  const names = Object.keys(env).filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== RUN);
  return {
    ...(env[RUN] === undefined ? {} : { [RUN]: env[RUN] }),
    ...Object.fromEntries(names.map((name) => [`${PACKED}${name}`, env[name] ?? ''])),
    ...ENVIRONMENT,
  };
}

function openProgram({ file, args, env, cwd }: NamespaceLaunch): readonly string[] {
  const found = programFile(file, { cwd, path: env.PATH });
  const inner = sealedLaunch({ file: found, args, env }, { name: file, folder: cwd });
  return [inner.file, ...inner.args];
}

/**
 * A debugger inside could hold the first process, so that it never notices the end of its input.
 * The kernel then ends it anyway: `unshare` ends with us, and the process with `unshare`.
 */
function unshareCall({ unshare, setpriv }: Tools): NamespaceMaker {
  const args = [
    ...(isRoot() ? [] : ['--user', '--map-current-user']),
    ...['--pid', '--mount', '--propagation', 'slave', '--mount-proc'],
    ...['--fork', '--kill-child'],
  ];
  return setpriv === undefined
    ? { file: unshare, args }
    : { file: setpriv, args: ['--pdeathsig', 'KILL', '--', unshare, ...args] };
}

/** The process that was started by the one that waits outside; undefined until it has been. */
export function programInside(waiting: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${waiting}/task/${waiting}/children`, 'latin1');
    const [first] = children.trim().split(' ');
    return first ? Number(first) : undefined;
  } catch {
    // The process has ended.
    return undefined;
  }
}

interface Tools {
  readonly unshare: string;
  readonly nsenter: string;
  readonly setsid: string;
  readonly env: string;
  readonly bash: string;
  /** A sealed program does not start without it. */
  readonly setpriv: string | undefined;
  readonly mount: string | undefined;
}

function findTools(): Tools {
  const bash = findBash();
  if (bash === undefined) throw new Error('bash is not installed');
  const find = (name: string) => {
    const found = systemProgram(name);
    if (found === undefined) throw new Error(`${name} is not installed`);
    return found;
  };
  return {
    bash,
    unshare: find('unshare'),
    nsenter: find('nsenter'),
    setsid: find('setsid'),
    env: find('env'),
    setpriv: systemProgram('setpriv'),
    mount: systemProgram('mount'),
  };
}

/** A program of the system's own folders, whatever PATH says. */
export function systemProgram(name: string, folders = FOLDERS): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
