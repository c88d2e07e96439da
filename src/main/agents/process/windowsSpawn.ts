import type { Result } from '#shared/errors';
import type { StartFailure } from './exitReason';

export interface SpawnArguments {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are quoted already and Node must not do it again. */
  readonly windowsVerbatimArguments: boolean;
}

const metaCharacters = /([()\][%!^"`<>&|;, *?])/g;
const batchFile = /\.(?:cmd|bat)$/i;
/**
 * A script made by npm; it passes its arguments to a second command line, which parses them again.
 */
const npmShim = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i;

/**
 * How to spawn a resolved file on Windows. Batch files, which is what `npx` and most agents'
 * commands are there, run by cmd.exe only, whose quoting is its own; escaped as cross-spawn does.
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
  // Backslashes count only before a quotation mark, also the closing one; there each is doubled.
  const quoted = argument.replace(/(?<!\\)\\+(?="|$)/g, '$&$&').replaceAll('"', '\\"');
  const escaped = `"${quoted}"`.replace(metaCharacters, '^$1');
  return twice ? escaped.replace(metaCharacters, '^$1') : escaped;
}
