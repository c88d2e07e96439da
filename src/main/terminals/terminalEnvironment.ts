/** Variables with which another terminal, or a multiplexer in it, identifies itself. */
const foreign =
  /^(?:TMUX.*|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES|VTE_VERSION|TERM_SESSION_ID|TERM_PROGRAM.*|COLORTERM|KITTY_.*|WEZTERM_.*|ITERM_.*|VSCODE_.*|KONSOLE_.*|GNOME_TERMINAL_.*|NO_COLOR|FORCE_COLOR)$/;

/** The variables by which programs recognise our terminal. */
export function terminalEnvironment(
  variables: Readonly<Record<string, string>>,
  version: string,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const kept = Object.entries(variables).filter(([name]) => !foreign.test(name));
  const hasLocale = kept.some(([name]) => /^(?:LANG|LC_ALL|LC_CTYPE)$/.test(name));
  return {
    ...Object.fromEntries(kept),
    // An app started from a desktop may have no locale, without which programs do not expect UTF-8.
    ...(hasLocale || platform === 'win32'
      ? {}
      : { LANG: platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' }),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'airlock',
    TERM_PROGRAM_VERSION: version,
  };
}
