import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const NOT_STARTED = ['not-started'];

/** How agents begin, and how they end without being asked. */
export const startModes = {
  'mute-init': {
    does: 'never answers initialize',
    ends: NOT_STARTED,
    scenario: ofFile('hostile-mute-init'),
  },
  'mute-session': {
    does: 'never answers session/new',
    ends: NOT_STARTED,
    scenario: ofFile('hostile-mute-session'),
  },
  'slow-init': {
    does: 'answers initialize after a second',
    ends: ['end_turn'],
    scenario: () => ({ initialize: [{ pause: 1_000 }], turns: [[AFTER]] }),
  },
  'bad-version': {
    does: 'speaks version 999 of the protocol',
    ends: NOT_STARTED,
    scenario: ofFile('hostile-bad-version'),
  },
  'no-caps': {
    does: 'leaves out every field of its introduction',
    ends: ['end_turn'],
    scenario: ofFile('hostile-no-caps'),
  },
  'bad-session-result': {
    does: 'answers session/new with nonsense',
    ends: NOT_STARTED,
    scenario: ofFile('hostile-bad-session-result'),
  },
  banner: {
    does: 'prints a banner before it speaks the protocol',
    ends: ['end_turn'],
    scenario: ofFile('hostile-banner'),
  },
  'exit-early': {
    does: 'ends before it has read a word',
    ends: NOT_STARTED,
    scenario: ofFile('hostile-exit-early'),
  },
  'exit-init': {
    does: 'ends with 0 instead of answering initialize',
    ends: NOT_STARTED,
    scenario: ofFile('hostile-exit-init'),
  },
  'exit-mid': {
    does: 'ends with 139 in a turn',
    ends: ['interrupted'],
    scenario: ofFile('hostile-exit-mid'),
  },
  segv: {
    does: 'kills itself in a turn',
    ends: ['interrupted'],
    scenario: ofFile('hostile-exit-signal'),
  },
  'exit-in-question': {
    does: 'ends while its questions are open',
    ends: ['interrupted'],
    answers: 'none',
    scenario: inTurn(() => [
      {
        parallel: [
          [{ ask: { toolCall: { title: 'May I?' } } }],
          [{ ask: { toolCall: { title: 'And this?' } } }],
          [{ pause: 100 }, { exit: { code: 1 } }],
        ],
      },
    ]),
  },
  'exit-in-request': {
    does: 'ends while reads, writes and commands that it asked for are under way',
    ends: ['interrupted'],
    n: 50,
    scenario: inTurn(({ n }) => [
      {
        parallel: [
          [read(n)],
          [write(n)],
          [{ terminal: { command: '/bin/sleep', args: ['100'] } }],
          [{ pause: 30 }, { exit: { signal: 'SIGKILL' } }],
        ],
      },
    ]),
  },
  'close-stdout': {
    does: 'closes its output in a turn and lives on',
    ends: ['interrupted'],
    scenario: ofFile('hostile-close-stdout'),
  },
};

function read(times) {
  return {
    burst: { method: 'fs/read_text_file', params: { path: '{{cwd}}/README.md' }, times },
  };
}

function write(times) {
  const params = { path: '{{cwd}}/half-{{index}}.txt', content: 'half\n' };
  return { burst: { method: 'fs/write_text_file', params, times } };
}
