import type { Result } from '#shared/errors';
import type { StartFailure } from './exitReason';

export interface SpawnArguments {
  readonly file: string;
  readonly args: readonly string[];
  /** True if the arguments are already quoted and Node must not quote them again. */
  readonly windowsVerbatimArguments: boolean;
}

const metaCharacters = /([()\][%!^"`<>&|;, *?])/g;
const batchFile = /\.(?:cmd|bat)$/i;
/**
 * A script made by npm. It passes its arguments to a second command line, which parses them again.
 */
const npmShim = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i;

/**
 * How to start a resolved file on Windows. Batch files, such as `npx` and most agents' commands
 * there, run only in cmd.exe, which has its own quoting; the escaping is the same as cross-spawn's.
 */
export function windowsSpawn(
  file: string,
  args: readonly string[],
  commandProcessor = 'cmd.exe',
): Result<SpawnArguments, StartFailure> {
  if (!batchFile.test(file)) {
    return { ok: true, value: { file, args, windowsVerbatimArguments: false } };
  }
  if (args.some((argument) => /[\r\n]/.test(argument))) {
    const message = `a batch file cannot take an argument with a line break (${file})`;
    return { ok: false, error: { type: 'refused', message } };
  }
  const command = file.replaceAll('/', '\\').replace(metaCharacters, '^$1');
  const line = [command, ...args.map((argument) => escapeArgument(argument, npmShim.test(file)))];
  return {
    ok: true,
    value: {
      file: commandProcessor,
      args: ['/d', '/s', '/c', `"${line.join(' ')}"`],
      windowsVerbatimArguments: true,
    },
  };
}

function escapeArgument(argument: string, twice: boolean): string {
  // Backslashes have a meaning only before a quotation mark, including the closing one; double them
  // there.
  const quoted = argument.replace(/(?<!\\)\\+(?="|$)/g, '$&$&').replaceAll('"', '\\"');
  const escaped = `"${quoted}"`.replace(metaCharacters, '^$1');
  return twice ? escaped.replace(metaCharacters, '^$1') : escaped;
}
