// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { effectOf, ruleOf, run } from '#test/support/judging';
import { propertyRuns } from '#test/support/propertyRuns';

// Shows I27.

/** What a user would save, and what any line that these rules allow may run at most. */
const rules = ['allow npm test', 'allow tool run …'].map(ruleOf);
const isMeant = ([program, ...args]: readonly string[]) =>
  program === 'npm' ? args.join(' ') === 'test' : program === 'tool' && args[0] === 'run';

/** Programs that only note how they were called, each with one write; what is not there is noted by the shell. */
const PROGRAMS = [
  'npm',
  'tool',
  'rm',
  'sh',
  'env',
  'sudo',
  'xargs',
  'find',
  'git',
  'x',
  'id',
  'test',
];
const SHELLS = ['/bin/bash', '/bin/dash', '/usr/bin/zsh'].filter((shell) => existsSync(shell));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-shells-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'work', 'sub'), { recursive: true });
  // Files whose names are tempting.
  for (const name of ['-x', 'rm', 'npm', 'a', 'A=1']) writeFileSync(join(folder, 'work', name), '');
  for (const name of PROGRAMS) {
    const program = join(folder, 'bin', name);
    writeFileSync(
      program,
      `#!/bin/sh\nnote=$(printf '%s\\037' ${name} "$@"); printf '%s\\036' "$note" >> "$NOTES"\n`,
    );
    chmodSync(program, 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands that a shell ran for a line, and the files that it made. */
function ranBy(shell: string, line: string) {
  const notes = join(folder, 'notes');
  const work = join(folder, 'work');
  writeFileSync(notes, '');
  const before = readdirSync(work, { recursive: true }).length;
  spawnSync(shell, ['-c', line], {
    cwd: work,
    env: {
      PATH: join(folder, 'bin'),
      NOTES: notes,
      // Bash reads a file there if its input is a socket, as it is here.
      HOME: work,
      'BASH_FUNC_command_not_found_handle%%': `() { note=$(printf '%s\\037' "$@"); printf '%s\\036' "$note" >> "$NOTES"; }`,
    },
    input: '',
    timeout: 5_000,
  });
  const calls = readFileSync(notes, 'utf8').split('\x1e').filter(Boolean);
  return {
    ran: calls.map((call) => call.split('\x1f').slice(0, -1)),
    made: readdirSync(work, { recursive: true }).length - before,
  };
}

const words =
  'npm test tool run rm x a cd sub sh env eval exec sudo A=1 -c -x -- é р if then fi do time function alias';
const signs =
  '\\ " \' ` $ $( ) ( { } [ ] * ? ~ ! # = ; & && | || > < << <<< >& 2>&1 >/dev/null <( >( ${IFS} % + , @ : / . ..';
const hidden = ' |  |\n|\t|\r|\\\n|\u200b|\u202e|\u00a0|\u2028|\v|\f';
const pieces = fc.constantFrom(...words.split(' '), ...signs.split(' '), ...hidden.split('|'));
const lines = fc.oneof(
  // A line that is allowed, with something put into it.
  fc
    .tuple(
      fc.constantFrom<string>(
        'npm test',
        'tool run a b',
        'cd sub && npm test',
        'npm test | tool run x',
        'tool run "a b" \'c\'',
      ),
      fc.array(fc.tuple(fc.nat(), pieces), { minLength: 1, maxLength: 4 }),
    )
    .map(([line, added]) =>
      added.reduce((text, [at, piece]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place);
      }, line),
    ),
  fc.array(pieces, { maxLength: 12 }).map((parts) => `npm test ${parts.join('')}`),
  fc.array(pieces, { maxLength: 12 }).map((parts) => `tool run ${parts.join('')}`),
);

it.each(SHELLS)('a line that rules allow runs nothing else in %s', (shell) => {
  let allowed = 0;
  fc.assert(
    fc.property(lines, (line) => {
      fc.pre(!line.includes('\0'));
      if (effectOf(run(line), rules) !== 'allow') return;
      allowed++;
      const { ran, made } = ranBy(shell, line);
      expect({ line, other: ran.filter((call) => !isMeant(call)), made }).toEqual({
        line,
        other: [],
        made: 0,
      });
    }),
    { numRuns: propertyRuns(1_500) },
  );
  // Otherwise nothing was shown.
  expect(allowed).toBeGreaterThan(50);
});
