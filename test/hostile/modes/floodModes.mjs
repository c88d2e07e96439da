import { AFTER, inTurn } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** More than anybody asked for, in every shape; n is how many pieces. */
export const floodModes = {
  'update-flood': {
    does: 'sends n small updates of every kind at full speed',
    ends: ENDS_WELL,
    n: 20_000,
    long: 100_000,
    scenario: inTurn(({ n }) => [
      { flood: { count: n, kinds: ['say', 'think', 'tool', 'toolUpdate', 'plan', 'unknown'] } },
      AFTER,
    ]),
  },
  'command-flood': {
    does: 'offers n lists of commands of 1 MB',
    ends: ENDS_WELL,
    n: 20,
    long: 100,
    scenario: flood('commands', MEBIBYTE),
  },
  'plan-flood': {
    does: 'sends n plans of 256 KB',
    ends: ENDS_WELL,
    n: 100,
    long: 1_000,
    scenario: flood('plan', 256 * KIBIBYTE),
  },
  'text-flood': {
    does: 'says n pieces of 16 KB in one turn',
    ends: ENDS_WELL,
    n: 600,
    long: 20_000,
    scenario: flood('say', 16 * KIBIBYTE),
  },
  'thought-flood': {
    does: 'thinks n pieces of 16 KB in one turn',
    ends: ENDS_WELL,
    n: 600,
    long: 20_000,
    scenario: flood('think', 16 * KIBIBYTE),
  },
  'tool-flood': {
    does: 'makes n tool calls that each show 1 MB of text',
    ends: ENDS_WELL,
    n: 16,
    long: 1_000,
    scenario: flood('toolBody', MEBIBYTE),
  },
  'raw-flood': {
    does: 'makes n tool calls with 1 MB of raw input and as much raw output',
    ends: ENDS_WELL,
    n: 12,
    long: 500,
    scenario: flood('rawOutput', MEBIBYTE),
  },
  'title-flood': {
    does: 'gives its session n titles of 2 MB',
    ends: ENDS_WELL,
    n: 12,
    long: 150,
    scenario: flood('title', 2 * MEBIBYTE),
  },
  'read-flood': {
    does: 'reads a file of 8 MB n times at once',
    ends: ENDS_WELL,
    n: 6,
    long: 400,
    scenario: inTurn(({ n }) => [
      { shell: `yes "a line of text" | head -c ${8 * MEBIBYTE} > large.txt` },
      read('large.txt', n),
      AFTER,
    ]),
    check: allAnswered,
  },
  'write-flood': {
    does: 'writes a file of 1 MB n times at once',
    ends: ENDS_WELL,
    n: 16,
    long: 300,
    scenario: inTurn(({ n }) => [
      {
        burst: {
          method: 'fs/write_text_file',
          params: { path: '{{cwd}}/written.txt', content: `{{index}} {{repeat x ${MEBIBYTE}}}` },
          times: n,
        },
      },
      AFTER,
    ]),
    check: allAnswered,
  },
  'request-flood': {
    does: 'asks for a small file n times at once',
    ends: ENDS_WELL,
    n: 1_000,
    long: 10_000,
    scenario: inTurn(({ n }) => [read('README.md', n), AFTER]),
    check: allAnswered,
  },
  'stderr-flood': {
    does: 'writes n bytes to its standard error',
    ends: ENDS_WELL,
    n: 64 * MEBIBYTE,
    long: 1024 * MEBIBYTE,
    scenario: inTurn(({ n }) => [{ stderr: { bytes: n } }, AFTER]),
  },
  'no-read': {
    does: 'asks for n megabytes and does not read the answers',
    ends: ['interrupted'],
    n: 64,
    long: 400,
    scenario: inTurn(({ n }) => [
      { shell: 'yes "a line of text" | head -c 1000000 > large.txt' },
      { noRead: true },
      read('large.txt', n),
    ]),
  },
};

function flood(kind, bytes) {
  return inTurn(({ n }) => [{ flood: { count: n, kinds: [kind], bytes } }, AFTER]);
}

function read(name, times) {
  return { burst: { method: 'fs/read_text_file', params: { path: `{{cwd}}/${name}` }, times } };
}

/** An agent that asks for too much waits; nothing of it is refused. */
function allAnswered({ journal, n }) {
  const { results } = journal.find(({ type }) => type === 'burst') ?? { results: 0 };
  return results === n ? [] : [`${n - results} of ${n} requests were refused.`];
}
