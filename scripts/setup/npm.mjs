import { runQuietly } from './processes.mjs';
import { root } from './project.mjs';

/** Runs npm itself: the npm that started this script, if there is one. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) {
    return runQuietly(process.execPath, [script, ...args], { folder: root, ...options });
  }
  // On Windows npm is a batch file, which only a shell can run.
  const shell = process.platform === 'win32';
  return runQuietly('npm', args, { folder: root, shell, ...options });
}
