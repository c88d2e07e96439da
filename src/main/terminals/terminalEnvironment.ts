/** What another terminal, or a multiplexer in it, has said of itself. */
const foreign =
  /^(?:TMUX.*|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES|VTE_VERSION|TERM_SESSION_ID|TERM_PROGRAM.*|COLORTERM|KITTY_.*|WEZTERM_.*|ITERM_.*|VSCODE_.*|KONSOLE_.*|GNOME_TERMINAL_.*|NO_COLOR|FORCE_COLOR)$/;

/** What programs in a terminal of ours learn about it. */
export function terminalEnvironment(
  variables: Readonly<Record<string, string>>,
  version: string,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const kept = Object.entries(variables).filter(([name]) => !foreign.test(name));
  const hasLocale = kept.some(([name]) => /^(?:LANG|LC_ALL|LC_CTYPE)$/.test(name));
  return {
    ...Object.fromEntries(kept),
    // A program started from a desktop may have none, and would take UTF-8 for noise.
    ...(hasLocale || platform === 'win32'
      ? {}
      : { LANG: platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' }),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'airlock',
    TERM_PROGRAM_VERSION: version,
  };
}
