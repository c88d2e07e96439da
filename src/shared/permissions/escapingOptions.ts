import { programName } from './commandLine';

/**
 * Options with which a program runs a command, loads code, writes a file or works elsewhere, by
 * program. “With any arguments” does not include them: what a rule was meant for would become
 * anything.
 */
const OPTIONS: Readonly<Record<string, string>> = {
  git: `-c -C -O -x --config --config-env --exec-path --git-dir --work-tree --output --output-directory --exec
    --open-files-in-pager --extcmd --ext-diff --textconv --upload-pack --receive-pack --template --separate-git-dir --unsafe-paths --export-marks
    --gpg-program`,
  npm: `-C -c --script-shell --node-options --prefix --userconfig --globalconfig --shell --git --editor --viewer --call
    --init-module`,
  pnpm: '-C -c --dir --prefix --script-shell --shell-mode --node-options --config --pnpmfile --global-pnpmfile',
  yarn: '--cwd --use-yarnrc --script-shell --modules-folder',
  bun: '-c -e -p -r --cwd --config --eval --print --preload --require --import --env-file --shell',
  deno: `-A -c --allow-all --allow-run --allow-ffi --allow-write --allow-env --config --import-map --preload --import
    --unsafely-ignore-certificate-errors`,
  cargo: '-C -Z --config --manifest-path --target-dir',
  go: `-C -exec -toolexec -vettool -overlay -modfile -o -ldflags -gcflags -asmflags -gccgoflags -compiler -pkgdir -c -blockprofile
    -coverprofile -cpuprofile -memprofile -mutexprofile -outputdir -trace`,
  make: '-C -E -I -f --directory --eval --file --include-dir --makefile',
  just: `-E -c -d -e -f -g --chooser --command --cygpath --dotenv-filename --dotenv-path --edit --global-justfile --justfile --set
    --shell --shell-arg --tempdir --working-directory`,
  task: '-d -g -t --dir --global --taskfile',
  pytest: '-c -o -p --basetemp --confcutdir --override-ini --rootdir',
  jest: `-c --cacheDirectory --config --coverageDirectory --dependencyExtractor --filter --globalSetup --globalTeardown --haste
    --moduleLoader --outputFile --preset --prettierPath --projects --resolver --rootDir --runner --setupFiles --setupFilesAfterEnv
    --snapshotSerializers --testEnvironment --testResultsProcessor --testRunner --testSequencer --transform --watchPlugins`,
  vitest: `-c -r --config --coverage.reportsDirectory --dir --execArgv --globalSetup --outputFile --pool --root --runner --setupFiles
    --environment`,
  mocha: '-n -r -u --config --file --import --loader --node-option --opts --package --require --ui',
  eslint: `-c -f -o --cache-file --cache-location --config --format --output-file --parser --plugin --resolve-plugins-relative-to --rulesdir
    --rule-dir`,
  prettier: '--cache-location --config --plugin --plugin-search-dir',
  rg: '--hostname-bin --pre',
  sort: '-T -o --compress-program --output --temporary-directory',
  curl: `-D -K -O -T -c -o -w --alt-svc --config --cookie-jar --dump-header --engine --etag-save --hsts --libcurl --output --output-dir
    --remote-name --remote-name-all --ssl-sessions --stderr --trace --trace-ascii --upload-file --write-out`,
  wget: `-O -P -a -e -o --append-output --body-file --config --directory-prefix --execute --hsts-file --output-document --output-file
    --post-file --rejected-log --save-cookies --use-askpass --warc-file`,
  pip: `-d -e -f -i -r -t -w --config-settings --dest --editable --extra-index-url --find-links --index-url --log --prefix --python
    --report --root --src --target --wheel-dir`,
  mvn: '-D -f -gs -l -ps -s -t --define --file --global-settings --global-toolchains --log-file --project-settings --settings --toolchains',
  gradle: `-D -I -P -b -c -g -p --build-file --gradle-user-home --include-build --init-script --project-cache-dir --project-dir
    --project-prop --settings-file --system-prop`,
  cmake: '-C -E -P --install --open --toolchain',
  ctest: '-S -SP --build-and-test --build-makeprogram --ctest-command --script --test-command',
  meson: '--gdb-path --wrapper --wrap',
  ninja: '-C -f',
  gcc: `-B -Xclang -aux-info -dependency-file -dumpdir -fpass-plugin -fplugin -fuse-ld -o -specs -working-directory -wrapper -MF
    --config --output --specs`,
  rustc: '-C -L -o --codegen --extern --out-dir --sysroot',
  javac: '-d -h -s --processor-path -processorpath -processor -Xplugin',
  tsc: '-declarationDir -generateCpuProfile -generateTrace -outDir -outFile -tsBuildInfoFile',
  webpack: '-c -e -o -r --config --entry --output-path --require',
  rollup: '-c -d -o -p --config --configPlugin --dir --file --plugin',
  vite: '-c --config --outDir',
  esbuild: '--metafile --outbase --outdir --outfile',
  playwright: '-c --config --output',
  cypress: '-C --config --config-file',
  ava: '--config --node-arguments',
  stylelint: '-c -f -o --config --custom-formatter --custom-syntax --output-file --plugins',
  biome: '--config-path',
  oxlint: '-c --config',
  mypy: '--cache-dir --config-file --custom-typeshed-dir --python-executable --junit-xml',
  pyright: '-p --project --pythonpath --typeshedpath --venvpath',
  pylint: '--init-hook --load-plugins --output --rcfile',
  flake8: '--config --append-config --output-file',
  ruff: '-o --config --output-file',
  black: '--config --python-cell-magics',
  isort: '--settings-file --settings-path --sp --settings',
  rubocop: '-c -o -r --cache-root --config --format --out --plugin --require',
  phpunit:
    '-c --bootstrap --cache-directory --configuration --extension --include-path --log-junit --printer',
  phpstan: '-a -c --autoload-file --configuration',
  rspec: '-I -P -f -o -r --default-path --format --options --out --require',
  bazel: '--bazelrc --host_jvm_args --run_under --script_path --shell_executable --test_wrapper',
  zig: '--test-cmd --test-cmd-bin -femit-bin',
  ag: '--pager',
  ack: '--ackrc --output --pager',
  bat: '--pager --config-file',
  shuf: '-o --output',
  tree: '-o',
  pandoc: '-F -L -d -o --defaults --extract-media --filter --lua-filter --output --pdf-engine',
  gcovr: '-o --config --gcov-executable --output',
  cppcheck: '--addon --clang --output-file --rule-file',
  'clang-tidy': '-load --config-file --export-fixes --load',
  nm: '-plugin --plugin',
  openssl: '-engine -out -provider -provider-path',
};

/**
 * Programs of another name with the same options, versions of compilers and those for other
 * machines included.
 */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^gmake$/, 'make'],
  [/^pip[\d.]+$/, 'pip'],
  [/^(?:.+-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-[\d.]+)?$/, 'gcc'],
  [/^gradlew$/, 'gradle'],
  [/^mvnw$/, 'mvn'],
  [/^bazelisk$/, 'bazel'],
  [/^batcat$/, 'bat'],
  [/^(?:ar|objdump|ranlib|strip|ld)$/, 'nm'],
];

/** Programs that write whole words after one hyphen, so that letters cannot be joined there. */
const WHOLE_WORDS: ReadonlySet<string> = new Set(
  'go gcc mvn cmake ctest javac tsc clang-tidy openssl zig'.split(' '),
);

/** Those of them that accept the value of a one-letter option in the same word. */
const JOINED: ReadonlySet<string> = new Set(['gcc', 'mvn', 'cmake']);

/** Programs that read more arguments from a file: `@file`. */
const READS_FILES: ReadonlySet<string> = new Set([
  'gcc',
  'rustc',
  'javac',
  'tsc',
  'pytest',
  'mypy',
  'nm',
]);

/** Programs that know their options only in full. */
const IN_FULL: ReadonlySet<string> = new Set(['jest', 'vitest']);

/** Arguments that set a variable, such as the shell that commands run in. */
const TAKES_VARIABLES: ReadonlySet<string> = new Set(['make', 'just', 'task', 'rake']);

/** Programs that read arguments after `--` like those before it. */
const READS_ALL: ReadonlySet<string> = TAKES_VARIABLES;

const table = new Map(
  Object.entries(OPTIONS).map(([program, options]) => [program, options.split(/\s+/)]),
);

/** Whether any of the arguments that a rule does not name makes the program do something else. */
export function hasEscape(program: string, args: readonly string[]): boolean {
  const plain = programName(program);
  const name = SAME.find(([names]) => names.test(plain))?.[1] ?? plain;
  const options = table.get(name) ?? [];
  const end = READS_ALL.has(name) ? -1 : args.indexOf('--');
  const read = end === -1 ? args : args.slice(0, end);
  return read.some(
    (word) =>
      (TAKES_VARIABLES.has(name) && /^[^-][^=]*=|^[^=]*[*?]/.test(word)) ||
      (READS_FILES.has(name) && word.startsWith('@')) ||
      (options.length > 0 && mayBecomeOption(word)) ||
      (JOINED.has(name) && options.includes(word.slice(0, 2))) ||
      options.some((option) => isOption(name, word, option)),
  );
}

/** `-*` may become any option, because the agent names the files that replace it. */
function mayBecomeOption(word: string): boolean {
  return /^-[^=]*[*?]/.test(word);
}

/**
 * Whether a word is the option in any spelling that programs accept: in full, abbreviated, with its
 * value, among other letters, or `--outFile` for `--out-file`.
 */
function isOption(program: string, word: string, option: string): boolean {
  if (!word.startsWith('-') || word === '-' || word === '--') return false;
  const [given = ''] = word.split('=', 1);
  const [told, wanted] = [given, option].map((text) =>
    text.replace(/(?<=\w)-/g, '').toLowerCase(),
  ) as [string, string];
  if (option.startsWith('--')) {
    return IN_FULL.has(program)
      ? told === wanted
      : given.startsWith('--') && wanted.startsWith(told);
  }
  if (WHOLE_WORDS.has(program)) {
    const plain = given.replace(/^--/, '-');
    return plain === option || (option.length > 2 && told.replace(/^--/, '-') === wanted);
  }
  const letters = /^-([A-Za-z]+)/.exec(word)?.[1] ?? '';
  return letters.includes(option.slice(1));
}
