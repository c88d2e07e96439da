export interface CommandResult {
  readonly output: string;
  readonly truncated: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why the command never ran. */
  readonly problem?: string;
  /** Whether the tool call already shows the output. */
  readonly shown: boolean;
}

export const maxOutputBytes = 256 * 1024;

/** The shell that runs a command, because users write commands as they would in a terminal. */
export function shellFor(command: string): { readonly file: string; readonly args: string[] } {
  return process.platform === 'win32'
    ? { file: 'cmd.exe', args: ['/d', '/s', '/c', command] }
    : { file: '/bin/sh', args: ['-c', command] };
}
