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

/**
 * Creating a namespace takes some ten milliseconds; after this time the system will not create it.
 */
const READY_MILLISECONDS = 5_000;

/** The environment of the holder and its tools, with nothing of the user's in it. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * The first process of a namespace. It ends with its input, and the kernel then ends everything
 * else inside. Until then it reaps the processes that others leave.
 */
const HOLD = "trap '' HUP INT QUIT TERM; echo ready; while read -r _; do :; done";

/**
 * Runs before that: copies each first argument to the second, unless the second is a file that is
 * as new. Anything but a file, such as a pipe that an agent left, is skipped, because it could
 * block this.
 */
const COPY = `
while [ $# -gt 1 ]; do
  if [ ! -e "$2" ] || { [ -f "$2" ] && [ "$1" -nt "$2" ]; }; then printf '%s\\n' "$(<"$1")" >"$2"; fi
  shift 2
done
`;

/**
 * Becomes the program that follows, with a pipe to itself as descriptor 3. The pipe is made here,
 * because the process that waits outside has no usable /proc once it has entered the namespace.
 */
const WITH_PIPE = `exec 3<> <(:); wait "$!"; exec "$@"`;

/**
 * Starts the program that follows in the namespace, closes its own copies of the streams and ends
 * as the program does. The program must be the only one that holds them: one that closes its output
 * and lives on would not be noticed. A status above 128 may be an exit code or a signal, and only
 * the list of jobs tells which, once, when the program ends. It is read through the pipe: nothing
 * can be started any more when the namespace has ended. An empty line ends it: there may be nothing
 * to tell any more, and nobody may wait for that. What a shell starts in the background ignores
 * keys and reads nothing, unless told otherwise. The shell itself cannot die of SIGQUIT: that is
 * told with exit code 131.
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

/** Keys such as Ctrl+C are for the program, not for the process that waits for its end outside. */
const IGNORE_KEYS = `trap '' INT QUIT TSTP; exec "$@"`;

export interface NamespaceLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** A process that is started outside, with its own environment and folder. */
export interface NamespaceCall extends NamespaceLaunch {
  readonly env: Readonly<Record<string, string>>;
}

/** A program that creates the namespaces and then becomes the program in its arguments. */
interface NamespaceMaker {
  readonly file: string;
  readonly args: readonly string[];
}

/** How a namespace is sealed: its maker decides which files are visible. */
export interface NamespaceSeal extends NamespaceMaker {
  /** Files that are copied inside, under these names, before anything is started. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** Whether the maker gives the namespace its own network. */
  readonly hasOwnNetwork?: boolean;
  /** The variables of a program that is started inside. */
  environment(env: NamespaceCall['env']): NamespaceCall['env'];
}

/**
 * Whether a program leads its own session, shares the session of the process that waits for it
 * outside, or shares it with a terminal, whose keys are only for the program.
 */
export type SessionKind = 'own' | 'shared' | 'terminal';

/**
 * I9: a pid namespace on Linux for an agent or for a session's commands. Everything started in it,
 * directly or indirectly, in whichever session, group or environment, is ended by the kernel when
 * this is disposed, or when we end for any reason. Nothing inside can see or signal processes
 * outside. Users other than root need a user namespace for it, in which files of other users have
 * no named owner and `sudo` does not work.
 */
export class ProcessNamespace extends DisposableOwner {
  /** The namespace's name in the system. */
  private readonly id: string;

  private constructor(
    private readonly holder: ChildProcess,
    private readonly tools: Tools,
    /** The seal, with the pid of the first process inside. */
    private readonly seal: (NamespaceSeal & { readonly pid: number }) | null,
  ) {
    super();
    this.id = readlinkSync(this.path(seal === null ? 'pid_for_children' : 'pid'));
  }

  /**
   * Opens a namespace; rejects if the system does not allow it. `meanwhile` runs while a seal's
   * mounts are being closed, and is awaited, too.
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
    // The promise that loses the race must not report an unhandled rejection.
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

  /** Whether the namespace and the processes in it still exist. */
  get isAlive(): boolean {
    return this.holder.exitCode === null && this.holder.signalCode === null;
  }

  /**
   * The same program, to be started in the namespace with `spawnProgram` or in a pty. The started
   * process waits outside for the program, and ends with the same exit code or signal. Throws the
   * system's error if the program cannot be found; in a sealed namespace, where it is searched for
   * inside, it ends with exit code 127 instead. With `waits`, the program is prepared inside but
   * starts only after the line `LET_GO`.
   */
  enter(given: NamespaceLaunch, session: SessionKind, { waits = false } = {}): NamespaceCall {
    const { nsenter, setsid, env: resetSignals, bash } = this.tools;
    const { seal } = this;
    const own = definedOnly(given.env);
    const launch = { ...given, env: seal === null ? own : seal.environment(own) };
    const program = seal === null ? openProgram(launch) : this.sealedProgram(launch, waits);
    const shell = (script: string) => ['--norc', '-p', '-c', script, 'airlock'];
    const entering = this.entering();
    // Outside, nothing may obey variables that a sealed program chose, or start in its folder.
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
   * A program of ours that is started outside, but with the network of a sealed namespace: programs
   * inside can reach what it listens on.
   */
  withNetwork({ file, args, env, cwd }: NamespaceCall): NamespaceCall {
    const user = [`--user=${this.path('user')}`, '--preserve-credentials'];
    const entering = [...user, `--net=${this.path('net')}`, '--', file, ...args];
    return { file: this.tools.nsenter, args: entering, env, cwd };
  }

  /** Disposes the item together with the namespace. */
  adopt<T extends HasDispose>(item: T): T {
    return this.register(item);
  }

  /**
   * Whether a process of ours runs inside. The first one, which holds the namespace, does not
   * count.
   */
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
    // The kernel ends the first process inside with its parent, and all others with that one.
    if (this.isAlive) this.holder.kill('SIGKILL');
    super.release();
  }

  /** Hides later mounts outside from the inside, where they could be written to. */
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
   * Runs in a user namespace below the one that owns the mounts, without capabilities and with no
   * way to create new ones: the program can neither change the mounts nor inspect a process that
   * can.
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
      // Only root may lower the bounding set; other users get no new rights and do not need it.
      ...(isRoot() ? ['--bounding-set=-all'] : []),
      ...['--', inner.file, ...inner.args],
    ];
  }

  private path(kind: string): string {
    return `/proc/${this.seal?.pid ?? this.holder.pid}/ns/${kind}`;
  }
}

/**
 * The prefix of variables that are only for a sealed program, and not for the processes that start
 * it.
 */
const PACKED = 'AIRLOCK_ENV_';

/** The variable by which processes are found; its value is the same inside and outside. */
const RUN = 'AIRLOCK_RUN';

/** Packs the variables. Variables with names that a shell cannot write are left out. */
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
 * A debugger inside could stop the first process, so that it never notices the end of its input.
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

/** The process started by the one that waits outside; undefined until it exists. */
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
  /** The path of setpriv; a sealed program does not start without it. */
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

/** A program in the system's own folders, whatever PATH contains. */
export function systemProgram(name: string, folders = FOLDERS): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
