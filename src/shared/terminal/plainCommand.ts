const shellWrapped = /^(?:\S*\/)?(?:bash|sh|zsh)(?:\.exe)? -l?c ([\s\S]+)$/;

/** The command without the shell around it, as a user would type it. */
export function plainCommand(command: string): string {
  const inner = shellWrapped.exec(command)?.[1];
  if (inner === undefined) return command;
  const quoted = /^'([^']*)'$/.exec(inner) ?? /^"([^"\\$`]*)"$/.exec(inner);
  return quoted?.[1] ?? inner;
}
