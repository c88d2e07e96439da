import { existsSync } from 'node:fs';

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folders of bash on Linux systems; the last is NixOS. */
const BASHES = ['/bin/bash', '/usr/bin/bash', '/run/current-system/sw/bin/bash'];

/**
 * Bash sets these by itself; a program that was started without them gets none. It also sets SHLVL
 * to 0 where there was none, which says the same.
 */
const SET_BY_BASH = ['PWD', 'OLDPWD'];

/**
 * Closes every descriptor but the three streams, goes to the folder $4 if there is one, and becomes
 * the program that follows with its arguments. $1 is the name that the program is told it has, $2
 * and $3 are the PWD and OLDPWD that it was given. Variables are named so that none of the program's
 * own is touched.
 */
const script = (unset: readonly string[], wait: string, unpack: string) => `
${wait}
__airlock_closings=
for __airlock_each in /proc/self/fd/*; do
  __airlock_each=\${__airlock_each##*/}
  case $__airlock_each in
    [012] | *[!0-9]*) ;;
    *) __airlock_closings="$__airlock_closings $__airlock_each>&-" ;;
  esac
done
eval "exec $__airlock_closings"
if [ -n "$4" ]; then cd -- "$4" || exit 126; fi
${unpack}
PWD=$2 OLDPWD=$3
unset __airlock_closings __airlock_each ${unset.join(' ')}
exec -a "$1" -- "\${@:5}"
`;

/** The line that lets a waiting program go. */
export const LET_GO = 'go';

/** The program is let go by one line of its input, which it never sees. */
const GATE = `IFS= read -r __airlock_each && [ "$__airlock_each" = ${LET_GO} ] || exit 126`;

/** The program's variables stand under other names until now; those of the shells before it go. */
const unpacking = (prefix: string) => `
unset PATH LC_ALL
for __airlock_each in "\${!${prefix}@}"; do
  export "\${__airlock_each#${prefix}}=\${!__airlock_each}" || :
  unset "$__airlock_each"
done
`;

export interface SealedLaunchOptions {
  readonly name?: string;
  readonly folder?: string;
  /** The prefix of the program's variable names until it starts. */
  readonly unpack?: string;
  /** Whether the program is only started once it is let go. */
  readonly waits?: boolean;
}

/**
 * The same program with its three streams and no other descriptor of ours. On Linux Chromium opens
 * sockets and files that programs inherit, and node-pty leaves its end of every other terminal open
 * in the programs that it starts. A shell closes them first and then becomes the program. `--norc`
 * and `-p` keep it from reading startup files: it would when its input is a socket, as Node's are,
 * and when the environment names one. macOS closes them itself
 * (POSIX_SPAWN_CLOEXEC_DEFAULT), and on Windows handles are not inherited.
 */
export function sealedLaunch<L extends Launch>(
  launch: L,
  { name = launch.file, folder = '', unpack, waits = false }: SealedLaunchOptions = {},
): L {
  const bash = findBash();
  if (bash === undefined) return launch;
  const { file, args, env } = launch;
  const unset = SET_BY_BASH.filter((variable) => env[variable] === undefined);
  const places = [env.PWD ?? '', env.OLDPWD ?? '', folder];
  return {
    ...launch,
    file: bash,
    args: [
      '--norc',
      '-p',
      '-c',
      script(unset, waits ? GATE : '', unpack ? unpacking(unpack) : ''),
      'airlock',
      name,
      ...places,
      file,
      ...args,
    ],
  };
}

/** Whether a program can be started that nobody should trust with our descriptors. */
export function canSeal(): boolean {
  return process.platform !== 'linux' || findBash() !== undefined;
}

let bash: string | undefined;

/** On Linux. */
export function findBash(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  bash ??= BASHES.find((path) => existsSync(path));
  return bash;
}
