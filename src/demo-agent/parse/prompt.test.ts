import { describe, expect, test } from 'vitest';
import { parsePrompt } from './prompt';
import type { Request } from './request';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const regex = (source: string, flags = '') => ({ kind: 'regex', source, flags }) as const;

function only(prompt: string): Request {
  const steps = parsePrompt(prompt);
  expect(steps).toHaveLength(1);
  return steps[0]?.request ?? { kind: 'unknown', text: '' };
}

describe('one request', () => {
  const table: ReadonlyArray<readonly [string, Request]> = [
    ['/find TODO', { kind: 'find', pattern: text('TODO'), globs: [] }],
    ['/find TODO in src', { kind: 'find', pattern: text('TODO'), globs: ['src'] }],
    ['find TODO in src/**/*.ts', { kind: 'find', pattern: text('TODO'), globs: ['src/**/*.ts'] }],
    ['Please find TODO in src/*.ts.', { kind: 'find', pattern: text('TODO'), globs: ['src/*.ts'] }],
    ['search for "made in China"', { kind: 'find', pattern: text('made in China'), globs: [] }],
    [
      'find made in the kitchen sink',
      { kind: 'find', pattern: text('made in the kitchen sink'), globs: [] },
    ],
    ['find x in all files', { kind: 'find', pattern: text('x'), globs: [] }],
    ['find x everywhere', { kind: 'find', pattern: text('x'), globs: [] }],
    ['find x in the project', { kind: 'find', pattern: text('x'), globs: [] }],
    ['find x in .', { kind: 'find', pattern: text('x'), globs: [] }],
    ['find x in the src folder', { kind: 'find', pattern: text('x'), globs: ['src'] }],
    ['find x in all .ts files', { kind: 'find', pattern: text('x'), globs: ['*.ts'] }],
    [
      'find x in src, test and docs/*.md',
      { kind: 'find', pattern: text('x'), globs: ['src', 'test', 'docs/*.md'] },
    ],
    ['find x in src/*.{ts,tsx}', { kind: 'find', pattern: text('x'), globs: ['src/*.{ts,tsx}'] }],
    ['where is parsePrompt?', { kind: 'find', pattern: text('parsePrompt'), globs: [] }],
    [
      '/find /fo+ in (bar)/i in src',
      { kind: 'find', pattern: regex('fo+ in (bar)', 'i'), globs: ['src'] },
    ],
    ['/find /usr/bin', { kind: 'find', pattern: text('/usr/bin'), globs: [] }],
    ['/find "tab\\there"', { kind: 'find', pattern: text('tab\there'), globs: [] }],
    ['/find', { kind: 'incomplete', command: 'find', reason: 'I need the text to look for.' }],

    [
      '/replace foo -> bar',
      { kind: 'replace', pattern: text('foo'), replacement: 'bar', globs: [] },
    ],
    [
      '/replace foo -> bar in src/**',
      { kind: 'replace', pattern: text('foo'), replacement: 'bar', globs: ['src/**'] },
    ],
    ['/replace foo ->', { kind: 'replace', pattern: text('foo'), replacement: '', globs: [] }],
    [
      '/replace "a b" -> "c in d" in x.txt',
      { kind: 'replace', pattern: text('a b'), replacement: 'c in d', globs: ['x.txt'] },
    ],
    [
      '/replace /(\\w+)=1/g -> $1=2 in *.ini',
      { kind: 'replace', pattern: regex('(\\w+)=1', 'g'), replacement: '$1=2', globs: ['*.ini'] },
    ],
    [
      'replace foo with bar in src/**/*.ts',
      { kind: 'replace', pattern: text('foo'), replacement: 'bar', globs: ['src/**/*.ts'] },
    ],
    [
      'replace hello world by goodbye',
      { kind: 'replace', pattern: text('hello world'), replacement: 'goodbye', globs: [] },
    ],
    [
      'replace foo with nothing',
      { kind: 'replace', pattern: text('foo'), replacement: '', globs: [] },
    ],
    [
      'change colour to color in README.md',
      { kind: 'replace', pattern: text('colour'), replacement: 'color', globs: ['README.md'] },
    ],
    [
      'Could you please replace `x` with `y`',
      { kind: 'replace', pattern: text('x'), replacement: 'y', globs: [] },
    ],
    [
      '/replace foo',
      { kind: 'incomplete', command: 'replace', reason: 'I need the old text and the new text.' },
    ],

    ['/rename a.txt b.txt', { kind: 'rename', from: 'a.txt', to: 'b.txt' }],
    ['rename a.txt to b.txt', { kind: 'rename', from: 'a.txt', to: 'b.txt' }],
    [
      '/rename "my file.txt" -> other.txt',
      { kind: 'rename', from: 'my file.txt', to: 'other.txt' },
    ],
    ['move the file src/a.ts into lib/a.ts', { kind: 'rename', from: 'src/a.ts', to: 'lib/a.ts' }],
    ['rename to b.txt', { kind: 'rename', from: undefined, to: 'b.txt' }],
    [
      '/rename a.txt',
      { kind: 'incomplete', command: 'rename', reason: 'I need the old name and the new name.' },
    ],

    ['/create notes.md', { kind: 'create', path: 'notes.md', content: '' }],
    ['create notes.md with Hello.', { kind: 'create', path: 'notes.md', content: 'Hello.\n' }],
    [
      'create a new file called notes.md with the text "one\\ntwo"',
      { kind: 'create', path: 'notes.md', content: 'one\ntwo\n' },
    ],
    [
      'create notes.md: hello there',
      { kind: 'create', path: 'notes.md', content: 'hello there\n' },
    ],
    [
      '/create notes.md\n```md\n# Notes\n\n- then run ls\n```',
      { kind: 'create', path: 'notes.md', content: '# Notes\n\n- then run ls\n' },
    ],
    [
      '/create notes.md\nfirst\n\nfind nothing',
      { kind: 'create', path: 'notes.md', content: 'first\n\nfind nothing\n' },
    ],
    ['create notes.md:\nrun away', { kind: 'create', path: 'notes.md', content: 'run away\n' }],
    [
      '/create',
      { kind: 'incomplete', command: 'create', reason: 'I need the path of the new file.' },
    ],

    ['/delete a.txt', { kind: 'delete', paths: ['a.txt'] }],
    ['delete a.txt, b.txt and "c d.txt"', { kind: 'delete', paths: ['a.txt', 'b.txt', 'c d.txt'] }],
    ['remove the file tmp/x.log.', { kind: 'delete', paths: ['tmp/x.log'] }],
    ['/delete', { kind: 'delete', paths: [] }],

    ['/read src/a.ts:12', { kind: 'read', path: 'src/a.ts', line: 12 }],
    ['show me README.md', { kind: 'read', path: 'README.md', line: undefined }],

    ['/run npm test', { kind: 'run', command: 'npm test' }],
    ['run `npm run build -- --watch`', { kind: 'run', command: 'npm run build -- --watch' }],
    ['Run npm test.', { kind: 'run', command: 'npm test' }],
    ['run ls ..', { kind: 'run', command: 'ls ..' }],
    ['$ ls -la', { kind: 'run', command: 'ls -la' }],
    ["/run echo 'a b'", { kind: 'run', command: "echo 'a b'" }],
    ['run:\n```sh\necho one\necho two\n```', { kind: 'run', command: 'echo one\necho two' }],
    [
      'run the tests',
      {
        kind: 'incomplete',
        command: 'run',
        reason: 'I need the command itself, as you would type it in a terminal.',
      },
    ],

    ['/explain', { kind: 'explain' }],
    ['what did you do?', { kind: 'explain' }],
    ['/help', { kind: 'help', greeting: false }],
    ['Hello!', { kind: 'help', greeting: true }],
    ['what can you do?', { kind: 'help', greeting: false }],
    ['/ask', { kind: 'ask', form: 'form' }],
    ['/ask url', { kind: 'ask', form: 'url' }],
    ['/compact', { kind: 'compact' }],
    ['/mode auto', { kind: 'mode', mode: 'auto' }],
    ['switch to plan mode', { kind: 'mode', mode: 'plan' }],
    [
      '/mode turbo',
      { kind: 'incomplete', command: 'mode', reason: 'The modes are `ask`, `auto` and `plan`.' },
    ],

    ['delete Makefile', { kind: 'delete', paths: ['Makefile'] }],
    ['delete', { kind: 'delete', paths: [] }],
    [
      'rename foo to bar in src',
      { kind: 'replace', pattern: text('foo'), replacement: 'bar', globs: ['src'] },
    ],
    [
      'create foo.ts that exports a bar',
      {
        kind: 'incomplete',
        command: 'create',
        reason: 'I write exactly the text that you give me after `with`; I do not make any up.',
      },
    ],
    ['create a plan for the project', { kind: 'unknown', text: 'create a plan for the project' }],
    ['remove foo.bar from src/x.ts', { kind: 'unknown', text: 'remove foo.bar from src/x.ts' }],
    ['remove the word foo', { kind: 'unknown', text: 'remove the word foo' }],
    ['show me the usage of foo.bar', { kind: 'unknown', text: 'show me the usage of foo.bar' }],
    ['add a test for the parser', { kind: 'unknown', text: 'add a test for the parser' }],
    ['show me how it works', { kind: 'unknown', text: 'show me how it works' }],
    ['/fnd x', { kind: 'unknown', text: '/fnd x' }],
    ['Fix the bug.\nIt is bad.', { kind: 'unknown', text: 'Fix the bug.\nIt is bad.' }],
  ];
  test.each(table)('%s', (prompt, request) => {
    expect(only(prompt)).toEqual(request);
  });
});

describe('several requests', () => {
  const kinds = (prompt: string) =>
    parsePrompt(prompt).map((step) => [step.request.kind, step.needsPrevious]);

  test.each([
    [
      'find x\nrun ls',
      [
        ['find', false],
        ['run', false],
      ],
    ],
    [
      '- find x\n- run ls',
      [
        ['find', false],
        ['run', false],
      ],
    ],
    [
      '1. find x\n2) /run ls',
      [
        ['find', false],
        ['run', false],
      ],
    ],
    [
      'find x then run ls',
      [
        ['find', false],
        ['run', true],
      ],
    ],
    [
      'replace a with b in c.txt, then run npm test and then explain',
      [
        ['replace', false],
        ['run', true],
        ['explain', true],
      ],
    ],
    [
      '/create a.md\nbody\n/run cat a.md',
      [
        ['create', false],
        ['run', false],
      ],
    ],
    ['find "now then run"', [['find', false]]],
    ['find if x then y', [['find', false]]],
    [
      'hmm\nwell\nrun ls',
      [
        ['unknown', false],
        ['run', false],
      ],
    ],
    ['', []],
    ['   \n ', []],
  ] as const)('%s', (prompt, expected) => {
    expect(kinds(prompt)).toEqual(expected);
  });

  test('has at most 50 requests', () => {
    expect(parsePrompt('run ls\n'.repeat(500))).toHaveLength(50);
  });
});
