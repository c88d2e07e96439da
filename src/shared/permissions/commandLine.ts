/** How far a word of a command line is known before the shell runs it. */
export interface CommandWord {
  /** The word's value, as far as it is known. */
  readonly text: string;
  readonly form: /** Written as it is, or as one whole quotation. */
    | 'plain'
    /** Holds `*` or `?`, which file names replace. */
    | 'pattern'
    /** Known, but written in a way that hides it: escapes, quotes in the middle, braces. */
    | 'disguised'
    /** Known only to the shell: a variable, or the output of another command. */
    | 'unknown';
}

export interface SimpleCommand {
  readonly words: readonly CommandWord[];
  /** Files that its redirections write. */
  readonly writes: readonly CommandWord[];
}

/** A command line that was read, or why it could not be. */
export type ShellLine =
  | {
      readonly type: 'read';
      /** Every command in it, at any depth: in substitutions, functions, `sh -c` and the like. */
      readonly commands: readonly SimpleCommand[];
      /** The whole line if nothing in it is hidden: commands joined by `&&`, `||`, `|`, `;`. */
      readonly plain: readonly SimpleCommand[] | null;
    }
  | { readonly type: 'unreadable'; readonly reason: string };

/** Reads a command line; injected, because the parser lives in the main process. */
export type ReadLine = (line: string) => ShellLine;

/**
 * Programs that run what their arguments or their input say. A rule that allows one of them names
 * the exact command: “with any arguments” would allow everything.
 */
const RUNNERS: ReadonlySet<string> = new Set(
  `sh bash dash ash zsh ksh mksh fish csh tcsh rbash pwsh powershell cmd nu elvish xonsh busybox toybox
  env sudo doas su runuser pkexec xargs parallel find fd fdfind nohup nice ionice chrt taskset timeout gtimeout time stdbuf setsid
  script unbuffer expect watch entr exec command builtin eval source . trap alias coproc repeat noglob nocorrect - begin
  and or not if ssh mosh docker podman nerdctl kubectl chroot unshare nsenter bwrap firejail flatpak systemd-run flock
  strace ltrace gdb lldb perf valgrind proot fakeroot dbus-run-session xvfb-run at batch crontab screen tmux
  awk gawk mawk nawk sed vi vim nvim ex ed emacs osascript open xdg-open start setarch linux32 linux64 prlimit
  chpst softlimit apply direnv dotenv op doppler tar gtar bsdtar rsync scp sftp split zip socat nc ncat netcat
  run-parts start-stop-daemon setpriv capsh aa-exec sg newgrp cpulimit torsocks proxychains proxychains4
  hyperfine watchexec nodemon concurrently cross-env npm-run-all run-s run-p chronic ifne pee gosu su-exec run0 tini dumb-init
  catchsegv flatpak-spawn snap distrobox toolbox lxc vagrant limactl multipass dtach abduco zellij tmate xterm kitty alacritty
  wezterm konsole gnome-terminal rr heaptrack py-spy austin scalene kcov c8 nyc gxargs gfind gsed genv gnice gnohup gstdbuf gtime
  gsplit`.split(/\s+/),
);

/**
 * Programs with a language of their own that can run commands, such as a debugger, a pager or a
 * client of a database.
 */
const OPEN_ENDED: ReadonlySet<string> = new Set(
  `man less more most view rview rvim vimdiff nano psql mysql mariadb sqlite3 tcpdump fzf hg svn gh glab m4 ipython irb ghci
  runghc jshell iex erl elixir bpython rlwrap systemctl launchctl wsl ansible terraform helm tig lazygit gitk dc gnuplot xmllint
  duckdb sqlite redis-cli mongosh mongo jdb pdb gs latexmk pdflatex xelatex lualatex apt apt-get dpkg pacman brew`.split(
    /\s+/,
  ),
);

/** Programs that run a program or script that their first argument names. */
const LAUNCHERS: ReadonlySet<string> = new Set(
  `node deno bun nodejs python python2 python3 pypy pypy3 perl ruby php lua luajit tclsh Rscript julia groovy scala
  npx bunx pnpx uvx pipx uv poetry pipenv bundle rake npm pnpm yarn corepack java go cargo dotnet swift nix nix-shell
  make gmake just task mise asdf rustup conda mamba hatch tox nox git
  tsx ts-node vite-node jiti esno electron dart flutter zig kotlin scala-cli bb clj clojure lein sbt mono wasmtime wasmer guile racket
  sbcl octave blender mix rails composer bazel bazelisk buck2 pants nx turbo lerna pdm rye pixi rbenv pyenv nodenv goenv nvm
  fnm volta proto devbox coverage`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
);

/** Subcommands by which a launcher runs any program: the next argument names it. */
const LAUNCHING = new Map(
  Object.entries({
    npm: 'exec x explore init create edit config pkg set',
    pnpm: 'exec dlx create config x set',
    yarn: 'exec dlx create config node set',
    bun: 'exec x run create',
    deno: 'run eval repl x serve install',
    uv: 'run tool x',
    pipx: 'run runpip',
    poetry: 'run config',
    pipenv: 'run',
    bundle: 'exec config',
    corepack: 'npm npx pnpm pnpx yarn use',
    go: 'run tool env',
    cargo: 'install',
    dotnet: 'exec run tool',
    swift: 'run',
    nix: 'run shell develop build eval',
    mise: 'exec x run',
    asdf: 'exec',
    rustup: 'run',
    conda: 'run',
    mamba: 'run',
    hatch: 'run',
    dart: 'run',
    flutter: 'run',
    zig: 'run',
    mix: 'run eval cmd',
    rails: 'runner console',
    composer: 'exec run-script run config global',
    bazel: 'run',
    bazelisk: 'run',
    buck2: 'run',
    nx: 'exec',
    lerna: 'exec run',
    pdm: 'run config',
    rye: 'run',
    pixi: 'run exec',
    rbenv: 'exec',
    pyenv: 'exec',
    nodenv: 'exec',
    goenv: 'exec',
    nvm: 'exec run',
    fnm: 'exec',
    volta: 'run',
    proto: 'run',
    devbox: 'run',
    coverage: 'run',
    git: `config submodule bisect difftool mergetool filter-branch for-each-repo hook maintenance daemon instaweb
    send-email shell`,
  }).map(([name, verbs]) => [name, new Set(verbs.split(/\s+/))]),
);

/** Programs whose input becomes arguments of what they run. */
const FED: ReadonlySet<string> = new Set(['xargs', 'parallel', 'find', 'fd', 'fdfind', 'apply']);

const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh ksh mksh fish csh tcsh rbash busybox pwsh powershell cmd nu'.split(' '),
);

/** Commands that change what the commands after them in the line mean. */
const CHANGES_SHELL: ReadonlySet<string> = new Set(
  `cd chdir pushd popd dirs export declare typeset local readonly unset set shopt setopt unsetopt alias unalias
  hash enable umask ulimit read mapfile readarray getopts let printf function source . eval exec trap builtin
  command emulate zmodload autoload abbr bind complete history fc disown`.split(/\s+/),
);

/** The name of a program without its folder and ending, as a case-insensitive disk sees it. */
export function programName(text: string): string {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^.*[/\\]/s, '');
  return name
    .replace(/\.(?:exe|cmd|bat|com|ps1)$/, '')
    .replace(/^(python|pypy|lua|perl|ruby|php)[\d.]+$/, '$1');
}

export const isRunner = (name: string): boolean => RUNNERS.has(programName(name));
export const isLauncher = (name: string): boolean => LAUNCHERS.has(programName(name));
export const isOpenEnded = (name: string): boolean => OPEN_ENDED.has(programName(name));

/** Whether a launcher runs whatever comes after this argument. */
export function isLaunching(name: string, verb: string): boolean {
  return LAUNCHING.get(programName(name))?.has(verb) ?? false;
}

export const isShell = (name: string): boolean => SHELLS.has(programName(name));
export const isFedByInput = (name: string): boolean => FED.has(programName(name));
export const changesShell = (name: string): boolean => CHANGES_SHELL.has(programName(name));
