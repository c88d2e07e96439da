import { dirname } from 'node:path';
import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** Processes that will not go. */
export const processModes = {
  stubborn: {
    does: 'outlives the end of its input, SIGTERM, SIGINT and SIGHUP',
    ends: ['cancelled', 'interrupted'],
    user: 'force-stop',
    scenario: ofFile('hostile-stubborn'),
  },
  'stubborn-quit': {
    does: 'does the same while the app is being ended',
    ends: ['interrupted'],
    quits: 'closed',
    scenario: ofFile('hostile-stubborn'),
  },
  'question-quit': {
    does: 'holds n questions open while the app is being ended',
    ends: ['interrupted'],
    n: 20,
    answers: 'none',
    quits: 'closed',
    scenario: ({ n }) => ({
      start: [{ stubborn: true }],
      turns: [[{ parallel: Array.from({ length: n }, (_, index) => [question(index)]) }]],
    }),
  },
  'flood-quit': {
    does: 'floods without end while the app is being ended',
    ends: ['interrupted'],
    quits: 'closed',
    scenario: () => ({
      start: [{ stubborn: true }],
      turns: [[{ flood: { count: Number.MAX_SAFE_INTEGER, kinds: ['say', 'tool', 'plan'] } }]],
    }),
  },
  frozen: {
    does: 'stops itself, so that it reads no signal but the last one',
    ends: ['cancelled', 'interrupted'],
    user: 'force-stop',
    scenario: () => frozen,
  },
  'frozen-quit': {
    does: 'does the same while the app is being ended',
    ends: ['interrupted'],
    quits: 'closed',
    scenario: () => frozen,
  },
  fork: {
    does: 'leaves a stubborn child in its process group',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-fork'),
  },
  daemon: {
    does: 'leaves a stubborn child outside of its process group',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-daemon'),
  },
  'pipe-holder': {
    does: 'ends and leaves a child that holds its output open',
    ends: ['interrupted'],
    scenario: ofFile('hostile-pipe-holder'),
  },
  orphan: {
    does: 'leaves a process in a session of its own, without our marks in its environment',
    ends: ENDS_WELL,
    scenario: inTurn(({ tag }) => [{ shell: orphan(tag) }, AFTER]),
  },
  'orphan-command': {
    does: 'has a command leave such a process',
    ends: ENDS_WELL,
    scenario: inTurn(({ tag }) => [
      { terminal: { command: '/bin/sh', args: ['-c', orphan(tag)] } },
      AFTER,
    ]),
  },
  'orphan-killed': {
    does: 'leaves such a process, and the app is killed',
    ends: ENDS_WELL,
    quits: 'killed',
    scenario: inTurn(({ tag }) => [{ shell: orphan(tag) }, AFTER]),
  },
  'watchdog-killer': {
    does: 'ends whatever watches over it six times, and the app is killed',
    ends: ENDS_WELL,
    quits: 'killed',
    scenario: inTurn(({ tag }) => [
      { shell: orphan(tag) },
      { killWatchdogs: { times: 6 } },
      { stubborn: true },
      AFTER,
    ]),
  },
  'fork-storm': {
    does: 'forks n processes that leave its group and fork again',
    ends: ENDS_WELL,
    n: 30,
    scenario: inTurn(({ n, tag }) => [
      {
        shell: `i=0; while [ $i -lt ${n} ]; do setsid -f sh -c 'setsid -f sh -c "sleep 300; : ${tag}"' > /dev/null 2>&1; i=$((i+1)); done`,
      },
      AFTER,
    ]),
  },
  descriptors: {
    does: 'looks at the descriptors that it was started with',
    ends: ENDS_WELL,
    scenario: inTurn(() => [{ descriptors: true }, AFTER]),
    check: ({ journal }) => {
      const { open } = journal.find(({ type }) => type === 'descriptors') ?? { open: {} };
      return Object.entries(open)
        .filter(([fd, target]) => Number(fd) > 2 && isOurs(target))
        .map(([fd, target]) => `The agent was started with descriptor ${fd} open: ${target}`);
    },
  },
};

/** A process without our variable in its environment; the tag is in its command line. */
function orphan(tag) {
  return `env -i /usr/bin/setsid -f /bin/sh -c 'sleep 300; : ${tag}' > /dev/null 2>&1`;
}

/** Node opens pipes, polls, its own files and its journal by itself; sockets and other files it was given. */
function isOurs(target) {
  if (target.startsWith('socket:')) return true;
  if (target.startsWith(dirname(process.execPath))) return false;
  return target.startsWith('/') && !/journal|^\/dev\/|^\/proc\/|^\/memfd/.test(target);
}

function question(index) {
  return { ask: { toolCall: { title: `May I ${index}?` } } };
}

const frozen = { turns: [[{ say: 'Before.' }, { shell: 'kill -STOP $PPID' }, { stall: true }]] };
