import { existsSync } from 'node:fs';

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folders of bash on Linux systems; the last is NixOS. */
const BASHES = ['/bin/bash', '/usr/bin/bash', '/run/current-system/sw/bin/bash'];

/**
 * Variables that bash sets by itself. A program that was started without them must not get them.
 * Bash also sets a missing SHLVL to 0, which means the same.
 */
const SET_BY_BASH = ['PWD', 'OLDPWD'];

/**
 * Closes every descriptor except the three streams, changes to the folder $4 if there is one, and
 * becomes the program that follows with its arguments. $1 is the name that the program is given, $2
 * and $3 are its PWD and OLDPWD. Variables have names that cannot collide with the program's own.
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

/** The line that releases a waiting program. */
export const LET_GO = 'go';

/** Waits for one line of input, which releases the program and which the program never sees. */
const GATE = `IFS= read -r __airlock_each && [ "$__airlock_each" = ${LET_GO} ] || exit 126`;

/**
 * Restores the program's variables, which have other names until now, and drops those of the shells
 * before it.
 */
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
  /** Whether the program starts only after it is released. */
  readonly waits?: boolean;
}

/**
 * The same program with its three streams and none of our other descriptors. On Linux, Chromium
 * opens sockets and files that programs inherit, and node-pty leaves its end of every other
 * terminal open in the programs that it starts. A shell closes them first and then becomes the
 * program. `--norc` and `-p` keep it from reading startup files, which it would do when its input
 * is a socket, as Node's are, or when the environment names one. macOS closes them itself
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

/** Whether programs can be started without inheriting our descriptors. */
export function canSeal(): boolean {
  return process.platform !== 'linux' || findBash() !== undefined;
}

let bash: string | undefined;

/** The path of bash, on Linux. */
export function findBash(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  bash ??= BASHES.find((path) => existsSync(path));
  return bash;
}
