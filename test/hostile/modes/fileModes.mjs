import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];
const LONG_NAME = 5_000;

/** Reads and writes that are none of its business, or come in an odd way. */
export const fileModes = {
  'path-corpus': {
    does: 'reads and writes paths that lead out, or nowhere',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-path-corpus'),
  },
  'long-paths': {
    does: 'reads and writes n paths that are too long for the system',
    ends: ENDS_WELL,
    n: 200,
    scenario: inTurn(({ n }) => [
      burst('fs/read_text_file', { path: `{{cwd}}/{{repeat x ${LONG_NAME}}}-{{index}}` }, n),
      burst('fs/write_text_file', { path: `{{cwd}}/{{repeat x ${LONG_NAME}}}`, content: 'x' }, n),
      AFTER,
    ]),
    check: ({ journal, n }) =>
      journal.filter(({ type, results }) => type === 'burst' && results > 0).length === 0
        ? []
        : [`Some of ${n} paths that cannot exist were served.`],
  },
  symlink: {
    does: 'makes links that lead out and writes through them',
    ends: ENDS_WELL,
    scenario: inTurn(({ outside }) => [
      {
        shell: `ln -s '${outside}' out; ln -s '${outside}/victim.txt' victim.txt; ln -s out chain;
          ln -s '${outside}/made.txt' dangling; ln -s loop-b loop-a; ln -s loop-a loop-b`,
      },
      {
        repeat: {
          over: ['out/victim.txt', 'victim.txt', 'dangling', 'loop-a', 'chain/victim.txt'],
          steps: [
            { read: { path: '{{item}}' } },
            { write: { path: '{{item}}', content: 'escaped\n' } },
          ],
        },
      },
      AFTER,
    ]),
    reviews: 'reject',
  },
  'hard-link': {
    does: 'links a file from outside into the copy and has it written',
    ends: ENDS_WELL,
    reviews: 'reject',
    scenario: inTurn(({ outside }) => [
      { shell: `ln '${outside}/victim.txt' hard.txt; ln -f '${outside}/top.txt' top.txt` },
      { write: { path: 'hard.txt', content: 'escaped\n' } },
      { write: { path: 'top.txt', content: 'escaped\n' } },
      AFTER,
    ]),
  },
  'hard-link-rejected': {
    does: 'puts a hard link to a file outside in the place of a file of the project',
    ends: ENDS_WELL,
    reviews: 'reject',
    scenario: inTurn(({ outside }) => [
      { shell: `ln -f '${outside}/top.txt' top.txt; ln '${outside}/victim.txt' new.txt` },
      AFTER,
    ]),
  },
  'hard-link-accepted': {
    does: 'does the same, and the user accepts it',
    ends: ENDS_WELL,
    reviews: 'accept',
    scenario: inTurn(({ outside }) => [
      { shell: `ln -f '${outside}/top.txt' top.txt; ln '${outside}/victim.txt' new.txt` },
      AFTER,
    ]),
  },
  'swap-reads': {
    does: 'swaps a folder for a link that leads out while it reads n times',
    ends: ENDS_WELL,
    n: 200,
    long: 5_000,
    scenario: inTurn(({ n, outside }) => [
      swapping('dir', outside, [
        burst('fs/read_text_file', { path: '{{cwd}}/dir/victim.txt' }, n, ['outside-canary']),
      ]),
      AFTER,
    ]),
    check: nothingFound,
  },
  'swap-writes': {
    does: 'swaps a folder for a link that leads out while it writes n times',
    ends: ENDS_WELL,
    n: 100,
    long: 2_000,
    scenario: inTurn(({ n, outside }) => [
      swapping('dir', outside, [
        burst('fs/write_text_file', { path: '{{cwd}}/dir/victim.txt', content: 'escaped\n' }, n),
      ]),
      AFTER,
    ]),
  },
  'swap-root': {
    does: 'swaps its own workspace for a link that leads out while it reads n times',
    ends: ['end_turn', 'failed', 'interrupted'],
    n: 100,
    long: 2_000,
    scenario: inTurn(({ n, outside }) => [
      swapping('{{cwd}}', outside, [
        burst('fs/read_text_file', { path: '{{cwd}}/victim.txt' }, n, ['outside-canary']),
      ]),
      AFTER,
    ]),
    check: nothingFound,
  },
  'edit-storm': {
    does: 'writes one file n times at once',
    ends: ENDS_WELL,
    n: 500,
    long: 5_000,
    scenario: inTurn(({ n }) => [
      burst('fs/write_text_file', { path: '{{cwd}}/storm.txt', content: 'version {{index}}\n' }, n),
      AFTER,
    ]),
    check: ({ journal, n, read }) => {
      const { results } = journal.find(({ type }) => type === 'burst') ?? { results: 0 };
      const last = read('storm.txt');
      return [
        ...(results === n ? [] : [`${n - results} of ${n} writes were refused.`]),
        ...(last === `version ${n - 1}\n` ? [] : [`The file holds ${last}, not the last version.`]),
      ];
    },
  },
  'stale-edit': {
    does: 'asks about an edit of a text that the file never had, and makes another one',
    ends: ENDS_WELL,
    answers: 'allow',
    reviews: 'accept',
    scenario: inTurn(() => {
      const path = '{{cwd}}/src/main.ts';
      const stale = { type: 'diff', path, oldText: 'never so\n', newText: 'as told\n' };
      return [
        { ask: { toolCall: { title: 'Edit', kind: 'edit', content: [stale] } } },
        { write: { path: 'src/main.ts', content: 'as made\n' } },
        AFTER,
      ];
    }),
    check: ({ changes, read }) => [
      ...(changes.some(({ path }) => path === 'src/main.ts')
        ? []
        : ['The edit that was made is not listed.']),
      ...(read('src/main.ts') === 'as made\n' ? [] : ['The file is not as the agent made it.']),
    ],
  },
  'read-special': {
    does: 'reads a pipe, a device, a folder, a binary file and one of 2 GB',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-read-special'),
  },
  'odd-ranges': {
    does: 'reads from lines and to limits that make no sense',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-odd-ranges'),
  },
  'self-arming': {
    does: 'writes files that other programs run by themselves',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        repeat: {
          over: ARMING,
          steps: [{ write: { path: '{{item}}', content: '#!/bin/sh\necho armed\n' } }],
        },
      },
      AFTER,
    ]),
    check: ({ changes }) =>
      changes
        .filter(({ path, risk }) => ARMING.includes(path) && !risk)
        .map(({ path }) => `${path} is listed as an ordinary file.`),
  },
  'git-spellings': {
    does: 'writes to .git in every spelling that a file system may take for it',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        repeat: {
          over: [
            '.git',
            '.GIT',
            '.Git',
            'git~1',
            'GIT~1',
            '.git.',
            '.git ',
            '.g\u200cit',
            'dir/.git',
          ],
          steps: [
            { write: { path: '{{item}}/hooks/pre-commit', content: '#!/bin/sh\necho armed\n' } },
            { write: { path: '{{item}}/config', content: '[core]\nfsmonitor = "echo armed"\n' } },
          ],
        },
      },
      { write: { path: '.git', content: 'gitdir: /tmp/elsewhere\n' } },
      AFTER,
    ]),
    check: ({ journal }) =>
      journal
        .filter(
          ({ type, method, error }) =>
            type === 'answered' && method === 'fs/write_text_file' && !error,
        )
        .map(({ id }) => `A write into .git was made (request ${id}).`),
  },
  'planted-git': {
    does: 'plants settings that make git run a program of its own, where we look',
    ends: ENDS_WELL,
    scenario: inTurn(({ outside }) => [
      {
        shell: `rm -rf .git; git init -q .; git config core.fsmonitor 'echo ran > "${outside}/ran"; false';
          git config filter.evil.clean 'echo ran > "${outside}/ran"; cat';
          git config diff.external 'echo ran > "${outside}/ran"; false';
          echo '* filter=evil' > .gitattributes; echo changed > top.txt; rm -f '${outside}/ran'`,
      },
      AFTER,
    ]),
  },
  'deleted-copy': {
    does: 'deletes its own copy in the middle of a turn',
    ends: ['end_turn', 'failed', 'interrupted'],
    scenario: inTurn(() => [
      { shell: { command: "rm -rf '{{cwd}}'", cwd: '/' } },
      { write: { path: 'after.txt', content: 'after\n' } },
      { read: { path: 'README.md' } },
      { terminal: { command: '/bin/true' } },
      AFTER,
    ]),
  },
  'odd-names': {
    does: 'makes executables and names with control and right-to-left characters',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        shell: `printf '#!/bin/sh\\n' > run.sh; chmod +x run.sh top.txt;
          : > "$(printf 'report\\342\\200\\256fdp.exe')"; : > "$(printf 'two\\nlines')";
          : > "$(printf 'red\\033[31m')"; : > 'a:b'; : > "$(printf 'bad\\377bytes')"; mkdir -p con; : > con/nul`,
      },
      AFTER,
    ]),
  },
  'deep-folders': {
    does: 'makes n folders within each other, deeper than a path may be long',
    ends: ENDS_WELL,
    n: 40,
    long: 400,
    reviews: 'reject',
    scenario: inTurn(({ n }) => [
      {
        shell: `name=$(printf 'deeper%.0s' $(seq 40)); for i in $(seq ${n}); do
          mkdir $name && cd -P $name && echo deep > file.txt || exit 1; done`,
      },
      AFTER,
    ]),
  },
  'pipes-for-rules': {
    does: 'puts pipes in the place of files that git reads in every folder',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        shell:
          'mkdir -p one two; mkfifo .gitattributes one/.gitignore two/.gitattributes; rm -f .gitignore; mkfifo .gitignore',
      },
      AFTER,
    ]),
  },
  'sparse-files': {
    does: 'makes n files of 60 MB without content, and one of 8 TB',
    isLong: true,
    ends: ENDS_WELL,
    n: 20,
    long: 400,
    scenario: inTurn(({ n }) => [
      {
        shell: `for i in $(seq ${n}); do truncate -s 60M sparse-$i; done; truncate -s 8T huge || truncate -s 500G huge`,
      },
      { read: { path: 'huge' } },
      { read: { path: 'sparse-1' } },
      AFTER,
    ]),
  },
  'wrecked-git': {
    does: 'wrecks the repository of its copy: pipes, garbage and loops in the place of its files',
    ends: ['end_turn', 'failed', 'interrupted'],
    scenario: inTurn(() => [
      {
        shell: `cd .git && rm -f HEAD index config packed-refs && mkfifo HEAD config packed-refs &&
          head -c 3000000 /dev/urandom > index; rm -rf refs; ln -s . refs; ln -s / objects/info/alternates;
          mkdir -p hooks; mkfifo hooks/pre-commit info/exclude 2>/dev/null; touch index.lock; true`,
      },
      AFTER,
    ]),
  },
  'nested-repositories': {
    does: 'makes n repositories within its copy, one of them pointing at itself',
    ends: ENDS_WELL,
    n: 60,
    long: 1_000,
    scenario: inTurn(({ n }) => [
      {
        shell: `for i in $(seq ${n}); do git init -q nested-$i; echo x > nested-$i/file; done; mkdir self; echo 'gitdir: .' > self/.git; mkdir loop; echo 'gitdir: ../loop' > loop/.git`,
      },
      AFTER,
    ]),
  },
  'many-files': {
    does: 'makes n files in as many folders',
    ends: ENDS_WELL,
    n: 1_000,
    long: 20_000,
    scenario: inTurn(({ n }) => [
      {
        shell: `i=0; while [ $i -lt ${n} ]; do mkdir -p many/$i; echo $i > many/$i/file.txt; i=$((i+1)); done`,
      },
      AFTER,
    ]),
  },
};

const ARMING = [
  '.vscode/tasks.json',
  '.idea/workspace.xml',
  '.mcp.json',
  '.envrc',
  '.husky/pre-commit',
  '.github/workflows/ci.yml',
  'AGENTS.md',
  'CLAUDE.md',
  '.helix/config.toml',
  'lefthook.yml',
  '.lintstagedrc.json',
  '.mise.toml',
  'justfile',
  '.gdbinit',
  'sitecustomize.py',
  'conftest.py',
  '.mvn/extensions.xml',
  'gradlew',
  'QWEN.md',
  '.junie/guidelines.md',
];

function burst(method, params, times, seek = []) {
  return { burst: { method, params, times, seek } };
}

function swapping(path, target, steps) {
  return { swapping: { pairs: [[path, target]], steps } };
}

function nothingFound({ journal }) {
  const found = journal.reduce((sum, entry) => sum + (entry.type === 'burst' ? entry.found : 0), 0);
  return found === 0 ? [] : [`${found} reads came from outside the workspace.`];
}
