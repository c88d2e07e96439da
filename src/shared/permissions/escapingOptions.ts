import { programName } from './commandLine';

/**
 * Options with which a program runs a command, loads code, writes a file or works elsewhere, by program. “With any
 * arguments” does not include them: what a rule was meant for would become anything.
 */
const OPTIONS: Readonly<Record<string, string>> = {
  git: `-c -C -O -x --config --config-env --exec-path --git-dir --work-tree --output --output-directory --exec
    --open-files-in-pager --extcmd --ext-diff --textconv --upload-pack --receive-pack --template --separate-git-dir
    --gpg-program`,
  npm: `-C -c --script-shell --node-options --prefix --userconfig --globalconfig --shell --git --editor --viewer --call
    --init-module`,
  pnpm: '-C -c --dir --prefix --script-shell --shell-mode --node-options --config --pnpmfile --global-pnpmfile',
  yarn: '--cwd --use-yarnrc --script-shell --modules-folder',
  bun: '-c -e -p -r --cwd --config --eval --print --preload --require --import --env-file --shell',
  deno: `-A -c --allow-all --allow-run --allow-ffi --allow-write --allow-env --config --import-map --preload --import
    --unsafely-ignore-certificate-errors`,
  cargo: '-C -Z --config --manifest-path --target-dir',
  go: '-C -exec -toolexec -vettool -overlay -modfile -o -ldflags -gcflags -asmflags',
  make: '-C -I -f --directory --eval --file --include-dir --makefile',
  just: '-c -d -f --command --justfile --set --shell --shell-arg --working-directory',
  task: '-d -t --dir --taskfile',
  pytest: '-c -o -p --basetemp --confcutdir --override-ini --rootdir',
  jest: '-c --config --globalSetup --rootDir --runner --setupFiles --setupFilesAfterEnv --testEnvironment',
  vitest: '-c -r --config --dir --execArgv --globalSetup --root --runner --environment',
  mocha: '-n -r --config --import --loader --node-option --require',
  eslint: `-c -f -o --config --format --output-file --parser --plugin --resolve-plugins-relative-to --rulesdir
    --rule-dir`,
  prettier: '--config --plugin --plugin-search-dir',
  rg: '--hostname-bin --pre',
  sort: '-T -o --compress-program --output --temporary-directory',
  curl: `-D -K -O -T -c -o --config --cookie-jar --dump-header --engine --libcurl --output --output-dir --remote-name
    --remote-name-all --stderr --trace --trace-ascii --upload-file`,
  wget: `-O -P -a -e -o --append-output --body-file --config --directory-prefix --execute --output-document --output-file
    --post-file --use-askpass`,
  pip: '-e -i -r -t --config-settings --editable --extra-index-url --index-url --prefix --root --src --target',
  mvn: '-D -f --define --file',
  gradle: '-I -b -c -p --build-file --include-build --init-script --project-dir --settings-file',
  cmake: '-C -E -P',
  ninja: '-C -f',
  gcc: '-B -o -wrapper -fplugin -specs',
  phpunit: '-c --bootstrap --configuration --include-path',
  rspec: '-I -r --require --options',
};

const SAME: ReadonlyMap<string, string> = new Map([
  ['gmake', 'make'],
  ['pip3', 'pip'],
  ['g++', 'gcc'],
  ['cc', 'gcc'],
  ['c++', 'gcc'],
  ['clang', 'gcc'],
  ['clang++', 'gcc'],
]);

/** Programs that write whole words after one hyphen, so that letters cannot be joined there. */
const WHOLE_WORDS: ReadonlySet<string> = new Set(['go', 'gcc', 'mvn', 'cmake']);

/** Arguments that set a variable, such as the shell that commands run in. */
const TAKES_VARIABLES: ReadonlySet<string> = new Set(['make', 'just', 'task', 'rake']);

/** Whose arguments after `--` are read like those before it. */
const READS_ALL: ReadonlySet<string> = TAKES_VARIABLES;

const table = new Map(
  Object.entries(OPTIONS).map(([program, options]) => [program, options.split(/\s+/)]),
);

/** Whether any of the arguments that a rule does not name makes the program do something else. */
export function hasEscape(program: string, args: readonly string[]): boolean {
  const plain = programName(program);
  const name = SAME.get(plain) ?? plain;
  const options = table.get(name) ?? [];
  const end = READS_ALL.has(name) ? -1 : args.indexOf('--');
  const read = end === -1 ? args : args.slice(0, end);
  return read.some(
    (word) =>
      (TAKES_VARIABLES.has(name) && /^[^-][^=]*=|^[^=]*[*?]/.test(word)) ||
      (options.length > 0 && mayBecomeOption(word)) ||
      options.some((option) => isOption(word, option, WHOLE_WORDS.has(name))),
  );
}

/** The agent names the files that replace `-*`, so that it stands for any option. */
function mayBecomeOption(word: string): boolean {
  return /^-[^=]*[*?]/.test(word);
}

/** Spelled in any way that programs take: in full, cut short, with its value, among other letters. */
function isOption(word: string, option: string, isWhole: boolean): boolean {
  if (!word.startsWith('-') || word === '-' || word === '--') return false;
  const [given = ''] = word.split('=', 1);
  if (option.startsWith('--')) {
    return given.startsWith('--') && option.toLowerCase().startsWith(given.toLowerCase());
  }
  if (isWhole) return given.replace(/^--/, '-') === option;
  const letters = /^-([A-Za-z]+)/.exec(word)?.[1] ?? '';
  return letters.includes(option.slice(1));
}
