import { basename } from 'node:path';

export interface ShellCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * A command that makes a login shell print its environment between two marks. /bin/sh does the
 * printing, so the user's shell only has to call it. The script has no quotation marks, because
 * shells read them differently. `env -0` is not available everywhere.
 */
export function printEnvironmentCommand(shell: string, mark: string): ShellCommand {
  const script = `printf %s ${mark}; /usr/bin/env -0 2>/dev/null || /usr/bin/env; printf %s ${mark}`;
  const call = `/bin/sh -c '${script}'`;
  switch (
    basename(shell)
      .toLowerCase()
      .replace(/\.exe$/, '')
  ) {
    case 'pwsh':
    case 'powershell':
      return { file: shell, args: ['-Login', '-Command', `& ${call}`] };
    case 'nu':
      return { file: shell, args: ['-i', '-l', '-c', `^${call}`] };
    case 'csh':
    case 'tcsh':
      // These shells accept -l alone or not at all.
      return { file: shell, args: ['-ic', call] };
    default:
      return { file: shell, args: ['-i', '-l', '-c', call] };
  }
}

/** Collects the output of a shell until the second mark has arrived. */
export class MarkedOutput {
  private readonly chunks: Buffer[] = [];
  private marks = 0;
  /** The end of the previous chunk, where a mark may have begun. */
  private carried = '';
  bytes = 0;

  constructor(private readonly mark: string) {}

  get isWhole(): boolean {
    return this.marks >= 2;
  }

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    const text = this.carried + chunk.toString('latin1');
    this.marks += text.split(this.mark).length - 1;
    this.carried = text.slice(1 - this.mark.length);
  }

  environment(): Readonly<Record<string, string>> | undefined {
    return parsePrintedEnvironment(Buffer.concat(this.chunks).toString(), this.mark);
  }
}

/** Variables that describe the shell that printed them rather than the user's environment. */
const passing = new Set(['_', 'PWD', 'OLDPWD', 'SHLVL']);

/** Parses the text between the marks, whatever the shell's startup files printed around them. */
export function parsePrintedEnvironment(
  output: string,
  mark: string,
): Readonly<Record<string, string>> | undefined {
  const [, text, rest] = output.split(mark);
  if (text === undefined || rest === undefined) return undefined;
  const parts = text.includes('\0') ? text.split('\0') : joinContinuedLines(text.split('\n'));
  const variables = parts
    .map((part): [string, string] => [
      part.slice(0, Math.max(0, part.indexOf('='))),
      part.slice(part.indexOf('=') + 1),
    ])
    .filter(([name]) => name !== '' && !passing.has(name));
  return variables.length === 0 ? undefined : Object.fromEntries(variables);
}

/** Without NULs, a line that does not begin with a variable's name continues the previous value. */
function joinContinuedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    if (joined.length === 0 || /^[A-Za-z_]\w*=/.test(line)) joined.push(line);
    else joined[joined.length - 1] += `\n${line}`;
  }
  // The last line break ends the last line and belongs to no value.
  return joined.map((part, index) =>
    index === joined.length - 1 ? part.replace(/\n$/, '') : part,
  );
}
