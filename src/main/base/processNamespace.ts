import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DisposableOwner } from './disposable';
import { programFile } from './programFile';
import { findBash, sealedLaunch } from './sealedLaunch';
import { spawnProgram } from './spawnProgram';

/** Where Linux systems keep util-linux; the last is NixOS. */
const FOLDERS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** Making one takes some ten milliseconds; past this the system is not going to. */
const READY_MILLISECONDS = 5_000;

/** What the holder and its tools are started with: nothing of the user's has a say in them. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * The first process of a namespace. It ends when its input does, and with it the kernel ends
 * everything else in there; until then it reaps what others leave.
 */
const HOLD = "trap '' HUP INT QUIT TERM; echo ready; while read -r _; do :; done";

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

export interface CommandCall {
  readonly file: string;
  readonly args: readonly string[];
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
  ) {
    super();
    this.id = readlinkSync(`/proc/${holder.pid}/ns/pid_for_children`);
  }

  /** Rejects where the system does not let us. */
  static async open(): Promise<ProcessNamespace> {
    const tools = findTools();
    const holder = spawnProgram(
      tools.unshare,
      [
        ...(isRoot() ? [] : ['--user', '--map-current-user']),
        ...['--pid', '--mount', '--propagation', 'slave', '--mount-proc'],
        ...['--fork', '--kill-child'],
        ...[tools.bash, '--norc', '-p', '-c', HOLD],
      ],
      { cwd: '/', env: ENVIRONMENT, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let words = '';
    holder.stderr.on('data', (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(0, 500);
    });
    for (const stream of [holder.stdin, holder.stdout, holder.stderr]) {
      stream.on('error', () => undefined);
    }
    const ended = once(holder, 'exit').then(() => {
      throw new Error(words.trim() || 'unshare ended without a word');
    });
    const late = new AbortController();
    const deadline = delay(READY_MILLISECONDS, undefined, late).then(() => {
      throw new Error(`No namespace within ${READY_MILLISECONDS / 1_000} seconds`);
    });
    // Whoever loses the race says nothing more.
    for (const loser of [ended, deadline]) loser.catch(() => undefined);
    try {
      await Promise.race([once(holder.stdout, 'data'), ended, deadline]);
      holder.stdout.destroy();
      holder.stderr.destroy();
      holder.unref();
      return new ProcessNamespace(holder, tools);
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
   * system's error where the program cannot be found.
   */
  enter({ file, args, env, cwd }: NamespaceLaunch, session: SessionKind): CommandCall {
    const { nsenter, setsid, env: resetSignals, bash } = this.tools;
    const found = programFile(file, { cwd, path: env.PATH });
    const inner = sealedLaunch({ file: found, args, env }, { name: file, folder: cwd });
    const program = [inner.file, ...inner.args];
    const shell = (script: string) => ['--norc', '-p', '-c', script, 'airlock'];
    const entering = [
      ...(isRoot() ? [] : [`--user=${this.path('user')}`, '--preserve-credentials']),
      `--mount=${this.path('mnt')}`,
      `--pid=${this.path('pid_for_children')}`,
    ];
    switch (session) {
      case 'own': {
        const waiting = [bash, ...shell(WAIT_WITHOUT_STREAMS)];
        const starting = [resetSignals, '--default-signal=INT,QUIT', setsid, ...program];
        const inside = [nsenter, '--no-fork', ...entering, '--', ...waiting, ...starting];
        return { file: bash, args: [...shell(WITH_PIPE), ...inside] };
      }
      case 'shared':
        return { file: nsenter, args: [...entering, '--', ...program] };
      case 'terminal': {
        const starting = [resetSignals, '--default-signal=INT,QUIT,TSTP', ...program];
        return {
          file: bash,
          args: [...shell(IGNORE_KEYS), nsenter, ...entering, '--', ...starting],
        };
      }
    }
  }

  /** Whether a process of ours runs in here. Its first one, which holds it, does not count. */
  has(pid: number, parent: number): boolean {
    if (parent === this.holder.pid) return false;
    try {
      return readlinkSync(`/proc/${pid}/ns/pid`) === this.id;
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  }

  protected override release(): void {
    this.holder.stdin?.destroy();
    // The kernel ends the first process in there with its parent, and all others with that.
    if (this.isAlive) this.holder.kill('SIGKILL');
    super.release();
  }

  private path(kind: string): string {
    return `/proc/${this.holder.pid}/ns/${kind}`;
  }
}

/** The process that was started by the one that waits outside; undefined until it has been. */
export function programInside(waiting: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${waiting}/task/${waiting}/children`, 'latin1');
    const [first] = children.trim().split(' ');
    return first ? Number(first) : undefined;
  } catch {
    // It has ended.
    return undefined;
  }
}

interface Tools {
  readonly unshare: string;
  readonly nsenter: string;
  readonly setsid: string;
  readonly env: string;
  readonly bash: string;
}

function findTools(): Tools {
  const bash = findBash();
  if (bash === undefined) throw new Error('bash is not installed');
  const find = (name: string) => {
    const found = FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (found === undefined) throw new Error(`${name} is not installed`);
    return found;
  };
  return {
    bash,
    unshare: find('unshare'),
    nsenter: find('nsenter'),
    setsid: find('setsid'),
    env: find('env'),
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
