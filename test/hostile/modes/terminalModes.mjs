import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** Commands that the agent has us run. */
export const terminalModes = {
  'term-flood': {
    does: 'has a command print without end, and ends it after n milliseconds',
    ends: ENDS_WELL,
    n: 500,
    long: 5_000,
    scenario: inTurn(({ n }) => [
      {
        terminal: {
          command: '/bin/sh',
          args: ['-c', 'yes 0123456789'],
          toolCallId: 'flood',
          actions: [{ pause: n }, 'output', 'kill', 'wait', 'release'],
        },
      },
      AFTER,
    ]),
  },
  'term-leak': {
    does: 'starts a hundred commands and releases none',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-term-leak'),
  },
  'term-burst': {
    does: 'asks for n terminals at once',
    ends: ENDS_WELL,
    n: 300,
    scenario: inTurn(({ n }) => [
      { burst: { method: 'terminal/create', params: { command: '/bin/true' }, times: n } },
      AFTER,
    ]),
  },
  'term-stubborn': {
    does: 'ends a command that ignores SIGTERM and SIGHUP',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-term-stubborn'),
  },
  'term-after-release': {
    does: 'uses terminals that it has released',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-term-after-release'),
  },
  'term-limit': {
    does: 'limits output to 0, 1, 3, -1, 2^53 and "x" bytes',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-term-limit'),
  },
  'term-ansi': {
    does: 'prints sequences that reach for the clipboard, the title and the input',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-term-ansi'),
  },
  'term-env': {
    does: 'sets LD_PRELOAD, NODE_OPTIONS and PATH, and runs in other folders',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-term-env'),
  },
  'term-descriptors': {
    does: 'looks at the descriptors that its command was started with',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      { terminal: { command: '/bin/sh', args: ['-c', 'ls /proc/$$/fd; true'] } },
      AFTER,
    ]),
    check: ({ journal }) => {
      const { result } = journal.find(
        ({ type, method }) => type === 'answered' && method === 'terminal/output',
      ) ?? { result: { output: 'no output' } };
      const output = result?.output?.trim().replaceAll(/\s+/g, ' ') ?? 'no output';
      return /^0 1 2( 10)?$/.test(output) ? [] : [`A command was started with ${output} open.`];
    },
  },
};
