import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { descriptorError } from '#main/base/files/outOfDescriptors';
import { programFile } from '#main/base/files/programFile';
import { canSeal, sealedLaunch } from './sealedLaunch';

/**
 * I15: the only way to start a program. It gets its streams and none of our other descriptors. Used
 * like Node's `spawn` with arguments and options, except that it throws the system's error if the
 * program cannot be found or no file descriptor is left for its streams.
 */
export const spawnProgram = ((file: string, args: readonly string[], options: Options = {}) => {
  if (process.platform !== 'linux' || !canSeal())
    return withStreams(spawn(file, args, options), file);
  const { cwd = process.cwd(), env = process.env, argv0 = file, ...rest } = options;
  const folder = typeof cwd === 'string' ? cwd : fileURLToPath(cwd);
  const found = programFile(file, { cwd: folder, path: env.PATH });
  const sealed = sealedLaunch({ file: found, args, env }, { name: argv0 });
  return withStreams(spawn(sealed.file, sealed.args, { ...rest, cwd, env }), file);
}) as typeof spawn;

/**
 * Starts git. A session starts many git processes, and git starts nothing itself. Without Chromium,
 * whose descriptors matter, no shell runs before it, because that would cost as much as git. Only
 * Electron's own processes have a type; one that runs as Node has none.
 */
export const spawnGit: typeof spawnDirectly =
  isMainThread && !('type' in process) ? spawnDirectly : spawnProgram;

function spawnDirectly(
  file: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams {
  return withStreams(spawn(file, args, options), file) as ChildProcessWithoutNullStreams;
}

/**
 * Throws if the child has no streams: with too few file descriptors, Node reports the error only
 * later, by an event of such a child.
 */
function withStreams(child: ChildProcess, file: string): ChildProcess {
  if ((child.stdio as ChildProcess['stdio'] | undefined) !== undefined) return child;
  // The error is thrown here instead, where the caller expects it.
  child.on('error', () => undefined);
  throw descriptorError(`spawn ${file}`);
}

type Options = NonNullable<Parameters<typeof spawn>[2]>;
