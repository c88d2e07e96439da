import { existsSync } from 'node:fs';
import type { PtyLaunch } from './hostMessages';

const BASH = '/bin/bash';

const script = `
for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  if [ "$fd" -gt 2 ]; then eval "exec $fd>&-"; fi
done
exec "$@"
`;

/**
 * On Linux node-pty leaves its end of every other terminal open in the programs that it starts:
 * one could type into the terminal of another. So a shell closes them first and then becomes the
 * program. `-p` keeps it from reading start-up files that the environment names.
 */
export function sealedLaunch(launch: PtyLaunch): PtyLaunch {
  if (!needsSeal || !canSeal()) return launch;
  return {
    ...launch,
    file: BASH,
    args: ['-p', '-c', script, 'airlock', launch.file, ...launch.args],
  };
}

/** Whether a program can be started that nobody should trust with the user's terminals. */
export function canSeal(): boolean {
  return !needsSeal || existsSync(BASH);
}

const needsSeal = process.platform === 'linux';
