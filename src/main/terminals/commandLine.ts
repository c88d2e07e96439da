export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * How to run an agent's command. The protocol separates program and arguments, but some agents put
 * a whole shell line into `command`; no program's name contains such characters.
 */
export function commandLine(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): CommandLine {
  if (args.length > 0 || !/[\s|&;<>()$`"'*?]/.test(command)) return { file: command, args };
  if (platform === 'win32') return { file: 'cmd.exe', args: ['/d', '/s', '/c', command] };
  return { file: '/bin/sh', args: ['-c', command] };
}

/**
 * Variables that an agent may not set for its commands: those that make a program load foreign
 * code, and the one with which we find the processes that we started.
 */
const refused =
  /^(LD_|DYLD_|BASH_FUNC_)|^(AIRLOCK_RUN|NODE_OPTIONS|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|PERL5DB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GLIBC_TUNABLES)$/i;

export function refusedVariables(env: readonly { readonly name: string }[]): readonly string[] {
  return env.map(({ name }) => name).filter((name) => refused.test(name) || name.includes('='));
}
